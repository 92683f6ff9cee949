// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

/** {@code log(1 + y)}, for targets above -1. */
public record Log1pTransform() implements TargetTransform {
  @Override
  public double forward(double value) {
    if (!defined(value)) {
      throw new IllegalArgumentException(value + " (expected: above -1, for log1p)");
    }
    return Math.log1p(value);
  }

  @Override
  public boolean defined(double value) {
    return value > -1;
  }

  @Override
  public double logSlope(double value) {
    return -Math.log1p(value);
  }

  @Override
  public double back(double transformed) {
    return Math.expm1(transformed);
  }

  @Override
  public double least() {
    return -1;
  }

  @Override
  public String description() {
    return "log(1 + y)";
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.log1p();
  }
}
