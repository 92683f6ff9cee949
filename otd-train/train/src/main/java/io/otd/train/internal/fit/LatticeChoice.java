// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.metrics.Moments;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TargetSupport.Lattice;
import io.otd.train.internal.prediction.KernelDensity;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Whether draws are rounded to the lattice that the targets lie on: if the energy score of the
 * held-out rows is then better by more than its standard error.
 *
 * @param targets with the lattices that were chosen
 * @param density by kernels, by which the likelihood is then measured
 */
record LatticeChoice(List<TargetColumn> targets, KernelDensity density) {
  /** Name of the mean gain among a model's metrics, in units of the standardised energy score. */
  static final String GAIN = "validation.lattice_gain";

  /**
   * Chooses.
   *
   * @param calibrated predictions of held-out rows
   * @param candidates of each target, absent for none
   * @param density without rounding
   * @param metrics gets the gain, if there was a choice
   */
  static LatticeChoice of(
      HeldOut calibrated,
      List<Lattice> candidates,
      KernelDensity density,
      Map<String, Double> metrics) {
    List<TargetColumn> before = calibrated.targets();
    List<TargetColumn> rounded = new ArrayList<>();
    for (int j = 0; j < before.size(); j++) {
      TargetColumn target = before.get(j);
      rounded.add(
          candidates.get(j).absent()
              ? target
              : target.with(target.support().with(candidates.get(j))));
    }
    if (rounded.equals(before)) {
      return new LatticeChoice(before, density);
    }
    HeldOut after = calibrated.with(rounded);
    double[] gain = scores(calibrated);
    double[] scores = scores(after);
    Arrays.setAll(gain, i -> gain[i] - scores[i]);
    Moments moments = Moments.of(gain, calibrated.weights().of());
    metrics.put(GAIN, moments.mean());
    boolean better =
        moments.mean() > moments.scale() / Math.sqrt(calibrated.weights().effectiveRows());
    return better
        ? new LatticeChoice(rounded, after.density())
        : new LatticeChoice(before, density);
  }

  /** The same for targets of other bounds. */
  LatticeChoice with(List<TargetColumn> others) {
    return new LatticeChoice(others, density);
  }

  private static double[] scores(HeldOut rows) {
    return SampleEnergyScore.of(rows.settled(), rows.observed()).byRow();
  }

  /** The schema with these targets. */
  TableSchema in(TableSchema schema) {
    return new TableSchema(schema.inputs(), targets);
  }
}
