// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.totals;

import java.io.Serializable;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * A sum of doubles without rounding: a fixed-point number with a place for each bit that a double
 * can have. The result thus depends neither on the order of the numbers nor on their partition.
 */
final class ExactSum implements Serializable {
  private static final long serialVersionUID = 1;

  /** Bits of a limb; the rest of a long holds the carries of many sums. */
  private static final int LIMB = 32;

  private static final long MASK = (1L << LIMB) - 1;

  /** Exponent of the lowest bit that a double can have. */
  private static final int LOWEST = -1074;

  private static final int MANTISSA = 52;
  private static final int LIMBS = (1024 - LOWEST) / LIMB + 3;

  /** Sums of this number of parts below 2^32 stay within a long. */
  private static final int SETTLE_AFTER = 1 << 30;

  private final long[] limbs = new long[LIMBS];
  private int pending;

  /** Adds a finite number. */
  void add(double value) {
    long bits = Double.doubleToRawLongBits(value);
    int exponent = (int) (bits >>> MANTISSA) & 0x7ff;
    long fraction = bits & ((1L << MANTISSA) - 1);
    long mantissa = exponent == 0 ? fraction : fraction | 1L << MANTISSA;
    // The value is mantissa * 2^(place + LOWEST).
    int place = Math.max(0, exponent - 1);
    int limb = place / LIMB;
    int shift = place % LIMB;
    long low = (mantissa & MASK) << shift;
    long high = (mantissa >>> LIMB) << shift;
    long sign = bits < 0 ? -1 : 1;
    limbs[limb] += sign * (low & MASK);
    limbs[limb + 1] += sign * ((low >>> LIMB) + (high & MASK));
    limbs[limb + 2] += sign * (high >>> LIMB);
    settle(1);
  }

  /** Adds a product. */
  void addProduct(double value, double by) {
    if (by == 1) {
      add(value);
      return;
    }
    double product = value * by;
    add(product);
    add(Math.fma(value, by, -product));
  }

  /** Adds a square, times a weight. */
  void addSquare(double value, double weight) {
    if (weight == 1) {
      addProduct(value, value);
      return;
    }
    double square = value * value;
    addProduct(square, weight);
    addProduct(Math.fma(value, value, -square), weight);
  }

  void add(ExactSum other) {
    for (int i = 0; i < LIMBS; i++) {
      limbs[i] += other.limbs[i];
    }
    settle(other.pending + 1);
  }

  /** Carries before a limb can be too large. */
  private void settle(int more) {
    pending += more;
    if (pending < SETTLE_AFTER) {
      return;
    }
    for (int i = 0; i + 1 < LIMBS; i++) {
      limbs[i + 1] += limbs[i] >> LIMB;
      limbs[i] &= MASK;
    }
    pending = 1;
  }

  /** The sum itself. */
  BigDecimal value() {
    BigInteger sum = BigInteger.ZERO;
    for (int i = LIMBS - 1; i >= 0; i--) {
      sum = sum.shiftLeft(LIMB).add(BigInteger.valueOf(limbs[i]));
    }
    return new BigDecimal(sum).divide(new BigDecimal(BigInteger.ONE.shiftLeft(-LOWEST)));
  }
}
