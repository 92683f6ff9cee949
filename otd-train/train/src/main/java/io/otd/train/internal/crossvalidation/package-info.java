// SPDX-License-Identifier: Apache-2.0
/** One run per fold, in parallel, and their joint results. */
@NullMarked
package io.otd.train.internal.crossvalidation;

import org.jspecify.annotations.NullMarked;
