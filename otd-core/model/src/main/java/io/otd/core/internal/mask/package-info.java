// SPDX-License-Identifier: Apache-2.0
/** The laws of the masks: deterministic, Bernoulli, Concrete Dropout, transported, lifted. */
@NullMarked
package io.otd.core.internal.mask;

import org.jspecify.annotations.NullMarked;
