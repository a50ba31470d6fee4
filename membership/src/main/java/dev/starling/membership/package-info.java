/** Who is alive: views, failure detection, keys. Pure here; JGroups lives in one sub-package. */
@NullMarked
package dev.starling.membership;

import org.jspecify.annotations.NullMarked;
