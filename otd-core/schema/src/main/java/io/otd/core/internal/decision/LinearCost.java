// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.decision;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.metrics.PinballLoss;
import io.otd.core.metrics.evaluation.ScoreOptions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a decision costs if the value turns out otherwise: {@code under} for each unit that the
 * value lies above the decision, {@code over} for each unit below. The mean cost is smallest at the
 * quantile {@code under / (under + over)} of the distribution (the newsvendor's solution); it is
 * {@code under + over} times the {@linkplain PinballLoss pinball loss} of that quantile.
 *
 * @param label the end of the score's name, such as {@code pinball_0.9}
 * @param under cost of a unit too little, above 0; the sum of both is finite, and {@code under /
 *     (under + over)} as a number is neither 0 nor 1
 * @param over cost of a unit too much, above 0
 */
public record LinearCost(String label, double under, double over) {
  /** The texts that {@link #of} reads, for messages. */
  public static final String FORMS =
      "pinball:LEVEL with a level above 0 and below 1, or under:COST,over:COST with costs above 0,"
          + " neither negligible beside the other";

  private static final Pattern ASYMMETRIC = Pattern.compile("under:([^,]*),\\s*over:([^,]*)");
  private static final Pattern PINBALL = Pattern.compile("pinball:(.*)");

  /** Checks the costs. */
  public LinearCost {
    if (!possible(under, over)) {
      throw new IllegalArgumentException(
          "costs: under %s, over %s (expected: > 0, finite, neither negligible)"
              .formatted(under, over));
    }
  }

  /** Whether the best decision is a quantile of a probability inside (0, 1). */
  private static boolean possible(double under, double over) {
    return under > 0
        && over > 0
        && Double.isFinite(under + over)
        && under / (under + over) > 0
        && under / (under + over) < 1;
  }

  /**
   * A cost by its text: {@code pinball:0.9}, or {@code under:3,over:1}.
   *
   * @return nothing if the text is neither, or a number is out of range
   */
  public static Optional<LinearCost> of(String text) {
    String word = text.strip().toLowerCase(Locale.ROOT);
    Matcher pinball = PINBALL.matcher(word);
    if (pinball.matches()) {
      return number(pinball.group(1))
          .filter(level -> level > 0 && level < 1)
          .map(level -> new LinearCost("pinball_" + NumberText.exact(level), level, 1 - level));
    }
    Matcher costs = ASYMMETRIC.matcher(word);
    if (!costs.matches()) {
      return Optional.empty();
    }
    return number(costs.group(1))
        .flatMap(
            under ->
                number(costs.group(2))
                    .filter(over -> possible(under, over))
                    .map(over -> new LinearCost(label(under, over), under, over)));
  }

  private static String label(double under, double over) {
    return "under_" + NumberText.exact(under) + "_over_" + NumberText.exact(over);
  }

  /** A finite number; nothing if the text is none. */
  static Optional<Double> number(String text) {
    try {
      double value = Double.parseDouble(text.strip());
      return Double.isFinite(value) ? Optional.of(value) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** The probability whose quantile is the best decision. */
  public double probability() {
    return under / (under + over);
  }

  /**
   * The cost of a decision, in the target's units times those of the costs.
   *
   * @param decision finite
   * @param observed finite
   */
  public double of(double decision, double observed) {
    return (under + over) * PinballLoss.of(probability(), decision, observed);
  }

  /**
   * The scores among others: {@code cost_pinball_0.9}, the mean cost if each row is decided by its
   * quantile, and {@code cost_pinball_0.9_by_mean}, that of deciding by the mean of the draws.
   */
  public List<ScoreOptions.Further> further() {
    String name = "cost_" + label;
    EmpiricalQuantile best = EmpiricalQuantile.at(probability());
    return List.of(
        new ScoreOptions.Further(name, (ascending, y) -> of(best.of(ascending), y)),
        new ScoreOptions.Further(
            name + "_by_mean",
            (ascending, y) -> of(Arrays.stream(ascending).average().orElseThrow(), y)));
  }
}
