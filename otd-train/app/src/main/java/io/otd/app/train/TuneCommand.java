// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.flags.SettingFlags;
import io.otd.core.internal.files.IoFunction;
import io.otd.table.problem.InputException;
import io.otd.train.Otd;
import io.otd.train.OtdBuilder;
import io.otd.train.RunFolder;
import io.otd.train.SearchOptions;
import io.otd.train.SearchResult;
import io.otd.train.internal.tuning.SearchFile;
import io.otd.train.settings.Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Searches settings for a table. */
@Command(
    name = "tune",
    mixinStandardHelpOptions = true,
    description = {
      "Search for better settings by random search with successive halving.",
      "Trials are ranked by the energy score of validation rows. Test rows are set "
          + "aside before the search.",
      "Trial 0 uses the given settings. Settings given with --set are not searched."
          + " --print-space shows which settings are searched."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd tune --data table.csv --target price",
      "  otd tune run.yaml --trials 81 --set training.batch=64 --out searches/price",
      "  otd tune --resume searches/price",
      "  otd train searches/price/best.yaml",
      "  otd tune --print-space > space.yaml",
      "",
      "docs/tuning.md describes the search."
    })
public final class TuneCommand extends OtdCommand implements SettingFlags.Owner {
  @Mixin private SettingsOptions options = new SettingsOptions();

  @Mixin private RunOptions runOptions = new RunOptions();

  @Mixin private SparkOptions spark = new SparkOptions();

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "Number of trials, including the given settings. Default: 27.")
  private @Nullable Integer trials;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Number of steps of the longest trials. Default: that of otd train.")
  private @Nullable Long steps;

  @Option(
      names = "--eta",
      paramLabel = "N",
      description = "Keep the best 1/N of the trials and give them N times the steps. Default: 3.")
  private @Nullable Integer eta;

  @Option(
      names = "--space",
      paramLabel = "FILE",
      description = "File with the search space. Default: the one that --print-space prints.")
  private @Nullable Path space;

  @Option(names = "--print-space", description = "Print the search space as a file; do not search.")
  private boolean printSpace;

  TuneCommand(Console console) {
    super(console);
  }

  @Override
  protected Map<String, String> options() {
    return options.typed();
  }

  @Override
  public SettingFlags flags() {
    return options.flags();
  }

  @Override
  public Answer run() throws Exception {
    int atOnce = runOptions.jobs(spark);
    if (runOptions.resumed().isPresent()) {
      return resumed(runOptions.resumed().get(), atOnce);
    }
    Settings settings = options.settings(console());
    SearchOptions search = search();
    if (printSpace) {
      String yaml = search.space(settings).yaml();
      say(yaml.stripTrailing());
      return Answer.ok(Map.of("space", yaml));
    }
    RunFolder folder = runOptions.folder();
    return searched(Otd.of(settings), otd -> otd.searchIn(folder, search), atOnce);
  }

  private Answer searched(OtdBuilder training, IoFunction<Otd, SearchResult> searching, int atOnce)
      throws IOException {
    try (ConsoleTraining shown =
        new ConsoleTraining(
            console(),
            atOnce,
            runOptions.verbose(),
            plan ->
                SearchAnswer.summary(plan, atOnce, runOptions.verbose())
                    .forEach(console()::note))) {
      return SearchAnswer.of(
          searching.apply(shown.of(spark.on(training)).build()),
          directory -> spark.resume("tune", directory),
          console(),
          this::say);
    }
  }

  private SearchOptions search() {
    SearchOptions search =
        SearchOptions.DEFAULT.withFixed(options.assigned().toArray(String[]::new));
    if (trials != null) {
      Arguments.atLeast("--trials", trials, 2);
      search = search.withTrials(trials);
    }
    if (eta != null) {
      Arguments.atLeast("--eta", eta, 2);
      search = search.withEta(eta);
    }
    if (steps != null) {
      Arguments.atLeast("--steps", steps, 1);
      search = search.withSteps(steps);
    }
    return space == null ? search : search.withSpace(space);
  }

  private Answer resumed(Path path, int atOnce) throws IOException {
    if (options.any()
        || trials != null
        || steps != null
        || eta != null
        || space != null
        || runOptions.placed()
        || printSpace) {
      throw new InputException(
          "--resume: given with other options (expected: alone, or with --jobs and --spark; a"
              + " search resumes with its own settings)");
    }
    SearchFile.requireIn(path);
    OtdBuilder training = Otd.resuming(path);
    if (ResultFile.isIn(path)) {
      throw new InputException(path + ": the search is finished (expected: an interrupted search)");
    }
    return searched(training, otd -> otd.resumeSearch(path), atOnce);
  }
}
