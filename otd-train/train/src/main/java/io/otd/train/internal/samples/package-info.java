// SPDX-License-Identifier: Apache-2.0
/**
 * Predictions made by any tool, in files: draws or quantiles, with observed values.
 *
 * <p>Rows come first everywhere: {@code [n, K]} for one target, {@code [n, K, d]} for d.
 */
@NullMarked
package io.otd.train.internal.samples;

import org.jspecify.annotations.NullMarked;
