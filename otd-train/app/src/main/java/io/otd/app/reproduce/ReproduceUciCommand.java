// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.paper.uci.SplitLayout;
import io.otd.paper.uci.UciReport;
import io.otd.paper.uci.UciResult;
import io.otd.paper.uci.UciRuns;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the standard protocol: data sets with the splits of Hernández-Lobato and Adams (2015). */
@Command(
    name = ReproduceUciCommand.ID,
    mixinStandardHelpOptions = true,
    description = "Train on the twenty splits of UCI data sets, next to published figures.",
    footerHeading = "%nExample:%n",
    footer = "  otd reproduce uci --data-dir UCI_Datasets --methods otd,pool")
final class ReproduceUciCommand extends RecipeCommand {
  static final String ID = "uci";

  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Directory of the data sets, NAME/data.txt with the files of the splits.")
  private @Nullable Path dataDirectory;

  @Option(
      names = "--splits",
      paramLabel = "N",
      description =
          "Number of splits of each data set, from the first on. Default: ${DEFAULT-VALUE}.")
  private int splits = 20;

  @Mixin private SeedOptions seeds = new SeedOptions();

  ReproduceUciCommand(Console console) {
    super(console, ID);
  }

  /** What it is, in a few lines. */
  static List<String> described() {
    return List.of(
        "%-15sThe twenty splits of UCI data sets".formatted(ID),
        "%-15sscores next to published figures; needs --data-dir".formatted(""));
  }

  @Override
  Answer study() throws IOException {
    Arguments.atLeast("--splits", splits, 1);
    if (dataDirectory == null) {
      throw InputException.notGiven("--data-dir", "the directory of the data sets");
    }
    List<SplitLayout> sets = recipes().datasets(SplitLayout.in(dataDirectory), SplitLayout::name);
    UciRuns runs = new UciRuns(sets, splits, recipeRuns(seeds.list()));
    Optional<UciResult> result = run(runs::run);
    if (result.isEmpty()) {
      return stopped(directory());
    }
    Map<String, String> origin = origin(PRECISION);
    return written(
        result.get().json(origin), UciReport.page(result.get(), origin), result.get().incomplete());
  }
}
