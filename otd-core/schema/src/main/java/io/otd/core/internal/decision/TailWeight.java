// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.decision;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.Crps;
import io.otd.core.metrics.evaluation.ScoreOptions;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * The part of a distribution that a CRPS weighs (Gneiting and Ranjan 2011, "Comparing Density
 * Forecasts Using Threshold- and Quantile-Weighted Scoring Rules"). Every such score is proper and
 * in the target's units; lower is better. From four draws on, the estimates are unbiased in their
 * number.
 */
public sealed interface TailWeight {
  /** The texts that {@link #of} reads, for messages. */
  String FORMS = "above:NUMBER, below:NUMBER, upper, lower, tails or centre";

  /** The end of the score's name, such as {@code above_40}. */
  String label();

  /**
   * The score of one output of one row.
   *
   * @param ascending {@code [K]} draws in ascending order, at least one
   * @param observed finite
   */
  double score(double[] ascending, double observed);

  /** The score among others, by a name such as {@code crps_above_40}. */
  default ScoreOptions.Further further() {
    return new ScoreOptions.Further("crps_" + label(), this::score);
  }

  /**
   * A weight by its text: {@code above:40} or {@code below:10}, in the target's units; {@code
   * upper}, {@code lower}, {@code tails} or {@code centre} for a part of the probabilities.
   *
   * @return nothing if the text is none of these
   */
  static Optional<TailWeight> of(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    for (Quantiles part : Quantiles.values()) {
      if (word.equals(part.label())) {
        return Optional.of(part);
      }
    }
    boolean above = word.startsWith("above:");
    return above || word.startsWith("below:")
        ? LinearCost.number(word.substring(word.indexOf(':') + 1))
            .map(threshold -> new Threshold(threshold, above))
        : Optional.empty();
  }

  /**
   * The values on one side of a threshold: the CRPS after draws and observation on the other side
   * are moved to the threshold.
   *
   * @param threshold in the target's units, finite
   * @param above whether the values above it are weighed, or those below
   */
  record Threshold(double threshold, boolean above) implements TailWeight {
    @Override
    public String label() {
      return (above ? "above_" : "below_") + NumberText.exact(threshold);
    }

    @Override
    public double score(double[] ascending, double observed) {
      DoubleUnaryOperator part = y -> above ? Math.max(y, threshold) : Math.min(y, threshold);
      return Crps.fair(Arrays.stream(ascending).map(part).toArray(), part.applyAsDouble(observed));
    }
  }

  /** A part of the probabilities tau: the pinball loss of each counts by a weight. */
  enum Quantiles implements TailWeight {
    /** {@code tau^2}. */
    UPPER(0, 0, 1),
    /** {@code (1 - tau)^2}. */
    LOWER(1, -2, 1),
    /** {@code (2 tau - 1)^2}. */
    TAILS(1, -4, 4),
    /** {@code tau (1 - tau)}. */
    CENTRE(0, 1, -1);

    private final double constant;
    private final double linear;
    private final double square;

    Quantiles(double constant, double linear, double square) {
      this.constant = constant;
      this.linear = linear;
      this.square = square;
    }

    @Override
    public String label() {
      return name().toLowerCase(Locale.ROOT);
    }

    @Override
    public double score(double[] ascending, double observed) {
      return Crps.weighted(ascending, observed, constant, linear, square);
    }
  }
}
