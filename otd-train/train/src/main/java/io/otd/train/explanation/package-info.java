// SPDX-License-Identifier: Apache-2.0
/**
 * Why a model predicts what it predicts: what each column is worth to the score, how it moves mean,
 * spread and quantiles, and what each column adds to the prediction of a single row. Asked for with
 * {@code FittedModel.explain}.
 */
@NullMarked
package io.otd.train.explanation;

import org.jspecify.annotations.NullMarked;
