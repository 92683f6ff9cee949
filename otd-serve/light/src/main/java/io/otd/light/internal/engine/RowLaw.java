// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

/**
 * The predictive law of a row.
 *
 * @param x the encoded row, {@code [d_x]}
 * @param samples draws in the targets' units, {@code [S, d_y]}, row-major
 * @param mean {@code [d_y]}
 * @param std standard deviation of the draws, divisor S, {@code [d_y]}
 */
public record RowLaw(float[] x, float[] samples, float[] mean, float[] std) {}
