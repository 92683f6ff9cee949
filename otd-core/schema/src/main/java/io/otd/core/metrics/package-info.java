// SPDX-License-Identifier: Apache-2.0
/**
 * Draws from predictive distributions, and the scores of one row; they depend on draws, not on
 * models.
 */
@NullMarked
package io.otd.core.metrics;

import org.jspecify.annotations.NullMarked;
