// SPDX-License-Identifier: Apache-2.0
/** One run a fold, side by side, and what they say together. */
@NullMarked
package io.otd.train.internal.crossvalidation;

import org.jspecify.annotations.NullMarked;
