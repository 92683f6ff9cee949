// SPDX-License-Identifier: Apache-2.0
package io.otd.core.metrics.density;

/** Column-wise {@code (value - shift) / width}; columns beyond the arrays are left unchanged. */
record Affine(double[] shift, double[] width) implements LikelihoodScale {
  Affine {
    if (shift.length != width.length) {
      throw new IllegalArgumentException(
          "scale: %s shifts and %s widths (expected: as many)"
              .formatted(shift.length, width.length));
    }
    for (int j = 0; j < width.length; j++) {
      if (!(width[j] > 0) || Double.isInfinite(width[j]) || !Double.isFinite(shift[j])) {
        throw new IllegalArgumentException(
            "scale of output %s: shift %s, width %s (expected: finite, width > 0)"
                .formatted(j, shift[j], width[j]));
      }
    }
  }

  @Override
  public double forward(int output, double value) {
    return output < shift.length ? (value - shift[output]) / width[output] : value;
  }

  @Override
  public double logDerivative(int output, double value) {
    return output < width.length ? -Math.log(width[output]) : 0;
  }
}
