// SPDX-License-Identifier: Apache-2.0
/** Charts of a field each: calibration, intervals, densities, training, masks and trials. */
@NullMarked
package io.otd.train.internal.chart;

import org.jspecify.annotations.NullMarked;
