// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.evaluation.RowScores;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import io.otd.train.internal.result.TestFields;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * How whole fields are predicted: the best, the median and the worst of the test fields as
 * pictures, and every field's scores.
 *
 * @param test the test rows by field
 * @param targets titles of the outputs
 */
record FieldSections(TestFields test, List<String> targets) {
  private static final int MOST_FIELDS = 20;

  /** In the order of the page. */
  List<Page.Section> sections() {
    List<Page.Section> sections = new ArrayList<>();
    if (test.at().coordinateNames().size() <= 2) {
      for (int j = 0; j < targets.size(); j++) {
        sections.add(examples(j));
      }
    }
    sections.add(
        Page.Section.of(
            "Calibration over fields",
            new Block.Figures(
                false,
                IntStream.range(0, targets.size())
                    .mapToObj(j -> new FieldCalibration(test, j, targets.get(j)).figure())
                    .toList())));
    sections.add(Page.Section.of("Test fields", table()));
    return sections;
  }

  private Page.Section examples(int output) {
    List<Block> blocks = new ArrayList<>();
    chosen()
        .forEach(
            (field, name) ->
                blocks.add(
                    new FieldPictures(test, output, targets.get(output))
                        .panels(field, "%s: %s".formatted(name, described(field)))));
    return new Page.Section("Fields of " + targets.get(output), blocks);
  }

  /** The best, the median and the worst field, as far as they are different ones. */
  private Map<Integer, String> chosen() {
    int[] ranked = test.ranked();
    Map<Integer, String> chosen = new LinkedHashMap<>();
    chosen.put(ranked[0], "Best field");
    chosen.putIfAbsent(ranked[ranked.length / 2], "Median field");
    chosen.putIfAbsent(ranked[ranked.length - 1], "Worst field");
    return chosen;
  }

  private String described(int field) {
    return "field %s of the file, %s; energy score %s"
        .formatted(
            test.number(field) + 1,
            parameters(field),
            NumberText.brief(test.means(test.rows().energyScore())[field]));
  }

  private String parameters(int field) {
    List<String> names = test.at().parameterNames();
    double[] values = test.at().parameters()[test.number(field)];
    return IntStream.range(0, names.size())
        .mapToObj(j -> names.get(j) + " = " + NumberText.brief(values[j]))
        .collect(Collectors.joining(", "));
  }

  private Block.Table table() {
    String percent = CoverageLevels.percent(test.rows().level());
    PageTable table =
        new PageTable(
            "field", "parameters", "energy score", "RMSE", percent + " coverage", "spread");
    double[] score = test.means(test.rows().energyScore());
    double[] squares = test.means(Arrays.stream(test.rows().error()).map(e -> e * e).toArray());
    double[] spread = test.means(test.rows().dispersion());
    int[] ranked = test.ranked();
    for (int k = 0; k < Math.min(MOST_FIELDS, ranked.length); k++) {
      int field = ranked[ranked.length - 1 - k];
      table.add(
          NumberText.count(test.number(field) + 1L),
          new Block.Cell(parameters(field), Block.Mark.WORDS),
          new Block.Cell(NumberText.brief(score[field]), Block.Mark.STRONG),
          NumberText.brief(Math.sqrt(squares[field])),
          NumberText.percent(coverage(field)),
          NumberText.brief(spread[field]));
    }
    return table.table(
        "%s of %s, the worst first%s. Fields are numbered as in the file, from 1. Spread: the mean dispersion of the points."
            .formatted(
                NumberText.counted(test.fields(), "test field"),
                NumberText.counted(test.at().points(), "point"),
                ranked.length > MOST_FIELDS ? " (%s of them)".formatted(MOST_FIELDS) : ""));
  }

  /** Share of the points of a field, over all outputs, inside their intervals. */
  private double coverage(int field) {
    List<RowScores.Output> outputs = test.rows().outputs();
    return IntStream.range(0, outputs.size())
        .mapToDouble(j -> test.means(test.rows().covered(j, test.rows().level()))[field])
        .average()
        .orElseThrow();
  }
}
