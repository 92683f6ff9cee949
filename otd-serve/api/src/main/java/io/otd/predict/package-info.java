// SPDX-License-Identifier: Apache-2.0
/**
 * Predictions, and the common interface of predictors, with any engine: rows and their checks, the
 * predictive distribution of a row.
 */
@NullMarked
package io.otd.predict;

import org.jspecify.annotations.NullMarked;
