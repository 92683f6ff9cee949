// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import io.otd.core.internal.check.Check;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.schema.TargetSupport;
import java.util.List;

/**
 * The distance of an observed value from a prediction, as one number, and the interval of all
 * values within this distance. The score of a value is at most q exactly where the interval of
 * offset q holds it.
 */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = ConformalRule.None.class, name = "none"),
  @JsonSubTypes.Type(value = ConformalRule.Normalized.class, name = "normalized"),
  @JsonSubTypes.Type(value = ConformalRule.Quantiles.class, name = "cqr")
})
public sealed interface ConformalRule {
  /**
   * The score of an observed value.
   *
   * @param law of one output of one row
   * @param observed finite
   */
  double score(Law law, double observed);

  /**
   * The interval of all values whose score is at most an offset.
   *
   * @param law of one output of one row
   * @param offset may be infinite
   */
  Bounds bounds(Law law, double offset);

  /**
   * Checks that the rule is for this number of outputs.
   *
   * @param outputs d_y
   * @throws IllegalArgumentException if it is not
   */
  default void requireOutputs(int outputs) {}

  /**
   * Whether the score of a row is the largest of its outputs', so that all outputs of a row lie
   * within the same offset together.
   */
  default boolean joint() {
    return false;
  }

  /**
   * One output of one row.
   *
   * @param draws {@code [K, n, d_y]}
   * @param row its number
   * @param output its number
   * @param level alpha of the interval, inside (0, 1)
   */
  record Law(Draws draws, int row, int output, double level) {
    double mean() {
      return draws.mean(row, output);
    }

    double standardDeviation() {
      return draws.standardDeviation(row, output);
    }

    Bounds central() {
      double[] ascending = draws.sorted(row, output);
      return new Bounds(
          EmpiricalQuantile.lower(level).of(ascending),
          EmpiricalQuantile.upper(level).of(ascending));
    }
  }

  /**
   * Ends of an interval, in the target's units.
   *
   * @param low may be minus infinity
   * @param high may be infinity
   */
  record Bounds(double low, double high) {
    /**
     * Without the values that the target cannot take. As many training values lie inside; a later
     * value beyond a bound that was found in them is outside of every interval.
     */
    public Bounds within(TargetSupport possible) {
      return new Bounds(possible.within(low), possible.within(high));
    }
  }

  /** Nothing is calibrated. */
  record None() implements ConformalRule {
    @Override
    public double score(Law law, double observed) {
      throw new IllegalStateException("no conformal calibration");
    }

    @Override
    public Bounds bounds(Law law, double offset) {
      throw new IllegalStateException("no conformal calibration");
    }
  }

  /**
   * The normalised residual {@code |y - mean| / std} (Lei et al. 2018, section 5.2), the interval
   * {@code mean +- q std}.
   *
   * @implNote A row without spread has no such ratio: std is not taken below the floor, which must
   *     not depend on the calibration rows.
   * @param floor of std, of each output, in its units, above 0
   * @param joint whether the intervals of all outputs hold together: then they are the sides of a
   *     box of half the width q in standard deviations
   */
  record Normalized(List<Double> floor, boolean joint) implements ConformalRule {
    /** Checks the floors. */
    public Normalized {
      floor = List.copyOf(floor);
      for (double value : floor) {
        Check.positive("floor of the standard deviation", value);
      }
    }

    @Override
    public double score(Law law, double observed) {
      return Math.abs(observed - law.mean()) / scale(law);
    }

    @Override
    public Bounds bounds(Law law, double offset) {
      double half = offset * scale(law);
      return new Bounds(law.mean() - half, law.mean() + half);
    }

    @Override
    public void requireOutputs(int outputs) {
      if (floor.size() != outputs) {
        throw new IllegalArgumentException(
            "floors of the standard deviation: %s (expected: %s, one an output)"
                .formatted(floor.size(), outputs));
      }
    }

    private double scale(Law law) {
      return Math.max(law.standardDeviation(), floor.get(law.output()));
    }
  }

  /**
   * Conformalised quantile regression (Romano, Patterson and Candes 2019): {@code max(low - y, y -
   * high)} for the central interval {@code [low, high]} of the draws, the interval {@code [low - q,
   * high + q]}; q below 0 makes intervals narrower.
   *
   * @implNote If a negative q exceeds half the width, no value remains; the interval is then only
   *     the middle, which can only increase coverage.
   */
  record Quantiles() implements ConformalRule {
    @Override
    public double score(Law law, double observed) {
      Bounds central = law.central();
      return Math.max(central.low() - observed, observed - central.high());
    }

    @Override
    public Bounds bounds(Law law, double offset) {
      Bounds central = law.central();
      double low = central.low() - offset;
      double high = central.high() + offset;
      if (low <= high) {
        return new Bounds(low, high);
      }
      double middle = central.low() + (central.high() - central.low()) / 2;
      return new Bounds(middle, middle);
    }
  }
}
