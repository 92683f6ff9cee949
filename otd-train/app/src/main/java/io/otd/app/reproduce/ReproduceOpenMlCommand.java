// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.table.TableFiles;
import io.otd.paper.realdata.DataDirectory;
import io.otd.paper.realdata.DataSet;
import io.otd.paper.realdata.RealDataReport;
import io.otd.paper.realdata.RealDataResult;
import io.otd.paper.realdata.RealDataRuns;
import io.otd.table.internal.openml.OpenMlReference;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Runs the paper's comparison on tables. */
@Command(
    name = ReproduceOpenMlCommand.ID,
    mixinStandardHelpOptions = true,
    description = "Train on folds of tables of OpenML and compare with the paper's figures.",
    footerHeading = "%nExample:%n",
    footer = "  otd reproduce openml --data-dir tables --dataset concrete,energy")
final class ReproduceOpenMlCommand extends RecipeCommand {
  static final String ID = "openml";

  @Mixin private OpenMlOptions tables = new OpenMlOptions();

  ReproduceOpenMlCommand(Console console) {
    super(console, ID);
  }

  /** What it is, in a few lines. */
  static List<String> described() {
    return List.of(
        "%-15sTables of OpenML".formatted(ID),
        "%-15sreproduces: the tables of likelihoods and scores on real-world data".formatted(""),
        "%-15s%s"
            .formatted("", String.join(", ", DataSet.all().stream().map(DataSet::name).toList())));
  }

  /**
   * Checks the options; nothing is read.
   *
   * @throws InputException if one is wrong
   */
  RealDataRuns checked() {
    Arguments.atLeast("--folds", tables.folds(), 2);
    DataDirectory directory =
        new DataDirectory(
            tables.dataDirectory(),
            id -> new TableFiles(console()).file(new OpenMlReference(false, id).toString()));
    List<DataSet> sets = recipes().datasets(DataSet.all(), DataSet::name);
    return new RealDataRuns(directory, sets, tables.folds(), recipeRuns(List.of(0L)));
  }

  @Override
  Answer study() throws IOException {
    RealDataRuns runs = checked();
    Optional<RealDataResult> result = run(runs::run);
    if (result.isEmpty()) {
      return stopped(directory());
    }
    Map<String, String> origin = origin(PRECISION);
    return written(
        result.get().json(origin),
        RealDataReport.page(result.get(), origin),
        result.get().incomplete());
  }
}
