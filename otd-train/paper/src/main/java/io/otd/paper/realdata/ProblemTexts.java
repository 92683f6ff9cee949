// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.realdata;

import io.otd.train.internal.page.Block;
import java.util.List;
import java.util.Map;

/** Why runs are missing from the scores of a page. */
public final class ProblemTexts {
  private ProblemTexts() {}

  /**
   * A line for each.
   *
   * @param problems by the names of the runs
   */
  public static List<Block> of(Recipe recipe, Map<String, String> problems) {
    return problems.entrySet().stream()
        .<Block>map(
            run ->
                new Block.Text(
                    "%s, %s: %s".formatted(recipe.label(), run.getKey(), run.getValue())))
        .toList();
  }
}
