// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.paper.experiment.Scale;
import io.otd.paper.realdata.Recipe;
import io.otd.paper.realdata.RecipeRuns;
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
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs the standard protocol: data sets with the splits of Hernández-Lobato and Adams (2015). */
final class UciJob {
  /** Its name among the experiments. */
  static final String ID = "uci";

  /** Default number of splits of each set. */
  static final int SPLITS = 20;

  private final Console console;
  private final Consumer<String> say;

  /**
   * A job for one command.
   *
   * @param console for notes and warnings
   * @param say receives the answer's lines
   */
  UciJob(Console console, Consumer<String> say) {
    this.console = console;
    this.say = say;
  }

  /**
   * The request.
   *
   * @param layout directory of the data sets
   * @param sets names of the data sets, all if none are given
   * @param methods names of the recipes, all if none are given
   * @param splits how many of each set
   * @param seeds of the training
   * @param scale quick, reduced or paper
   * @param jobs most splits that are trained at a time
   * @param out directory of the results
   * @param resume whether what is finished there counts
   * @param again the command that continues after an interruption
   * @param spark the cluster that trains, if there is one
   */
  record Request(
      Optional<Path> layout,
      Optional<List<String>> sets,
      Optional<List<String>> methods,
      int splits,
      List<Long> seeds,
      Scale scale,
      int jobs,
      Path out,
      boolean resume,
      String again,
      SparkOptions spark) {}

  /** What it is, in a few lines. */
  static List<String> described() {
    return List.of(
        "%-15sThe twenty splits of UCI data sets".formatted(ID),
        "%-15sscores next to published figures; needs --data-dir".formatted(""));
  }

  /**
   * Runs it.
   *
   * @param request to answer
   * @param origins machine and versions; read after the native flags are set
   */
  Answer run(Request request, Supplier<Map<String, String>> origins) throws IOException {
    Arguments.atLeast("--splits", request.splits(), 1);
    Path layout =
        request
            .layout()
            .orElseThrow(
                () ->
                    new InputException(
                        "--data-dir: not given (expected: the directory of the data sets)"));
    UciRuns runs =
        new UciRuns(
            RecipeRunsJob.chosen(
                "--dataset", request.sets(), SplitLayout.in(layout), SplitLayout::name),
            request.splits(),
            new RecipeRuns(
                request.out(),
                RecipeRunsJob.chosen("--methods", request.methods(), Recipe.all(), Recipe::name),
                request.seeds(),
                RecipeRunsJob.requireNotLarge(request.scale()),
                request.jobs()));
    RecipeRunsJob.requireNew(request.out(), request.resume());
    RecipeRunsJob job = new RecipeRunsJob(console, say);
    Optional<UciResult> result = job.run(request.jobs(), request.spark(), request.out(), runs::run);
    if (result.isEmpty()) {
      return job.stopped(request.again(), request.out());
    }
    Map<String, String> origin = origins.get();
    return job.written(
        request.out(),
        result.get().json(origin),
        UciReport.page(result.get(), origin),
        result.get().incomplete());
  }
}
