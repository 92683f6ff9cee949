// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.network;

import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.trained.TrainingSnapshot;
import java.util.Optional;

/**
 * Everything that the training of one network depends on.
 *
 * @param model what is trained
 * @param rows training rows
 * @param validation for early stopping and the choice of the best parameters, if any
 * @param settings how, its seed among them
 * @param resumed a snapshot of the same run to resume from, if any
 */
public record NetworkFit(
    ModelSpec model,
    TrainingRows rows,
    Optional<Validation> validation,
    TrainingSettings settings,
    Optional<TrainingSnapshot> resumed) {}
