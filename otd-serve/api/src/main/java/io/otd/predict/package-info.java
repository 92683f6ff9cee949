// SPDX-License-Identifier: Apache-2.0
/**
 * What a prediction is, and what those who predict have in common, whatever computes the draws:
 * rows and their checks, the predictive law of a row.
 */
@NullMarked
package io.otd.predict;

import org.jspecify.annotations.NullMarked;
