// SPDX-License-Identifier: Apache-2.0
/**
 * Scores and diagnostics of predictive distributions in plain Java; they depend on draws, not on
 * models.
 */
@NullMarked
package io.otd.core.metrics;

import org.jspecify.annotations.NullMarked;
