// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.train.explanation.Attribution;
import io.otd.train.explanation.ColumnEffect;
import io.otd.train.explanation.ColumnEffect.Place;
import io.otd.train.explanation.ColumnEffect.Scale;
import io.otd.train.explanation.ColumnImportance;
import io.otd.train.explanation.EffectCurves;
import io.otd.train.explanation.Estimate;
import io.otd.train.explanation.Explanation;
import io.otd.train.explanation.RowAttribution;
import io.otd.train.explanation.ScoreImportance;
import io.otd.train.internal.page.HtmlReport;
import io.otd.train.internal.page.Page;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class ExplanationSectionsTest {
  private static String html(Explanation explanation) {
    return new HtmlReport(
            new Page(
                "why",
                "",
                new ExplanationSections(explanation, "test rows", Map.of("price", "$")).sections()))
        .html();
  }

  private static int pictures(String html) {
    return html.split("src=\"data:image/svg.xml;base64,", -1).length - 1;
  }

  private static ColumnImportance importance(String name, double loss, double error) {
    return new ColumnImportance(name, List.of(name), new Estimate(loss, error), .1, Map.of());
  }

  private static ColumnEffect effect(String name, Scale scale, List<Place> places, int leftOut) {
    List<Double> effects = new ArrayList<>();
    for (int k = 0; k < places.size(); k++) {
      effects.add(k - 1.0);
    }
    EffectCurves.Curve curve = new EffectCurves.Curve(10, effects);
    return new ColumnEffect(
        name,
        scale,
        places,
        Map.of(
            "price", new EffectCurves(curve, curve, new TreeMap<>(Map.of(.05, curve, .95, curve)))),
        leftOut);
  }

  private static Explanation explanation(
      Optional<ScoreImportance> importance,
      List<ColumnEffect> effects,
      List<RowAttribution> attributions) {
    return new Explanation(List.of("price"), 120, 50, importance, effects, attributions, List.of());
  }

  @Test
  void importance_has_a_bar_and_a_table_row_for_each_column() {
    String html =
        html(
            explanation(
                Optional.of(
                    new ScoreImportance(
                        120,
                        5,
                        2,
                        Map.of(),
                        List.of(importance("area", 1.25, .1), importance("door", -.01, .02)))),
                List.of(),
                List.of()));
    assertThat(pictures(html)).isEqualTo(1);
    assertThat(html)
        .contains(
            "the energy score (CRPS), now 2, increases", "120 test rows: mean of 5 permutations")
        .contains("strong\">1.25<", "none\">100 %<", ">-0.01<", "none\">0 %<");
  }

  @Test
  void every_kind_of_column_has_its_pictures() {
    List<ColumnEffect> effects =
        List.of(
            effect(
                "area",
                Scale.NUMBER,
                List.of(new Place("1", 1, 3), new Place("2", 2, 4), new Place("", Double.NaN, 2)),
                0),
            effect("door", Scale.CATEGORY, List.of(new Place("a", 0, 3), new Place("", 1, 4)), 7),
            effect(
                "day",
                Scale.DATE,
                List.of(new Place("2024-01-01", 19723, 3), new Place("2024-01-09", 19731, 4)),
                0),
            effect("same", Scale.NUMBER, List.of(new Place("4", 4, 9)), 0),
            effect("gone", Scale.NUMBER, List.of(new Place("", Double.NaN, 9)), 0),
            effect("only", Scale.CATEGORY, List.of(new Place("a", 0, 9)), 0));
    String html = html(explanation(Optional.empty(), effects, List.of()));
    // Two for each column but the last, and the key of the first ones.
    assertThat(pictures(html)).isEqualTo(2 * 5 + 1);
    assertThat(html)
        .contains("Effect of each column on price", "average over 120 test rows")
        .contains(
            "A point at the right is a missing cell. Without rare categories of door (7 rows).");
  }

  @Test
  void only_the_most_important_columns_have_effect_charts() {
    List<ColumnImportance> columns = new ArrayList<>();
    List<ColumnEffect> effects = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      effects.add(
          effect("c" + i, Scale.NUMBER, List.of(new Place("1", 1, 3), new Place("2", 2, 4)), 0));
      columns.add(importance("c" + (19 - i), 19 - i, .1));
    }
    String html =
        html(
            explanation(
                Optional.of(new ScoreImportance(120, 1, 2, Map.of(), columns)),
                effects,
                List.of()));
    assertThat(pictures(html)).isEqualTo(1 + 2 * 12 + 1);
    assertThat(html)
        .contains("Effect of c19 on the", "Effect of c8 on the")
        .doesNotContain("Effect of c7 on the");
  }

  @Test
  void a_row_shows_its_shares_and_the_sum_of_the_small_ones() {
    List<Attribution.Share> shares = new ArrayList<>();
    Map<String, String> cells = new LinkedHashMap<>();
    for (int i = 0; i < 15; i++) {
      shares.add(new Attribution.Share("c" + i, new Estimate(i - 7, .1)));
      cells.put("c" + i, i == 0 ? "" : "v" + i);
    }
    Attribution of = new Attribution(3, 4.5, shares);
    String html =
        html(
            explanation(
                Optional.empty(),
                List.of(),
                List.of(
                    new RowAttribution(
                        6, cells, 40, 20, Map.of("price", new RowAttribution.OfTarget(of, of))))));
    assertThat(pictures(html)).isEqualTo(2);
    assertThat(html)
        .contains("Why row 7", "40 pairs of orders and 20 background rows")
        .contains(
            "from 3, the average over the background rows, to 4.5, the prediction of this row")
        .contains("c0 = missing", "c14 = v14", "4 others")
        .contains("data-v=\"average: 3\"", "data-v=\"this row: 4.5\"", "mean of price ($)");
  }
}
