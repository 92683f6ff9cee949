/** The laws of the masks: deterministic, Bernoulli, transported. */
@NullMarked
package io.otd.core.mask;

import org.jspecify.annotations.NullMarked;
