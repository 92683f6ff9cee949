// SPDX-License-Identifier: Apache-2.0
/** All scores and diagnostics of a set of rows by name: of their draws, intervals or quantiles. */
@NullMarked
package io.otd.core.metrics.evaluation;

import org.jspecify.annotations.NullMarked;
