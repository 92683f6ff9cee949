// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

/** The form of non-finite numbers in a reply. */
public enum NonFinite {
  /**
   * {@code NaN}, {@code Infinity}, {@code -Infinity}: what TensorFlow Serving writes, which RFC
   * 8259 does not know.
   */
  BARE("NaN", "Infinity", "-Infinity"),
  /** {@code null}, whichever it is. */
  NULL("null", "null", "null"),
  /** The words of {@link #BARE}, as strings. */
  STRING("\"NaN\"", "\"Infinity\"", "\"-Infinity\"");

  private final String notANumber;
  private final String positive;
  private final String negative;

  NonFinite(String notANumber, String positive, String negative) {
    this.notANumber = notANumber;
    this.positive = positive;
    this.negative = negative;
  }

  /** The form of a value that is not finite. */
  public String text(double value) {
    if (Double.isNaN(value)) {
      return notANumber;
    }
    return value > 0 ? positive : negative;
  }
}
