// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

/** The inverse of the standard normal distribution function (Wichura 1988, algorithm AS 241). */
final class NormalQuantile {
  private static final double[] CENTER = {
    3.3871328727963665, 133.14166789178438, 1971.5909503065513,
    13731.69376550946, 45921.95393154987, 67265.7709270087,
    33430.57558358813, 2509.0809287301227
  };
  private static final double[] CENTER_BELOW = {
    1.0,
    42.31333070160091,
    687.1870074920579,
    5394.196021424751,
    21213.794301586597,
    39307.89580009271,
    28729.085735721943,
    5226.495278852854
  };
  private static final double[] MIDDLE = {
    1.4234371107496835, 4.630337846156546, 5.769497221460691,
    3.6478483247632045, 1.2704582524523684, 0.2417807251774506,
    0.022723844989269184, 0.0007745450142783414
  };
  private static final double[] MIDDLE_BELOW = {
    1.0,
    2.053191626637759,
    1.6763848301838038,
    0.6897673349851,
    0.14810397642748008,
    0.015198666563616457,
    0.0005475938084995345,
    1.0507500716444169e-09
  };
  private static final double[] TAIL = {
    6.657904643501103, 5.463784911164114, 1.7848265399172913,
    0.29656057182850487, 0.026532189526576124, 0.0012426609473880784,
    2.7115555687434876e-05, 2.0103343992922881e-07
  };
  private static final double[] TAIL_BELOW = {
    1.0,
    0.599832206555888,
    0.1369298809227358,
    0.014875361290850615,
    0.0007868691311456133,
    1.8463183175100548e-05,
    1.421511758316446e-07,
    2.0442631033899397e-15
  };
  private static final double CENTER_END = 0.425;
  private static final double MIDDLE_END = 5;

  private NormalQuantile() {}

  /**
   * The quantile.
   *
   * @param p strictly inside (0, 1)
   */
  static double of(double p) {
    double q = p - 0.5;
    if (Math.abs(q) <= CENTER_END) {
      double r = CENTER_END * CENTER_END - q * q;
      return q * polynomial(CENTER, r) / polynomial(CENTER_BELOW, r);
    }
    double r = Math.sqrt(-StrictMath.log(Math.min(p, 1 - p)));
    double far =
        r <= MIDDLE_END
            ? polynomial(MIDDLE, r - 1.6) / polynomial(MIDDLE_BELOW, r - 1.6)
            : polynomial(TAIL, r - MIDDLE_END) / polynomial(TAIL_BELOW, r - MIDDLE_END);
    return q < 0 ? -far : far;
  }

  private static double polynomial(double[] coefficients, double x) {
    double sum = 0;
    for (int i = coefficients.length - 1; i >= 0; i--) {
      sum = sum * x + coefficients[i];
    }
    return sum;
  }
}
