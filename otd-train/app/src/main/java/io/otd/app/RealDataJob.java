// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.paper.experiment.Scale;
import io.otd.paper.realdata.DataDirectory;
import io.otd.paper.realdata.DataSet;
import io.otd.paper.realdata.RealDataReport;
import io.otd.paper.realdata.RealDataResult;
import io.otd.paper.realdata.RealDataRuns;
import io.otd.paper.realdata.Recipe;
import io.otd.paper.realdata.RecipeRuns;
import io.otd.table.internal.openml.OpenMlReference;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Runs the paper's comparison on tables. */
final class RealDataJob {
  /** Its name among the experiments. */
  static final String ID = "openml";

  /** Number of folds if none are given. */
  static final int FOLDS = 5;

  private final Console console;
  private final Consumer<String> say;

  /**
   * A job for one command.
   *
   * @param console for notes and warnings
   * @param say receives the answer's lines
   */
  RealDataJob(Console console, Consumer<String> say) {
    this.console = console;
    this.say = say;
  }

  /**
   * The request.
   *
   * @param tables directory of the tables, if they are at hand
   * @param sets names of the data sets, all if none are given
   * @param methods names of the recipes, all if none are given
   * @param folds of tables without given folds
   * @param scale quick, reduced or paper
   * @param jobs most folds that are trained at a time
   * @param out directory of the results
   * @param resume whether what is finished there counts
   * @param again the command that continues after an interruption
   * @param spark the cluster that trains, if there is one
   */
  record Request(
      Optional<Path> tables,
      Optional<List<String>> sets,
      Optional<List<String>> methods,
      int folds,
      Scale scale,
      int jobs,
      Path out,
      boolean resume,
      String again,
      SparkOptions spark) {}

  /** What it is, in a few lines. */
  static List<String> described() {
    List<String> lines = new ArrayList<>();
    lines.add("%-15sTables of OpenML".formatted(ID));
    lines.add(
        "%-15sreproduces: the tables of likelihoods and scores on real-world data".formatted(""));
    lines.add(
        "%-15s%s"
            .formatted("", String.join(", ", DataSet.all().stream().map(DataSet::name).toList())));
    return lines;
  }

  /**
   * Checks a request; nothing is read.
   *
   * @throws InputException if it cannot be answered
   */
  RealDataRuns checked(Request request) throws IOException {
    Arguments.atLeast("--folds", request.folds(), 2);
    RealDataRuns runs =
        new RealDataRuns(
            new DataDirectory(
                request.tables(),
                id -> new TableFiles(console).file(new OpenMlReference(false, id).toString())),
            RecipeRunsJob.chosen("--dataset", request.sets(), DataSet.all(), DataSet::name),
            request.folds(),
            new RecipeRuns(
                request.out(),
                RecipeRunsJob.chosen("--methods", request.methods(), Recipe.all(), Recipe::name),
                List.of(0L),
                RecipeRunsJob.requireNotLarge(request.scale()),
                request.jobs()));
    RecipeRunsJob.requireNew(request.out(), request.resume());
    return runs;
  }

  /**
   * Runs it.
   *
   * @param request to answer
   * @param origins machine and versions; read after the native flags are set
   */
  Answer run(Request request, Supplier<Map<String, String>> origins) throws IOException {
    RealDataRuns runs = checked(request);
    RecipeRunsJob job = new RecipeRunsJob(console, say);
    Optional<RealDataResult> result =
        job.run(request.jobs(), request.spark(), request.out(), runs::run);
    if (result.isEmpty()) {
      return job.stopped(request.again(), request.out());
    }
    Map<String, String> origin = origins.get();
    return job.written(
        request.out(),
        result.get().json(origin),
        RealDataReport.page(result.get(), origin),
        result.get().incomplete());
  }
}
