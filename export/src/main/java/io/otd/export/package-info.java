// SPDX-License-Identifier: Apache-2.0
/**
 * Writes a trained model as a SavedModel that holds everything: scaling, masks, draws, quantiles.
 */
@NullMarked
package io.otd.export;

import org.jspecify.annotations.NullMarked;
