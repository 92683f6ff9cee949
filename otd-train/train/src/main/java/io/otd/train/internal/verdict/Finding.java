// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.verdict;

/**
 * One sentence about a model.
 *
 * @param mark whether it is good news
 * @param sentence for the reader of a report
 */
public record Finding(Mark mark, String sentence) {
  /** Whether a finding is good news. */
  public enum Mark {
    /** As it should be. */
    GOOD("\u2713"),
    /** Not as it should be. */
    BAD("\u2717"),
    /** Neither, or too few rows to tell. */
    NEUTRAL("\u2022");

    private final String sign;

    Mark(String sign) {
      this.sign = sign;
    }

    /** One character. */
    public String sign() {
      return sign;
    }

    /** Name of the style. */
    public String style() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  static Finding of(boolean good, String sentence) {
    return new Finding(good ? Mark.GOOD : Mark.BAD, sentence);
  }

  static Finding neutral(String sentence) {
    return new Finding(Mark.NEUTRAL, sentence);
  }

  /** A share of 1 as a whole number of percent. */
  static String percent(double share) {
    return Math.round(100 * share) + " %";
  }
}
