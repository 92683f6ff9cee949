// SPDX-License-Identifier: Apache-2.0
/**
 * Explanations of predictions: what each column is worth to the score, how it changes mean, spread
 * and quantiles, and what it adds to the prediction of a single row. Computed by {@code
 * FittedModel.explain}.
 */
@NullMarked
package io.otd.train.explanation;

import org.jspecify.annotations.NullMarked;
