// SPDX-License-Identifier: Apache-2.0
/** The page of a training run, from its schema, predictions, calibration and explanation. */
@NullMarked
package io.otd.train.internal.report;

import org.jspecify.annotations.NullMarked;
