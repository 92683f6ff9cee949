// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.schema.TargetColumn;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Recalibration of the whole predictive distribution (Kuleshov, Fenner and Ermon 2018, algorithm
 * 1): a rising function R of each output from the predicted probability of being at or below a
 * value to the share observed, fitted on calibration rows, so that {@code R(F(y))} is the
 * calibrated distribution function.
 *
 * <p>Draws are moved, not weighted: the draw of rank r of K becomes the {@code R^-1((r - 1/2) / K)}
 * quantile of the draws, interpolated linearly between neighbours; on a lattice, the nearest draw
 * ({@link RankMap}). Ranks are preserved, so draws k of different rows still belong together.
 * Nothing lies beyond the outermost draws.
 *
 * @param curves one per output; none leaves the draws unchanged
 */
public record IsotonicCalibration(List<IsotonicCurve> curves) {
  /** Leaves the draws unchanged. */
  public static final IsotonicCalibration NONE = new IsotonicCalibration(List.of());

  /** Keeps the curves. */
  public IsotonicCalibration {
    curves = List.copyOf(curves);
  }

  /**
   * Fits a curve for each output.
   *
   * @param transforms of each output, the randomised {@link
   *     io.otd.core.metrics.evaluation.ProbabilityIntegralTransform} of the calibration rows,
   *     {@code [n]}, inside (0, 1), n at least 1
   * @param weights how much each row counts
   */
  public static IsotonicCalibration fit(List<double[]> transforms, RowWeights weights) {
    return new IsotonicCalibration(
        transforms.stream().map(of -> IsotonicCurve.fit(of, weights)).toList());
  }

  /** Whether the draws are left unchanged. */
  public boolean absent() {
    return curves.isEmpty();
  }

  /**
   * Checks that there is a curve for each output, or none at all.
   *
   * @param outputs d_y
   * @throws IllegalArgumentException if there are more or fewer
   */
  public void requireOutputs(int outputs) {
    if (!absent() && curves.size() != outputs) {
      throw new IllegalArgumentException(
          "isotonic curves: %s (expected: none or %s, one an output)"
              .formatted(curves.size(), outputs));
    }
  }

  /**
   * The draws recalibrated.
   *
   * @param draws {@code [K, n, d_y]}
   * @param targets of the outputs, d_y
   */
  public Draws apply(Draws draws, List<TargetColumn> targets) {
    if (absent()) {
      return draws;
    }
    List<RankMap> maps =
        IntStream.range(0, curves.size())
            .mapToObj(j -> RankMap.of(curves.get(j), targets.get(j).support(), draws.draws()))
            .toList();
    return draws.mapByRank((output, ascending) -> maps.get(output).apply(ascending));
  }
}
