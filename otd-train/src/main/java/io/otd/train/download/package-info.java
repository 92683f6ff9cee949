/** Files from servers: with timeouts, further tries after a while, and checksums. */
@NullMarked
package io.otd.train.download;

import org.jspecify.annotations.NullMarked;
