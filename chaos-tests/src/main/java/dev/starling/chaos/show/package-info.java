/** What the lab shows to a person, on a terminal and in a file. */
@NullMarked
package dev.starling.chaos.show;

import org.jspecify.annotations.NullMarked;
