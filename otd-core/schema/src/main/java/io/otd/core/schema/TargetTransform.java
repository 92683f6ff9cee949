// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;

/**
 * A strictly increasing function that makes a target's distribution closer to normal, before
 * standardisation; and its inverse.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = IdentityTransform.class, name = "identity"),
  @JsonSubTypes.Type(value = BoundedTransform.class, name = "bounded"),
  @JsonSubTypes.Type(value = LogTransform.class, name = "log"),
  @JsonSubTypes.Type(value = Log1pTransform.class, name = "log1p"),
  @JsonSubTypes.Type(value = YeoJohnsonTransform.class, name = "yeo_johnson"),
  @JsonSubTypes.Type(value = QuantileTransform.class, name = "quantile")
})
public sealed interface TargetTransform
    permits IdentityTransform,
        BoundedTransform,
        LogTransform,
        Log1pTransform,
        YeoJohnsonTransform,
        QuantileTransform {
  /**
   * The transformed value.
   *
   * @param value in the target's units
   * @throws IllegalArgumentException if the transform is not defined there, naming value and domain
   */
  double forward(double value);

  /** Whether {@link #forward} is defined for a value. */
  default boolean defined(double value) {
    return true;
  }

  /**
   * The logarithm of the derivative of {@link #forward}, for densities.
   *
   * @param value in the target's units, inside the domain
   */
  double logSlope(double value);

  /**
   * The inverse of {@link #forward}, defined for every number.
   *
   * @param transformed any number; NaN gives NaN
   */
  double back(double transformed);

  /** Whether it is a straight line. */
  default boolean linear() {
    return this instanceof IdentityTransform;
  }

  /** Whether the way back grows faster than a straight line, so that outputs need bounds. */
  default boolean grows() {
    return !linear();
  }

  /**
   * The least value that the way back may give, in the target's units; minus infinity for none. If
   * no training row is below 0, as for amounts and counts, predictions are not either.
   *
   * @param smallest of the training rows
   */
  default double floor(double smallest) {
    return smallest >= 0 && defined(0) ? 0 : Double.NEGATIVE_INFINITY;
  }

  /** No value on the way back is below this, in the target's units; minus infinity for none. */
  default double least() {
    return Double.NEGATIVE_INFINITY;
  }

  /** No value on the way back is above this, in the target's units; infinity for none. */
  default double greatest() {
    return Double.POSITIVE_INFINITY;
  }

  /** The transform in words, for people; {@code y} is the target. */
  String description();

  /** Calls the visitor's method for this transform. */
  <R> R accept(Visitor<R> visitor);

  /**
   * Something that is done differently for each transform, outside of plain Java: the way back as
   * operations of a graph.
   *
   * @param <R> type of the result
   */
  interface Visitor<R> {
    /** For {@link IdentityTransform}. */
    R identity();

    /** For {@link BoundedTransform}. */
    R bounded(BoundedTransform transform);

    /** For {@link LogTransform}. */
    R log();

    /** For {@link Log1pTransform}. */
    R log1p();

    /** For {@link YeoJohnsonTransform}. */
    R yeoJohnson(YeoJohnsonTransform transform);

    /** For {@link QuantileTransform}. */
    R quantile(QuantileTransform transform);
  }
}
