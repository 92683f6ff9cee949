// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.evaluation;

import io.otd.core.internal.array.Ascending;
import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;

/**
 * Where an observed value lies among its draws, as a number in (0, 1) that is uniform if the value
 * is one more draw (Dawid 1984; randomised as in Czado, Gneiting and Held 2009):
 *
 * <pre>{@code u = (B + v (E + 1)) / (K + 1)}</pre>
 *
 * with B draws below the value, E equal to it, and v uniform on (0, 1). K draws leave K + 1 places;
 * v spreads the value over the place it takes, or the places it shares by ties. Without v the
 * transform could take K + 1 values only, and a test of uniformity would reject perfect
 * predictions.
 */
public final class ProbabilityIntegralTransform {
  /** Seed of v if none is given: the same data give the same answer. */
  public static final long SEED = 0x0D15EA5EL;

  private ProbabilityIntegralTransform() {}

  /**
   * The transform of one output of one row.
   *
   * @param ascending {@code [K]} in ascending order, at least one
   * @param observed finite
   * @param uniform v, inside (0, 1); a half gives the middle of the place
   */
  public static double of(double[] ascending, double observed, double uniform) {
    int below = Ascending.below(ascending, observed);
    int equal = Ascending.atOrBelow(ascending, observed) - below;
    return of(below, equal, ascending.length, uniform);
  }

  /**
   * The transform from the counts, for callers that have not kept all draws: if only some are
   * known, those between the two that enclose the value count as equal to it.
   *
   * @param below B, how many draws are below the value, from 0 to K
   * @param equal E, how many are equal to it, at most K - B
   * @param draws K, at least 1
   * @param uniform v, inside (0, 1)
   */
  public static double of(int below, int equal, int draws, double uniform) {
    return (below + uniform * (equal + 1)) / (draws + 1);
  }

  /** Values of v in the order of rows, and in a row of outputs. */
  static DoubleSupplier uniforms(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    return () -> (random.nextInt(1 << 30) + .5) / (1 << 30);
  }
}
