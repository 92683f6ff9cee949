// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

/** Leaves the target unchanged. */
public record IdentityTransform() implements TargetTransform {
  @Override
  public double forward(double value) {
    return value;
  }

  @Override
  public double logSlope(double value) {
    return 0;
  }

  @Override
  public double back(double transformed) {
    return transformed;
  }

  @Override
  public String description() {
    return "y";
  }

  @Override
  public <R> R accept(Visitor<R> visitor) {
    return visitor.identity();
  }
}
