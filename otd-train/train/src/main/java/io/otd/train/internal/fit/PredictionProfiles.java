// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.profile.NumberProfile;
import io.otd.core.internal.profile.PredictionProfile;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.metrics.Draws;
import io.otd.table.internal.encoding.ProfileFit;
import io.otd.table.internal.split.Subset;
import io.otd.train.internal.prediction.UnpredictableRowException;
import io.otd.train.internal.preparation.PreparedTable;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A model's predictions for some of its training rows, in addition to their profile. */
final class PredictionProfiles {
  /** Rows that are predicted: as many as a window of a server has, within a factor of two. */
  static final int MAX_ROWS = 1000;

  private PredictionProfiles() {}

  /** The training rows of which predictions are profiled. */
  static int[] rows(PreparedTable data, long seed) {
    return Subset.of(data.split().train(), MAX_ROWS, seed);
  }

  /**
   * The profile of a model.
   *
   * @param predictions by the finished model
   * @param rows as {@link #rows} has them
   * @param warnings receives a warning if there are no predictions to profile
   */
  static TrainingProfile of(TablePredictions predictions, int[] rows, Consumer<String> warnings) {
    PreparedTable data = predictions.data();
    TrainingProfile inputs = ProfileFit.of(data.table(), data.schema(), data.split().train());
    try {
      return inputs.with(rows.length, of(predictions, rows, data.schema().targetNames()));
    } catch (UnpredictableRowException e) {
      warnings.accept("no profile of the predictions: " + e.getMessage());
      return inputs;
    }
  }

  private static List<PredictionProfile> of(
      TablePredictions predictions, int[] rows, List<String> targets) {
    double[][] means = new double[targets.size()][rows.length];
    double[][] deviations = new double[targets.size()][rows.length];
    int[] next = {0};
    predictions.forEach(
        rows,
        (x, network, observed) -> {
          Draws draws = predictions.sampler().calibrated(network);
          for (int i = 0; i < draws.rows(); i++) {
            for (int j = 0; j < targets.size(); j++) {
              means[j][next[0]] = draws.mean(i, j);
              deviations[j][next[0]] = draws.standardDeviation(i, j);
            }
            next[0]++;
          }
        });
    List<PredictionProfile> profiles = new ArrayList<>();
    for (int j = 0; j < targets.size(); j++) {
      String target = targets.get(j);
      profiles.add(
          new PredictionProfile(
              target,
              NumberProfile.of(target + ": mean", means[j]),
              NumberProfile.of(target + ": std", deviations[j])));
    }
    return profiles;
  }
}
