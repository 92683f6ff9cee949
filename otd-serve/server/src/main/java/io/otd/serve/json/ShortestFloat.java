// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import java.math.BigInteger;

/**
 * The shortest decimal that is read back as a given float; of several as short, the nearest.
 *
 * @implNote The method is Schubfach: R. Giulietti, "The Schubfach way to render doubles" (2020),
 *     for floats, whose powers of ten need 63 bits. It returns the digits as an integer: libraries
 *     create a string for each number first, and a large reply has a million of them.
 */
final class ShortestFloat {
  private static final int MANTISSA = 23;
  private static final int LEAST_NORMAL = 1 << MANTISSA;
  private static final int LEAST_EXPONENT = -149;

  /** Below it a subnormal number has too few digits to begin with. */
  private static final int TINY = 8;

  private static final int LEAST_POWER = -46;
  private static final int LARGEST_POWER = 32;
  private static final long[] POWERS = powers();
  private static final int SCALE_BITS = 16;
  private static final int SCALE_MASK = 0xFFFF;
  private static final int SCALE_ZERO = 0x8000;
  private static final long LOW_BITS = 0xFFFF_FFFFL;

  private ShortestFloat() {}

  /**
   * Powers of ten, from {@code 10^-LEAST_POWER} down: the upper 63 of the 126 bits of each, rounded
   * up.
   */
  private static long[] powers() {
    long[] powers = new long[LARGEST_POWER - LEAST_POWER + 1];
    for (int k = LEAST_POWER; k <= LARGEST_POWER; k++) {
      BigInteger ten = BigInteger.TEN.pow(Math.abs(k));
      BigInteger scaled;
      if (k <= 0) {
        int shift = 126 - ten.bitLength();
        scaled = shift >= 0 ? ten.shiftLeft(shift) : ten.shiftRight(-shift);
      } else {
        // 10^-k lies between 2^-bits and 2^(1-bits).
        scaled = BigInteger.ONE.shiftLeft(125 + ten.bitLength()).divide(ten);
      }
      powers[k - LEAST_POWER] = scaled.add(BigInteger.ONE).shiftRight(63).longValueExact();
    }
    return powers;
  }

  /**
   * The decimal {@code digits * 10^scale}, packed into one number.
   *
   * @param value finite and greater than zero
   */
  static long decimal(float value) {
    int bits = Float.floatToRawIntBits(value);
    int mantissa = bits & (LEAST_NORMAL - 1);
    int exponent = bits >>> MANTISSA;
    if (exponent > 0) {
      return decimal(exponent - 1 + LEAST_EXPONENT, LEAST_NORMAL | mantissa, 0);
    }
    return mantissa < TINY
        ? decimal(LEAST_EXPONENT, 10 * mantissa, -1)
        : decimal(LEAST_EXPONENT, mantissa, 0);
  }

  /** Names as in the paper: the value is c 2^q; the interval around it rounds to it. */
  private static long decimal(int q, int c, int dk) {
    int out = c & 1;
    long cb = (long) c << 2;
    long cbr = cb + 2;
    long cbl;
    int k;
    if (c != LEAST_NORMAL || q == LEAST_EXPONENT) {
      cbl = cb - 2;
      k = floorLog10OfPower2(q);
    } else {
      // Below a power of two the neighbour is nearer.
      cbl = cb - 1;
      k = floorLog10OfThreeQuartersPower2(q);
    }
    int h = q + floorLog2OfPower10(-k) + 33;
    long g = POWERS[k - LEAST_POWER] + 1;
    int vb = roundToOdd(g, cb << h);
    int vbl = roundToOdd(g, cbl << h);
    int vbr = roundToOdd(g, cbr << h);
    int s = vb >> 2;
    if (s >= 100) {
      int sp10 = 10 * (int) ((s * 1_717_986_919L) >>> 34);
      int tp10 = sp10 + 10;
      boolean below = vbl + out <= sp10 << 2;
      boolean above = (tp10 << 2) + out <= vbr;
      if (below != above) {
        return packed(below ? sp10 : tp10, k + dk);
      }
    }
    int t = s + 1;
    boolean below = vbl + out <= s << 2;
    boolean above = (t << 2) + out <= vbr;
    if (below != above) {
      return packed(below ? s : t, k + dk);
    }
    int nearer = vb - ((s + t) << 1);
    return packed(nearer < 0 || (nearer == 0 && (s & 1) == 0) ? s : t, k + dk);
  }

  /** The digits of a packed decimal, which do not end in 0. */
  static long digits(long packed) {
    return packed >>> SCALE_BITS;
  }

  /** The scale of a packed decimal. */
  static int scale(long packed) {
    return (int) (packed & SCALE_MASK) - SCALE_ZERO;
  }

  private static long packed(int digits, int scale) {
    int shortest = digits;
    int power = scale;
    while (shortest % 10 == 0) {
      shortest /= 10;
      power++;
    }
    return ((long) shortest << SCALE_BITS) | (power + SCALE_ZERO);
  }

  private static int roundToOdd(long g, long cp) {
    long product = Math.multiplyHigh(g, cp);
    return (int) ((product >>> 31) | (((product & LOW_BITS) + LOW_BITS) >>> 32));
  }

  private static int floorLog10OfPower2(int e) {
    return (int) ((e * 661_971_961_083L) >> 41);
  }

  private static int floorLog10OfThreeQuartersPower2(int e) {
    return (int) ((e * 661_971_961_083L - 274_743_187_321L) >> 41);
  }

  private static int floorLog2OfPower10(int e) {
    return (int) ((e * 913_124_641_741L) >> 38);
  }
}
