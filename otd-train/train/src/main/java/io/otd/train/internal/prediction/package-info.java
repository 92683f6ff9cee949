// SPDX-License-Identifier: Apache-2.0
/** Draws predictions of a trained model and scores them. */
@NullMarked
package io.otd.train.internal.prediction;

import org.jspecify.annotations.NullMarked;
