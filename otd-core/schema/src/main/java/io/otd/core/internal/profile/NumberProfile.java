// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The empirical distribution function of some numbers, at some of them: exact at these points.
 *
 * @param name of the numbers: a column, or a column and a part of its dates, e.g. {@code sold:
 *     month}
 * @param missing share of the rows without a number, in [0, 1]
 * @param values ascending, the least and the greatest among them; empty if no row has a number
 * @param shares of the numbers at most as large as each value; the last is 1
 */
public record NumberProfile(String name, double missing, List<Float> values, List<Double> shares) {
  /** Points besides the least: the numbers between two of them are a hundredth of all, or fewer. */
  private static final int STEPS = 100;

  private static final double DIGITS = 1e6;

  /** Checks sizes and orders. */
  public NumberProfile {
    values = List.copyOf(values);
    shares = List.copyOf(shares);
    if (!(missing >= 0 && missing <= 1)) {
      throw new IllegalArgumentException(
          "profile of \"%s\": missing %s (expected: in [0, 1])".formatted(name, missing));
    }
    boolean ordered = values.size() == shares.size() && values.size() <= STEPS + 1;
    for (int i = 0; ordered && i < values.size(); i++) {
      ordered =
          Float.isFinite(values.get(i))
              && shares.get(i) > 0
              && (i == 0
                  || (values.get(i - 1) < values.get(i) && shares.get(i - 1) <= shares.get(i)));
    }
    if (!ordered || (!shares.isEmpty() && shares.get(shares.size() - 1) != 1)) {
      throw new IllegalArgumentException(
          "profile of \"%s\": values %s, shares %s (expected: ascending, the last share 1)"
              .formatted(name, values, shares));
    }
  }

  /**
   * Of numbers.
   *
   * @param numbers of some rows, NaN for a missing one; at least one row
   */
  public static NumberProfile of(String name, double[] numbers) {
    float[] ascending = new float[numbers.length];
    int present = 0;
    for (double number : numbers) {
      if (Float.isFinite((float) number)) {
        ascending[present++] = (float) number;
      }
    }
    Arrays.sort(ascending, 0, present);
    List<Float> values = new ArrayList<>();
    List<Double> shares = new ArrayList<>();
    int next = 0;
    for (int step = 0; step <= STEPS && next < present; step++) {
      int place = (int) ((long) step * (present - 1) / STEPS);
      if (place >= next) {
        // 0 and -0 are the same number, although sorting distinguishes them.
        float value = ascending[place] + 0f;
        while (next < present && ascending[next] <= value) {
          next++;
        }
        values.add(value);
        shares.add(next == present ? 1 : rounded((double) next / present));
      }
    }
    return new NumberProfile(
        name, rounded((numbers.length - present) / (double) numbers.length), values, shares);
  }

  /**
   * Shares need no more digits, and a description has many. Positive shares are at least one unit.
   */
  static double rounded(double share) {
    return share == 0 ? 0 : Math.max(1, Math.round(share * DIGITS)) / DIGITS;
  }

  /** Whether no row has a number. */
  boolean absent() {
    return values.isEmpty();
  }

  /** The least number. */
  float least() {
    return values.get(0);
  }

  /** The greatest number. */
  float greatest() {
    return values.get(values.size() - 1);
  }
}
