// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.util.Arrays;

/**
 * Finite numbers as decimal text, in the form of C's {@code %g}: the fewest digits that are read
 * back as the same number, an exponent of at least two digits where it is below -4 or not below the
 * precision (6 digits where they are enough, else 9 for a float and 17 for a double), and always a
 * point or an exponent, so that a reader can tell it from an integer.
 */
final class DecimalText {
  /** More bytes than any number needs. */
  static final int LONGEST = 32;

  private static final int SHORT_PRECISION = 6;
  private static final int FLOAT_PRECISION = 9;
  private static final int DOUBLE_PRECISION = 17;
  private static final int WHOLE = 1_000_000;

  private DecimalText() {}

  /** Writes a float at a position; returns the position after it. */
  static int put(float value, byte[] bytes, int at) {
    int whole = (int) value;
    if (whole == value && Math.abs(whole) < WHOLE) {
      return putWhole(whole, Float.floatToRawIntBits(value) < 0, bytes, at);
    }
    int from = at;
    if (value < 0) {
      bytes[from++] = '-';
    }
    long decimal = ShortestFloat.decimal(Math.abs(value));
    return put(
        ShortestFloat.digits(decimal), ShortestFloat.scale(decimal), FLOAT_PRECISION, bytes, from);
  }

  /** Writes a double at a position; returns the position after it. */
  static int put(double value, byte[] bytes, int at) {
    int whole = (int) value;
    if (whole == value && Math.abs(whole) < WHOLE) {
      return putWhole(whole, Double.doubleToRawLongBits(value) < 0, bytes, at);
    }
    return put(NumberOutput.toString(value, true), DOUBLE_PRECISION, bytes, at);
  }

  private static int putWhole(int whole, boolean negative, byte[] bytes, int from) {
    int at = from;
    if (negative) {
      bytes[at++] = '-';
    }
    at = put(Math.abs(whole), bytes, at);
    bytes[at++] = '.';
    bytes[at++] = '0';
    return at;
  }

  /** Writes an integer at a position; returns the position after it. */
  static int put(long value, byte[] bytes, int at) {
    return NumberOutput.outputLong(value, bytes, at);
  }

  /** Converts the result of {@code Float.toString} to the form of this class. */
  private static int put(String java, int precision, byte[] bytes, int start) {
    int at = start;
    int i = 0;
    if (java.charAt(0) == '-') {
      bytes[at++] = '-';
      i++;
    }
    long digits = 0;
    int scale = 0;
    int places = 0;
    for (; i < java.length(); i++) {
      char c = java.charAt(i);
      if (c == '.') {
        places = 1;
      } else if (c == 'E') {
        scale += Integer.parseInt(java, i + 1, java.length(), 10);
        break;
      } else {
        digits = digits * 10 + c - '0';
        scale -= places;
      }
    }
    while (digits % 10 == 0) {
      digits /= 10;
      scale++;
    }
    return put(digits, scale, precision, bytes, at);
  }

  /** Writes a positive number that does not end in 0, times a power of ten. */
  private static int put(long digits, int scale, int precision, byte[] bytes, int at) {
    int end = put(digits, bytes, at);
    int count = end - at;
    int exponent = count - 1 + scale;
    if (exponent < -4 || exponent >= (count <= SHORT_PRECISION ? SHORT_PRECISION : precision)) {
      end = count == 1 ? end : point(bytes, at + 1, end);
      return exponent(exponent, bytes, end);
    }
    if (exponent < 0) {
      int zeros = 1 - exponent;
      System.arraycopy(bytes, at, bytes, at + zeros, count);
      Arrays.fill(bytes, at, at + zeros, (byte) '0');
      bytes[at + 1] = '.';
      return end + zeros;
    }
    if (scale < 0) {
      return point(bytes, at + exponent + 1, end);
    }
    Arrays.fill(bytes, end, end + scale, (byte) '0');
    end += scale;
    bytes[end] = '.';
    bytes[end + 1] = '0';
    return end + 2;
  }

  /** Makes room for the point. */
  private static int point(byte[] bytes, int at, int end) {
    System.arraycopy(bytes, at, bytes, at + 1, end - at);
    bytes[at] = '.';
    return end + 1;
  }

  private static int exponent(int exponent, byte[] bytes, int from) {
    int at = from;
    bytes[at++] = 'e';
    bytes[at++] = (byte) (exponent < 0 ? '-' : '+');
    int size = Math.abs(exponent);
    if (size < 10) {
      bytes[at++] = '0';
    }
    return put(size, bytes, at);
  }
}
