// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.inference;

/**
 * The answer of a regression.
 *
 * @param answered by which model, version and signature
 * @param values one an example
 */
public record Regression(Answered answered, float[] values) {}
