// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.profile;

import java.util.HashSet;
import java.util.List;

/**
 * How often each text occurs in a column.
 *
 * @param name of the column
 * @param missing share of the rows without a text, in [0, 1]
 * @param texts each once
 * @param shares of the rows with each text; the remaining rows have other texts
 */
public record TextProfile(String name, double missing, List<String> texts, List<Double> shares) {
  private static final double ROUNDING = 1e-3;

  /** Checks sizes and ranges. */
  public TextProfile {
    texts = List.copyOf(texts);
    shares = List.copyOf(shares);
    double sum = missing + shares.stream().mapToDouble(Double::doubleValue).sum();
    boolean inRange = missing >= 0 && shares.stream().allMatch(share -> share >= 0);
    if (!inRange || !(sum <= 1 + ROUNDING)) {
      throw new IllegalArgumentException(
          "profile of \"%s\": missing %s, shares %s (expected: at least 0, together at most 1)"
              .formatted(name, missing, shares));
    }
    if (texts.size() != shares.size() || new HashSet<>(texts).size() != texts.size()) {
      throw new IllegalArgumentException(
          "profile of \"%s\": texts %s, %s shares (expected: each text once, a share for each)"
              .formatted(name, texts, shares.size()));
    }
  }

  /**
   * Of counted rows.
   *
   * @param counts of the rows with each text
   * @param gaps rows without a text
   * @param rows all of them, at least 1
   */
  public static TextProfile of(
      String name, List<String> texts, List<Integer> counts, int gaps, int rows) {
    return new TextProfile(
        name,
        NumberProfile.rounded((double) gaps / rows),
        texts,
        counts.stream().map(count -> NumberProfile.rounded((double) count / rows)).toList());
  }
}
