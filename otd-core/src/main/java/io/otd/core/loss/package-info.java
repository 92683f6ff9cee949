/** The training losses: energy score and squared error. */
@NullMarked
package io.otd.core.loss;

import org.jspecify.annotations.NullMarked;
