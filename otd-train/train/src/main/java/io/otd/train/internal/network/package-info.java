// SPDX-License-Identifier: Apache-2.0
/**
 * Trains networks on rows in memory. {@link io.otd.train.internal.network.EnsembleFit} trains the
 * members of an ensemble, {@link io.otd.train.internal.network.NetworkTrainer} one network; its
 * {@code StepLoop} calls the compiled steps of {@link io.otd.core.internal.program.TrainingProgram}
 * and decides when to validate, to save and to stop.
 */
@NullMarked
package io.otd.train.internal.network;

import org.jspecify.annotations.NullMarked;
