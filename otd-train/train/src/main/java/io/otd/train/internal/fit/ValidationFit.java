// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.model.Member;
import io.otd.train.internal.prediction.KernelDensity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Choices on held-out rows after training.
 *
 * @param members each with the calibration of its own spread
 * @param spread calibration of the spread of the pooled draws
 * @param density by kernels, that the likelihood is measured by
 * @param score mean energy score of the rows before any calibration
 * @param calibrated predictions of the rows after the calibration of the spread
 */
record ValidationFit(
    List<Member> members,
    SpreadCalibration spread,
    KernelDensity density,
    double score,
    HeldOut calibrated) {
  /** Share of a member's variance that the number of draws may add to the ambiguity. */
  private static final double CHANCE = .05;

  private static final int MAX_LOTS = 64;

  /**
   * Chooses for the pool of all members on rows that none of them has seen.
   *
   * @param members at least one
   * @param pooled predictions of all members together
   * @param calibrate whether the spread is calibrated
   */
  static ValidationFit ofPool(List<Member> members, HeldOut pooled, boolean calibrate) {
    SpreadCalibration spread = fit(pooled, calibrate);
    return new ValidationFit(
        members, spread, pooled.with(spread).density(), pooled.score(), pooled.with(spread));
  }

  /**
   * Chooses for each member on the rows that it has not seen, though others have. The bandwidth and
   * the score are of all rows, each predicted by one member: the pool has no rows of its own. Its
   * spread is derived from the distance between the members.
   *
   * @param members at least one
   * @param own predictions of each member
   * @param pooled predictions of the same rows by all members, their draws in turn: a lot for each
   *     number from 0, each with draws of its own
   * @param calibrate whether the spread is calibrated
   */
  static ValidationFit ofEach(
      List<Member> members,
      List<HeldOut> own,
      IntFunction<List<HeldOut>> pooled,
      boolean calibrate) {
    List<Member> calibrated = new ArrayList<>();
    List<HeldOut> after = new ArrayList<>();
    for (int m = 0; m < members.size(); m++) {
      HeldOut before = own.get(m);
      SpreadCalibration spread = fit(before, calibrate);
      calibrated.add(members.get(m).with(spread));
      after.add(before.with(spread));
    }
    HeldOut all = HeldOut.all(after);
    int rows = all.observed().length;
    return new ValidationFit(
        calibrated,
        calibrate
            ? spreadOfPool(all, SpreadCalibration.NONE, members.size(), pooled)
            : SpreadCalibration.NONE,
        all.density(),
        own.stream().mapToDouble(o -> o.score() * o.observed().length / rows).sum(),
        all);
  }

  /**
   * If calibrated spreads are tiny, many draws are needed to measure how far the members are apart.
   * Beyond a bound, the distance of the members has no effect on their clipped draws; there a
   * member's own spread is kept.
   *
   * @param unseen predictions of held-out rows, each by a member that has not seen it
   * @param own calibrates those
   */
  static SpreadCalibration spreadOfPool(
      HeldOut unseen, SpreadCalibration own, int members, IntFunction<List<HeldOut>> pooled) {
    if (unseen.targets().stream().anyMatch(t -> t.support().bounded())) {
      return own;
    }
    double variance = PoolVariance.of(unseen.draws(), 1).within();
    PoolVariance all = new PoolVariance(members);
    int lot = 0;
    do {
      all.add(HeldOut.all(pooled.apply(lot)).draws());
      lot++;
    } while (lot < MAX_LOTS && all.chance() > CHANCE * variance);
    return own.forPool(variance, all.between());
  }

  private static SpreadCalibration fit(HeldOut rows, boolean calibrate) {
    return calibrate ? rows.bestSpread() : SpreadCalibration.NONE;
  }
}
