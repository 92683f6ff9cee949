// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.decision;

import io.otd.core.metrics.evaluation.ScoreOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Scores that users name besides the usual ones. */
public final class FurtherScores {
  private static final Pattern NAMES =
      Pattern.compile("(crps_(above|below|upper|lower|tails|centre)|cost_).*(?<!_error)");

  private FurtherScores() {}

  /** Whether a score is one of these, by its name; standard errors are not. */
  public static boolean names(String score) {
    return NAMES.matcher(score).matches();
  }

  /**
   * The scores of some texts: of {@link TailWeight#of} or {@link LinearCost#of}.
   *
   * @throws IllegalArgumentException if a text is neither
   */
  public static List<ScoreOptions.Further> of(List<String> texts) {
    List<ScoreOptions.Further> all = new ArrayList<>();
    for (String text : texts) {
      Optional<TailWeight> tail = TailWeight.of(text);
      tail.ifPresent(weight -> all.add(weight.further()));
      if (tail.isEmpty()) {
        all.addAll(
            LinearCost.of(text)
                .orElseThrow(
                    () ->
                        new IllegalArgumentException(
                            "%s (expected: %s; %s)"
                                .formatted(text, TailWeight.FORMS, LinearCost.FORMS)))
                .further());
      }
    }
    return all;
  }
}
