// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.run;

import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.table.problem.InputException;
import io.otd.train.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;

/** The settings with which a model is trained further on new rows. */
public final class FurtherTraining {
  private FurtherTraining() {}

  /**
   * Those of its run, without the table: shorter, with a smaller learning rate, and of the pooled
   * methods only those that have a share.
   *
   * @param run directory of a finished run on a table, or of a model that was saved or recalibrated
   *     since
   * @throws InputException if it is not such a directory
   * @throws IOException if the model cannot be read
   */
  public static Settings of(Path run) throws IOException {
    if (!ModelDirectory.isModel(run)) {
      throw refused(run);
    }
    TrainedModel model = ModelDirectory.read(run).model();
    if (model.metrics().isEmpty()) {
      throw refused(run);
    }
    Settings settings =
        RunDirectory.isRun(run)
            ? RunDirectory.settings(run)
            : ModelProvenance.settings(model.provenance());
    if (settings.data().fields().isPresent()) {
      throw new InputException(
          "training.from: %s is a model of fields (expected: of a table)".formatted(run));
    }
    return settings.further(
        run.toAbsolutePath().normalize(),
        model.components().stream().map(component -> component.name()).toList());
  }

  private static InputException refused(Path run) {
    return new InputException(
        "training.from: %s (expected: the directory of a finished run, or of a model that was recalibrated or saved)"
            .formatted(run));
  }
}
