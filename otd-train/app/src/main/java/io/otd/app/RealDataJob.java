// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.paper.realdata.DataDirectory;
import io.otd.paper.realdata.DataSet;
import io.otd.paper.realdata.Extent;
import io.otd.paper.realdata.RealDataReport;
import io.otd.paper.realdata.RealDataResult;
import io.otd.paper.realdata.RealDataRuns;
import io.otd.paper.realdata.RealDataText;
import io.otd.paper.realdata.Recipe;
import io.otd.table.internal.openml.OpenMlReference;
import io.otd.table.problem.InputException;
import io.otd.table.problem.NearestName;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.report.HtmlReport;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.result.StoredRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Runs the paper's comparison on tables, with progress and a stop at a safe point.
 *
 * @param console for notes and warnings
 * @param say takes the answer's lines
 */
record RealDataJob(Console console, Consumer<String> say) {
  /** Its name among the experiments. */
  static final String ID = "openml";

  /** Number of folds where none are given. */
  static final int FOLDS = 5;

  /**
   * What is asked for.
   *
   * @param tables directory of the tables, if they are at hand
   * @param sets names of the data sets, all where none are given
   * @param methods names of the recipes, all where none are given
   * @param folds of tables that come without any
   * @param scale quick, reduced or paper
   * @param jobs most folds that are trained at a time
   * @param out directory of the results
   * @param resume whether what is finished there counts
   */
  record Request(
      Optional<Path> tables,
      Optional<List<String>> sets,
      Optional<List<String>> methods,
      int folds,
      String scale,
      int jobs,
      Path out,
      boolean resume) {}

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
   * Runs it.
   *
   * @param request what is asked for
   * @param origins where and with what; asked when the native flags are set
   */
  Answer run(Request request, Supplier<Map<String, String>> origins) throws Exception {
    Arguments.atLeast("--folds", request.folds(), 2);
    List<DataSet> sets = chosen("--dataset", request.sets(), DataSet.all(), DataSet::name);
    List<Recipe> recipes = chosen("--methods", request.methods(), Recipe.all(), Recipe::name);
    Extent extent = extent(request.scale());
    requireNew(request);
    NativeFlags.set(0); // one core a fold
    console.interruption().guard();
    Optional<RealDataResult> result;
    try (SharedCompilation shared = new SharedCompilation()) {
      RealDataRuns runs =
          new RealDataRuns(
              request.out(),
              new DataDirectory(
                  request.tables(),
                  id -> new TableFiles(console).file(new OpenMlReference(false, id).toString())),
              sets,
              recipes,
              request.folds(),
              extent,
              request.jobs());
      result =
          runs.run(
              settings ->
                  TableFit.trainer(
                      settings,
                      shared,
                      Clock.systemUTC(),
                      console.interruption()::requested,
                      console::warn),
              NativeFlags.inForce(),
              (title, count) -> {
                console.note(title);
                return console.progress(count, request.jobs());
              });
    }
    return result.isPresent()
        ? written(result.get(), request.out(), origins.get())
        : stopped(request);
  }

  private static void requireNew(Request request) throws IOException {
    if (!request.resume() && Files.isDirectory(request.out())) {
      try (var files = Files.list(request.out())) {
        if (files.findAny().isPresent()) {
          throw new InputException(
              request.out()
                  + ": exists already (expected: a new or empty directory; --resume continues in it)");
        }
      }
    }
  }

  private static <T> List<T> chosen(
      String option, Optional<List<String>> names, List<T> all, Function<T, String> name) {
    if (names.isEmpty()) {
      return all;
    }
    List<String> known = all.stream().map(name).toList();
    for (String given : names.get()) {
      if (!known.contains(given)) {
        throw new InputException(
            "%s: %s (expected: of %s%s)"
                .formatted(
                    option, given, String.join(", ", known), NearestName.hint(given, known)));
      }
    }
    return all.stream().filter(one -> names.get().contains(name.apply(one))).toList();
  }

  private static Extent extent(String scale) {
    for (Extent extent : List.of(Extent.QUICK, Extent.REDUCED, Extent.PAPER)) {
      if (extent.name().equals(scale)) {
        return extent;
      }
    }
    throw new InputException("--scale: " + scale + " (expected: quick, reduced or paper)");
  }

  private Answer written(RealDataResult result, Path directory, Map<String, String> origin)
      throws IOException {
    Map<String, Object> json = result.json(origin);
    DurableFiles.replace(
        directory.resolve(StoredRun.FILE),
        (JsonText.of(json) + "\n").getBytes(StandardCharsets.UTF_8));
    new HtmlReport(RealDataReport.page(result, origin)).write(directory.resolve("report.html"));
    RealDataText.lines(result).forEach(say);
    say.accept("report     " + directory.resolve("report.html"));
    return Answer.ok(json);
  }

  private Answer stopped(Request request) {
    List<String> again = new ArrayList<>(List.of("otd reproduce", ID, "--scale", request.scale()));
    request.tables().ifPresent(dir -> again.addAll(List.of("--data-dir", dir.toString())));
    request.sets().ifPresent(sets -> again.addAll(List.of("--dataset", String.join(",", sets))));
    request.methods().ifPresent(m -> again.addAll(List.of("--methods", String.join(",", m))));
    again.addAll(List.of("--out", request.out().toString(), "--resume"));
    return Answer.interrupted(
        "stopped; finished runs are in " + request.out(),
        request.out(),
        Map.of(),
        String.join(" ", again),
        say);
  }
}
