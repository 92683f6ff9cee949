/** How training goes on, as lines of text. */
@NullMarked
package io.otd.train.progress;

import org.jspecify.annotations.NullMarked;
