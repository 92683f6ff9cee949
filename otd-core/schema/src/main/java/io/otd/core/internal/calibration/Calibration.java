// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import java.util.List;
import java.util.stream.Stream;

/**
 * Everything that corrects a model's predictive distributions after training, in the order in which
 * it is applied: the spread on the network's scale; after the transform back to the targets' units,
 * the recalibration of the whole distribution; and, in addition to the draws, the conformal
 * intervals.
 *
 * @param spread fitted on validation rows
 * @param isotonic fitted on calibration rows
 * @param conformal fitted on calibration rows, other ones than {@code isotonic}
 */
public record Calibration(
    SpreadCalibration spread, IsotonicCalibration isotonic, ConformalCalibration conformal) {
  /** Leaves predictions unchanged. */
  public static final Calibration NONE = of(SpreadCalibration.NONE);

  /** The spread alone. */
  public static Calibration of(SpreadCalibration spread) {
    return new Calibration(spread, IsotonicCalibration.NONE, ConformalCalibration.NONE);
  }

  /** With another recalibration. */
  public Calibration with(IsotonicCalibration other) {
    return new Calibration(spread, other, conformal);
  }

  /** With other intervals. */
  public Calibration with(ConformalCalibration other) {
    return new Calibration(spread, isotonic, other);
  }

  /** The groups of rows that the spread or the intervals tell apart, of the same columns. */
  public List<RowGroup> groups() {
    return Stream.concat(spread.ofGroups().stream(), conformal.ofGroups().stream())
        .distinct()
        .toList();
  }

  /**
   * Checks that there is one fit for each output.
   *
   * @param outputs d_y
   * @throws IllegalArgumentException if there are more or fewer
   */
  public void requireOutputs(int outputs) {
    isotonic.requireOutputs(outputs);
    conformal.requireOutputs(outputs);
  }

  /** Whether the draws are left unchanged. */
  public boolean keepsDraws() {
    return spread.equals(SpreadCalibration.NONE) && isotonic.absent();
  }
}
