// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.text.NumberText;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import io.otd.train.internal.result.ReadMetrics;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The components of a weighted pool, and its gain over the best of them.
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
    List<String> components = components();
    return Optional.of(
        Page.Section.of("Pool", new Block.Text(text(components, pooled)), table(components)));
  }

  /** Those that were weighed, the one of the largest weight first. */
  private List<String> components() {
    return new ReadMetrics(metrics)
        .under(PREFIX).keySet().stream()
            .filter(name -> name.endsWith(SCORE))
            .map(name -> name.substring(0, name.length() - SCORE.length()))
            .sorted(Comparator.comparingDouble((String component) -> -of(component, "weight")))
            .toList();
  }

  private double of(String component, String number) {
    return metrics.getOrDefault(PREFIX + component + "." + number, 0.0);
  }

  private String text(List<String> components, double pooled) {
    double best =
        components.stream()
            .mapToDouble(component -> of(component, "validation_score"))
            .min()
            .orElse(pooled);
    double change = pooled / best - 1;
    return ("Energy score of held-out rows, targets standardised: %s for the pool, %s for its best"
            + " component alone (%s%s). Each of these rows is predicted by networks and trees that"
            + " have not seen it, the pool's score with weights that were fitted on the other"
            + " rows.")
        .formatted(
            NumberText.brief(pooled),
            NumberText.brief(best),
            change > 0 ? "+" : "",
            NumberText.percent(change));
  }

  private Block.Table table(List<String> components) {
    PageTable rows = new PageTable("component", "weight", "score alone");
    for (String component : components) {
      double weight = of(component, "weight");
      rows.add(
          component,
          weight == 0
              ? "left out"
              : new ReadMetrics(metrics).withError(PREFIX + component + ".weight"),
          NumberText.brief(of(component, "validation_score")));
    }
    return rows.table("The weight is the share of the draws, with its standard error.");
  }
}
