// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

/**
 * The predictive law of a row.
 *
 * @param samples draws in the targets' units, {@code [S, d_y]}, row-major
 * @param mean {@code [d_y]}
 * @param std standard deviation of the draws, divisor S, {@code [d_y]}
 */
public record RowLaw(float[] samples, float[] mean, float[] std) {}
