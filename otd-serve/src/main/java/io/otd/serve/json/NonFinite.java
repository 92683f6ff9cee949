package io.otd.serve.json;

import java.nio.charset.StandardCharsets;

/** How a reply says that a number is not finite. */
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

  private final byte[] notANumber;
  private final byte[] positive;
  private final byte[] negative;

  NonFinite(String notANumber, String positive, String negative) {
    this.notANumber = notANumber.getBytes(StandardCharsets.US_ASCII);
    this.positive = positive.getBytes(StandardCharsets.US_ASCII);
    this.negative = negative.getBytes(StandardCharsets.US_ASCII);
  }

  /** What to write for a value that is not finite; not copied. */
  byte[] text(double value) {
    if (Double.isNaN(value)) {
      return notANumber;
    }
    return value > 0 ? positive : negative;
  }
}
