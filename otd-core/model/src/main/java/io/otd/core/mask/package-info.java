// SPDX-License-Identifier: Apache-2.0
/** The laws of the masks: deterministic, Bernoulli, Concrete Dropout, transported, lifted. */
@NullMarked
package io.otd.core.mask;

import org.jspecify.annotations.NullMarked;
