// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.core.internal.check.Check;
import java.util.ArrayList;
import java.util.List;

/**
 * Successive halving (Jamieson and Talwalkar 2016; as a bracket of Hyperband, Li et al. 2018): all
 * trials have few steps, the best of them, one in eta, have eta times as many, and so on up to the
 * largest number. Each rung of the ladder costs about the same.
 *
 * @param trials n, at least 1
 * @param eta at least 2
 * @param steps R, of those that are trained longest, at least 1
 * @param every steps between two validations, at least 1
 */
public record Halving(int trials, int eta, long steps, long every) {
  /** Minimum number of validations for comparing a trial. */
  private static final int FEWEST_VALIDATIONS = 5;

  /** Checks the ranges. */
  public Halving {
    Check.atLeast("trials", trials, 1);
    Check.atLeast("eta", eta, 2);
    Check.atLeast("steps", steps, 1);
    Check.atLeast("every", every, 1);
  }

  /**
   * A stage.
   *
   * @param trials that reach it
   * @param steps that they have at its end, all in all
   */
  public record Rung(int trials, long steps) {}

  /**
   * The stages, {@code s + 1} of them: rung i has {@code floor(n eta^-i)} trials and {@code R
   * eta^(i-s)} steps, to the nearest validation; s is as large as leaves one trial in the last rung
   * and five validations in the first.
   */
  public List<Rung> rungs() {
    int last = 0;
    long factor = 1;
    while (factor <= trials / eta && atValidation(factor * eta) >= FEWEST_VALIDATIONS * every) {
      factor *= eta;
      last++;
    }
    List<Rung> rungs = new ArrayList<>();
    long dropped = 1;
    for (int i = 0; i <= last; i++) {
      rungs.add(new Rung((int) (trials / dropped), factor == 1 ? steps : atValidation(factor)));
      factor /= eta;
      dropped *= eta;
    }
    return rungs;
  }

  /** {@code steps / divisor} to the nearest multiple of the steps between validations. */
  private long atValidation(long divisor) {
    return Math.round((double) steps / divisor / every) * every;
  }

  /** Steps of all trials, where none stops early. */
  public long cost() {
    long cost = 0;
    long before = 0;
    for (Rung rung : rungs()) {
      cost += rung.trials() * (rung.steps() - before);
      before = rung.steps();
    }
    return cost;
  }
}
