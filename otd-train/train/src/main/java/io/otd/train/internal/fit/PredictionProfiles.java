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

/** A model's predictions for some rows, in addition to the profile of its training rows. */
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

  /**
   * A profile with the predictions of some rows in place of others.
   *
   * @param profile of the training rows
   * @param predictions in the targets' units, calibrated, of at most as many rows
   */
  static TrainingProfile of(TrainingProfile profile, Draws predictions, List<String> targets) {
    Moments moments = new Moments(targets, predictions.rows());
    moments.add(predictions);
    return profile.with(predictions.rows(), moments.profiles());
  }

  private static List<PredictionProfile> of(
      TablePredictions predictions, int[] rows, List<String> targets) {
    Moments moments = new Moments(targets, rows.length);
    predictions.forEach(
        rows,
        (x, network, observed, weights) ->
            moments.add(predictions.sampler().model().calibrated(network, x)));
    return moments.profiles();
  }

  /** Means and standard deviations of the predictions of rows, added block by block. */
  private static final class Moments {
    private final List<String> targets;
    private final double[][] means;
    private final double[][] deviations;
    private int next;

    Moments(List<String> targets, int rows) {
      this.targets = targets;
      this.means = new double[targets.size()][rows];
      this.deviations = new double[targets.size()][rows];
    }

    void add(Draws draws) {
      for (int i = 0; i < draws.rows(); i++, next++) {
        for (int j = 0; j < targets.size(); j++) {
          means[j][next] = draws.mean(i, j);
          deviations[j][next] = draws.standardDeviation(i, j);
        }
      }
    }

    List<PredictionProfile> profiles() {
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
}
