// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import com.fasterxml.jackson.core.io.NumberInput;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One number of a body, parsed: reused from number to number. A number without a point and an
 * exponent is an integer if 64 bits hold it, signed or unsigned; every other one is a double, and
 * so {@code -0} is the integer 0.
 */
public final class JsonNumber {
  /** The rest of Infinity after Inf, which is also accepted. */
  private static final byte[] INFINITY_REST = {'i', 'n', 'i', 't', 'y'};

  private static final int LONGEST_EXACT = 19;
  private static final int LARGEST_EXPONENT = 99_999;
  private static final long EXACT_IN_DOUBLE = 1L << 53;
  private static final double[] POWERS_OF_TEN = {
    1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
    1e17, 1e18, 1e19, 1e20, 1e21, 1e22
  };

  private final byte[] bytes;
  private int from;
  private int to;
  private boolean negative;
  private boolean finite;
  private boolean integer;

  /** The digits without point and sign, as an unsigned number; exact up to 19 of them. */
  private long digits;

  /** Number of digits in {@code digits}, without leading zeros. */
  private int count;

  private int exponent;
  private boolean cut;

  JsonNumber(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Reads a number that is known to be well-formed.
   *
   * @return where it ends
   */
  int read(int start) {
    from = start;
    int at = start;
    negative = bytes[at] == '-';
    if (negative) {
      at++;
    }
    finite = bytes[at] <= '9';
    integer = finite;
    if (!finite) {
      to = wordEnd(at);
      return to;
    }
    digits = 0;
    count = 0;
    exponent = 0;
    cut = false;
    at = digits(at, 0);
    if (at < bytes.length && bytes[at] == '.') {
      integer = false;
      at = digits(at + 1, 1);
    }
    if (at < bytes.length && (bytes[at] | 0x20) == 'e') {
      integer = false;
      at = scale(at + 1);
    }
    to = at;
    if (integer) {
      decideInteger();
    }
    return at;
  }

  private int wordEnd(int at) {
    int end = at + 3; // Inf and NaN
    boolean whole =
        end + INFINITY_REST.length <= bytes.length
            && Arrays.equals(
                bytes, end, end + INFINITY_REST.length, INFINITY_REST, 0, INFINITY_REST.length);
    return whole ? end + INFINITY_REST.length : end;
  }

  /** Reads digits, each of which shifts the decimal point by {@code fraction} places. */
  private int digits(int start, int fraction) {
    int at = start;
    while (at < bytes.length && JsonGrammar.isDigit(bytes[at])) {
      if (count < LONGEST_EXACT) {
        digits = digits * 10 + bytes[at] - '0';
        exponent -= fraction;
        if (digits != 0) {
          count++;
        }
      } else {
        cut = true;
        exponent += 1 - fraction;
      }
      at++;
    }
    return at;
  }

  private int scale(int start) {
    int at = start;
    boolean minus = bytes[at] == '-';
    if (minus || bytes[at] == '+') {
      at++;
    }
    int value = exponent(bytes, at);
    exponent += minus ? -value : value;
    while (at < bytes.length && JsonGrammar.isDigit(bytes[at])) {
      at++;
    }
    return at;
  }

  /** The digits of an exponent as a number, large ones cut where all are alike. */
  static int exponent(byte[] bytes, int from) {
    int value = 0;
    for (int at = from; at < bytes.length && JsonGrammar.isDigit(bytes[at]); at++) {
      value = Math.min(LARGEST_EXPONENT, value * 10 + bytes[at] - '0');
    }
    return value;
  }

  private void decideInteger() {
    if (cut) {
      try {
        digits = Long.parseUnsignedLong(text());
        cut = false;
        exponent = 0;
      } catch (NumberFormatException e) {
        integer = false;
      }
    }
    if (negative && integer) {
      integer = Long.compareUnsigned(digits, Long.MIN_VALUE) <= 0;
    }
  }

  /** Where it ends. */
  int end() {
    return to;
  }

  /** Whether it is an integer of 64 bits, signed or unsigned. */
  boolean isInteger() {
    return integer;
  }

  /** Whether it is an integer of 64 bits, signed. */
  public boolean isLong() {
    return integer && (negative || digits >= 0);
  }

  /** Whether it is an integer of 64 bits, unsigned. */
  boolean isUnsignedLong() {
    return integer && (!negative || digits == 0);
  }

  /** The integer's bits. */
  public long bits() {
    return negative ? -digits : digits;
  }

  /** The nearest double. */
  public double value() {
    if (!finite) {
      double size = bytes[to - 1] == 'N' ? Double.NaN : Double.POSITIVE_INFINITY;
      return negative ? -size : size;
    }
    if (integer && (negative || digits >= 0)) {
      return bits();
    }
    if (!cut && digits >= 0 && digits <= EXACT_IN_DOUBLE && Math.abs(exponent) <= 22) {
      // Both operands are exact, so the result is rounded once (Clinger 1990).
      double size =
          exponent < 0 ? digits / POWERS_OF_TEN[-exponent] : digits * POWERS_OF_TEN[exponent];
      return negative ? -size : size;
    }
    return NumberInput.parseDouble(text(), true);
  }

  private String text() {
    return new String(bytes, from, to - from, StandardCharsets.ISO_8859_1);
  }
}
