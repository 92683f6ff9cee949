// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The kinds of a weighted pool, and its gain over the best of them.
 *
 * @param metrics of the model; those of a pool begin with {@code pool.}
 */
record PoolSection(Map<String, Double> metrics) {
  private static final String PREFIX = "pool.";
  private static final String POOL_SCORE = "pool.validation_score";
  private static final String SCORE = ".validation_score";

  /** The section; empty for a model that is not a pool. */
  Optional<Page.Section> section() {
    Double pooled = metrics.get(POOL_SCORE);
    if (pooled == null) {
      return Optional.empty();
    }
    List<String> kinds = kinds();
    return Optional.of(Page.Section.of("Pool", new Block.Text(text(kinds, pooled)), table(kinds)));
  }

  /** Those that were weighed, the one of the largest weight first. */
  private List<String> kinds() {
    return metrics.keySet().stream()
        .filter(name -> name.endsWith(SCORE) && !name.equals(POOL_SCORE))
        .filter(name -> name.startsWith(PREFIX))
        .map(name -> name.substring(PREFIX.length(), name.length() - SCORE.length()))
        .sorted(Comparator.comparingDouble((String kind) -> -of(kind, "weight")))
        .toList();
  }

  private double of(String kind, String number) {
    return metrics.getOrDefault(PREFIX + kind + "." + number, 0.0);
  }

  private String text(List<String> kinds, double pooled) {
    double best =
        kinds.stream().mapToDouble(kind -> of(kind, "validation_score")).min().orElse(pooled);
    double change = pooled / best - 1;
    return ("Energy score of held-out rows, targets standardised: %s for the pool, %s for its best"
            + " kind alone (%s%s). Each of these rows is predicted by networks and trees that"
            + " have not seen it, the pool's score with weights that were fitted on the other"
            + " rows.")
        .formatted(
            NumberText.brief(pooled),
            NumberText.brief(best),
            change > 0 ? "+" : "",
            NumberText.percent(change));
  }

  private Block.Table table(List<String> kinds) {
    PageTable rows = new PageTable("kind", "weight", "score alone");
    for (String kind : kinds) {
      double weight = of(kind, "weight");
      rows.add(
          kind,
          weight == 0
              ? "left out"
              : NumberText.fixed(weight, 2)
                  + " \u00b1 "
                  + NumberText.fixed(of(kind, "weight_error"), 2),
          NumberText.brief(of(kind, "validation_score")));
    }
    return rows.table("The weight is the share of the draws, with its standard error.");
  }
}
