package io.otd.core.calibration;

import io.otd.core.metrics.Draws;
import java.util.ArrayList;
import java.util.List;

/**
 * Recalibration of the whole predictive distribution (Kuleshov, Fenner and Ermon 2018, algorithm
 * 1): a rising function R of each output from the predicted probability of being at or below a
 * value to the share observed, fitted on calibration rows, so that {@code R(F(y))} is the
 * calibrated distribution function.
 *
 * <p>Draws are moved, not weighted: the draw of rank r of K becomes the {@code R^-1((r - 1/2) / K)}
 * quantile of the draws, on straight lines between neighbours. Ranks stay, so that draw k of
 * different rows still belongs together. Nothing lies beyond the outermost draws.
 *
 * @param curves one an output; none leaves the draws as they are
 */
public record IsotonicCalibration(List<IsotonicCurve> curves) {
  /** Leaves the draws as they are. */
  public static final IsotonicCalibration NONE = new IsotonicCalibration(List.of());

  /** Keeps the curves. */
  public IsotonicCalibration {
    curves = List.copyOf(curves);
  }

  /**
   * Fits a curve for each output.
   *
   * @param transforms randomised {@link io.otd.core.metrics.ProbabilityIntegralTransform} of the
   *     calibration rows, {@code [n][d_y]}, inside (0, 1), n at least 1
   */
  public static IsotonicCalibration fit(double[][] transforms) {
    List<IsotonicCurve> curves = new ArrayList<>();
    for (int j = 0; j < transforms[0].length; j++) {
      double[] column = new double[transforms.length];
      for (int i = 0; i < column.length; i++) {
        column[i] = transforms[i][j];
      }
      curves.add(IsotonicCurve.fit(column));
    }
    return new IsotonicCalibration(curves);
  }

  /** Whether the draws are left as they are. */
  public boolean isNone() {
    return curves.isEmpty();
  }

  /**
   * The draws recalibrated.
   *
   * @param draws {@code [K, n, d_y]}
   */
  public Draws apply(Draws draws) {
    if (isNone()) {
      return draws;
    }
    List<RankMap> maps = curves.stream().map(c -> RankMap.of(c, draws.draws())).toList();
    return draws.mapByRank((output, ascending) -> maps.get(output).apply(ascending));
  }
}
