// SPDX-License-Identifier: Apache-2.0
/** Microbenchmarks of the predictors. */
@NullMarked
package io.otd.jmh;

import org.jspecify.annotations.NullMarked;
