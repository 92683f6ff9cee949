// SPDX-License-Identifier: Apache-2.0
package io.otd.app.explain;

import io.otd.app.command.Arguments;
import io.otd.app.rows.NameList;
import io.otd.table.problem.InputException;
import io.otd.train.explanation.ExplanationOptions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The contents of an explanation, and the work spent on it. */
final class ExplainOptions {
  @Option(
      names = {"--row", "--rows"},
      split = ",",
      paramLabel = "N",
      description =
          "Rows of --data whose predictions are attributed to the columns, numbered from 1: 5, or"
              + " 10-12.")
  private List<String> explained = List.of();

  @Option(
      names = "--group",
      paramLabel = "COL,COL",
      description =
          "Columns that are permuted together and share one attribution; repeatable. The inputs"
              + " that encode one column always stay together. A name that holds a comma is in"
              + " double quotes.")
  private List<String> groups = List.of();

  @Option(
      names = "--effects",
      paramLabel = "COL,COL",
      description =
          "Columns whose effects are computed; a name that holds a comma in double quotes;"
              + " repeatable. Default: all; none with --bins 0.")
  private @Nullable List<String> effects;

  @Option(
      names = "--quantiles",
      split = ",",
      paramLabel = "Q",
      description = "Quantiles whose effects are computed. Default: 0.05,0.5,0.95.")
  private List<Double> quantiles = ExplanationOptions.DEFAULT.quantiles();

  @Option(
      names = "--draws",
      paramLabel = "K",
      description = "Draws per prediction of a trained model. Default: ${DEFAULT-VALUE}.")
  private int draws = ExplanationOptions.DEFAULT.draws();

  @Option(
      names = "--max-rows",
      paramLabel = "N",
      description =
          "Maximum number of rows for importance and effects, sampled at random. Default:"
              + " ${DEFAULT-VALUE}.")
  private int rows = ExplanationOptions.DEFAULT.rows();

  @Option(
      names = "--repeats",
      paramLabel = "R",
      description =
          "Permutations of each column for its importance; 0 for no importance. Default:"
              + " ${DEFAULT-VALUE}.")
  private int repeats = ExplanationOptions.DEFAULT.repeats();

  @Option(
      names = "--bins",
      paramLabel = "N",
      description =
          "Maximum number of bins or categories of an effect; 0 for no effects. Default:"
              + " ${DEFAULT-VALUE}.")
  private int bins = ExplanationOptions.DEFAULT.bins();

  @Option(
      names = "--evaluations",
      paramLabel = "N",
      description =
          "Maximum number of predictions for the attribution of one row. Default:"
              + " ${DEFAULT-VALUE}.")
  private int evaluations = ExplanationOptions.DEFAULT.evaluations();

  @Option(
      names = "--seed",
      paramLabel = "N",
      description =
          "Seed of the permutations and of the sampling of rows. Default: ${DEFAULT-VALUE}.")
  private long seed;

  /**
   * The options, checked.
   *
   * @throws InputException naming the invalid option
   */
  ExplanationOptions checked() {
    Arguments.atLeast("--draws", draws, 2);
    Arguments.atLeast("--max-rows", rows, 2);
    Arguments.atLeast("--repeats", repeats, 0);
    Arguments.atLeast("--bins", bins, 0);
    Arguments.atLeast("--evaluations", evaluations, 1);
    Arguments.insideUnit("--quantiles", quantiles);
    return new ExplanationOptions(
        draws,
        rows,
        repeats,
        bins,
        quantiles.stream().sorted().distinct().toList(),
        Optional.ofNullable(effects)
            .map(names -> new LinkedHashSet<>(NameList.all("--effects", names))),
        groups(),
        RowNumbers.of("--row", explained),
        evaluations,
        seed);
  }

  private List<Set<String>> groups() {
    List<Set<String>> all = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String group : groups) {
      Set<String> columns = new LinkedHashSet<>();
      for (String column : NameList.of("--group", group)) {
        InputException.require(
            seen.add(column), "--group", group, "names of columns, each in one group");
        columns.add(column);
      }
      all.add(columns);
    }
    return all;
  }
}
