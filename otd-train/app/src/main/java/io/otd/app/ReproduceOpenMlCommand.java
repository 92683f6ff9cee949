// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.paper.realdata.DataDirectory;
import io.otd.paper.realdata.DataSet;
import io.otd.paper.realdata.RealDataReport;
import io.otd.paper.realdata.RealDataResult;
import io.otd.paper.realdata.RealDataRuns;
import io.otd.table.internal.openml.OpenMlReference;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Runs the paper's comparison on tables. */
@Command(
    name = ReproduceOpenMlCommand.ID,
    mixinStandardHelpOptions = true,
    description = "Train on folds of tables of OpenML and compare with the paper's figures.",
    footerHeading = "%nExample:%n",
    footer = "  otd reproduce openml --data-dir tables --dataset concrete,energy")
final class ReproduceOpenMlCommand extends RecipeCommand {
  static final String ID = "openml";

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Directory of local tables, NAME/data.csv. Default: download them from OpenML.")
  private @Nullable Path dataDirectory;

  @Option(
      names = "--folds",
      paramLabel = "N",
      description = "Number of folds for tables without given folds. Default: ${DEFAULT-VALUE}.")
  private int folds = 5;

  ReproduceOpenMlCommand(Console console) {
    super(console);
  }

  /** What it is, in a few lines. */
  static List<String> described() {
    return List.of(
        "%-15sTables of OpenML".formatted(ID),
        "%-15sreproduces: the tables of likelihoods and scores on real-world data".formatted(""),
        "%-15s%s"
            .formatted("", String.join(", ", DataSet.all().stream().map(DataSet::name).toList())));
  }

  @Override
  String id() {
    return ID;
  }

  /**
   * Checks the options; nothing is read.
   *
   * @throws InputException if one is wrong
   */
  RealDataRuns checked() throws IOException {
    Arguments.atLeast("--folds", folds, 2);
    DataDirectory tables =
        new DataDirectory(
            Optional.ofNullable(dataDirectory),
            id -> new TableFiles(console()).file(new OpenMlReference(false, id).toString()));
    List<DataSet> sets = recipes().datasets(DataSet.all(), DataSet::name);
    return new RealDataRuns(tables, sets, folds, recipeRuns(List.of(0L)));
  }

  @Override
  Answer run() throws IOException {
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
