/** Runs side by side on the cores. */
@NullMarked
package io.otd.train.parallel;

import org.jspecify.annotations.NullMarked;
