// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.table.internal.encoding.TableRoles;
import io.otd.table.problem.InputException;
import io.otd.train.settings.Settings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The model that a run trains further, as {@code training.from} names it. */
final class EarlierModel {
  private EarlierModel() {}

  /**
   * Reads it.
   *
   * @param roles of the columns of the table that it is trained on
   * @return empty if a new model is trained
   * @throws InputException if there is none, or it has other targets
   */
  static Optional<TrainedModel> of(Settings settings, TableRoles roles) {
    return settings.training().from().map(path -> read(path, roles.targets()));
  }

  private static TrainedModel read(Path path, List<String> targets) {
    InputException.require(
        ModelDirectory.isModel(path), "training.from", path, "the directory of a finished run");
    TrainedModel model;
    try {
      model = ModelDirectory.read(path).model();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    if (!model.schema().targetNames().equals(targets)) {
      throw new InputException(
          "data.target: %s (expected: %s, as of the model in %s)"
              .formatted(targets, model.schema().targetNames(), path));
    }
    return model;
  }
}
