package io.otd.app;

import io.otd.table.problem.InputException;
import io.otd.train.fit.PreparedTable;
import io.otd.train.fit.TableSource;
import io.otd.train.run.RunDirectory;
import io.otd.train.settings.Settings;
import io.otd.train.tuning.Halving;
import io.otd.train.tuning.Search;
import io.otd.train.tuning.SearchFile;
import io.otd.train.tuning.SearchSpace;
import io.otd.train.tuning.SpaceReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
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
      "Trial 0 has the given settings. Settings given with --set are not searched. "
          + "--print-space shows which settings are."
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
final class TuneCommand extends OtdCommand {
  private static final Path RUNS = Path.of("runs");
  private static final int TRIALS = 27;
  private static final int ETA = 3;

  @Mixin private SettingsOptions options = new SettingsOptions();

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

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Maximum number of trials run in parallel. Default: the number of cores.")
  private @Nullable Integer jobs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Directory of the search, which must be new or empty. Default: "
              + "runs/NAME-SEED-tune, with a number appended if that exists.")
  private @Nullable Path directory;

  @Option(names = "--resume", paramLabel = "DIR", description = "Resume an interrupted search.")
  private @Nullable Path resume;

  @Option(names = "--print-space", description = "Print the search space as a file; do not search.")
  private boolean printSpace;

  TuneCommand(Console console) {
    super(console);
  }

  @Override
  Answer run() throws Exception {
    int atOnce = Arguments.jobs(jobs);
    if (resume != null) {
      return resumed(resume, atOnce);
    }
    Settings settings = options.settings(console());
    SearchSpace searched = space(settings);
    if (printSpace) {
      say(searched.yaml().stripTrailing());
      return Answer.ok(Map.of("space", searched.yaml()));
    }
    TableSource source = TableSource.read(settings);
    Search search = new Search(settings, searched, halving(settings, source));
    search.data(source.withoutTest(settings)); // what is wrong is told before anything is written
    try (RunDirectory run = newDirectory(settings, source)) {
      SearchFile.of(search, source).write(run);
      return job().run(run, search, source, atOnce);
    }
  }

  private SearchSpace space(Settings settings) {
    SearchSpace all = space == null ? SearchSpace.standard(settings) : SpaceReader.read(space);
    SearchSpace searched = all.without(options.assigned());
    if (searched.laws().isEmpty()) {
      throw new InputException(
          "--set: all settings of the search space are fixed (expected: at least one left to search)");
    }
    return searched;
  }

  private Halving halving(Settings settings, TableSource source) {
    int tried = Optional.ofNullable(trials).orElse(TRIALS);
    int of = Optional.ofNullable(eta).orElse(ETA);
    Arguments.atLeast("--trials", tried, 2);
    Arguments.atLeast("--eta", of, 2);
    long longest = Optional.ofNullable(steps).orElseGet(() -> steps(settings, source));
    Arguments.atLeast("--steps", longest, 1);
    return new Halving(tried, of, longest, settings.training().validateEvery());
  }

  /** As many as a training with these settings has. */
  private static long steps(Settings settings, TableSource source) {
    return PreparedTable.of(source.withoutTest(settings), settings.withoutTest())
        .trainingSettings(settings)
        .steps();
  }

  private TuningJob job() {
    return new TuningJob(console(), this::say);
  }

  private RunDirectory newDirectory(Settings settings, TableSource source) throws IOException {
    return directory != null
        ? RunDirectory.create(directory, settings)
        : RunDirectory.createNext(
            RUNS,
            TableSource.name(source.file()) + "-" + settings.training().seed() + "-tune",
            settings);
  }

  private Answer resumed(Path path, int atOnce) throws Exception {
    if (options.any()
        || trials != null
        || steps != null
        || eta != null
        || space != null
        || directory != null
        || printSpace) {
      throw new InputException(
          "--resume: given with other options (expected: alone, or with --jobs; a search resumes"
              + " with its own settings)");
    }
    SearchFile.requireIn(path);
    try (RunDirectory run = RunDirectory.open(path)) {
      SearchFile began = SearchFile.read(run);
      if (run.finished()) {
        throw new InputException(
            path + ": the search is finished (expected: an interrupted search)");
      }
      TableSource source = TableSource.read(began.search().base());
      began.requireSameFiles(source);
      return job().run(run, began.search(), source, atOnce);
    }
  }
}
