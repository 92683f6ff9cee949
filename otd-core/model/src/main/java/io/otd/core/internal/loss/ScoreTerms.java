// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.loss;

import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;

/**
 * A loss of each row in two terms; the loss is {@code fit - dispersion}.
 *
 * @param fit distance of the draws from the observation, or all of a loss without a second term,
 *     {@code [n]}
 * @param dispersion what the spread of the draws is credited, {@code [n]}
 */
public record ScoreTerms(Operand<TFloat32> fit, Operand<TFloat32> dispersion) {}
