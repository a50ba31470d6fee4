/** Network namespaces for tests, made and removed by them. */
@NullMarked
package dev.starling.arpndp.netns;

import org.jspecify.annotations.NullMarked;
