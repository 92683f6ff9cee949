// SPDX-License-Identifier: Apache-2.0
/** Scores and diagnostics of predictive distributions in plain Java; knows draws, not models. */
@NullMarked
package io.otd.core.metrics;

import org.jspecify.annotations.NullMarked;
