// SPDX-License-Identifier: Apache-2.0
/** Predictions for the other modules of OTD. */
@NullMarked
package io.otd.predict.internal;

import org.jspecify.annotations.NullMarked;
