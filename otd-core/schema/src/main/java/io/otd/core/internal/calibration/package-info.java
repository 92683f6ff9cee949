// SPDX-License-Identifier: Apache-2.0
/** Corrections of a predictive distribution fitted on validation data. */
@NullMarked
package io.otd.core.internal.calibration;

import org.jspecify.annotations.NullMarked;
