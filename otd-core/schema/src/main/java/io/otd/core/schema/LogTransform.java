// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

/** The natural logarithm, for targets above 0. */
public record LogTransform() implements TargetTransform {
  @Override
  public double forward(double value) {
    if (!defined(value)) {
      throw new IllegalArgumentException(value + " (expected: above 0, for log)");
    }
    return Math.log(value);
  }

  @Override
  public boolean defined(double value) {
    return value > 0;
  }

  @Override
  public double logSlope(double value) {
    return -Math.log(value);
  }

  @Override
  public double back(double transformed) {
    return Math.exp(transformed);
  }

  @Override
  public double least() {
    return 0;
  }

  @Override
  public String description() {
    return "log(y)";
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.log();
  }
}
