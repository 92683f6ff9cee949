/** The laws of the masks: deterministic, Bernoulli, Concrete Dropout, transported. */
@NullMarked
package io.otd.core.mask;

import org.jspecify.annotations.NullMarked;
