/** The machines of the lab: namespaces, cables, a switch that can be told to fail, signals. */
@NullMarked
package dev.starling.chaos.netns;

import org.jspecify.annotations.NullMarked;
