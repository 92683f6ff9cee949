// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.profile;

/**
 * A model's predictions for training rows, of one target, in its units.
 *
 * @param target its name
 * @param mean predicted means
 * @param std predicted standard deviations
 */
public record PredictionProfile(String target, NumberProfile mean, NumberProfile std) {}
