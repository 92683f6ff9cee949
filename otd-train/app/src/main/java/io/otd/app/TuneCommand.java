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
      "Search settings for a table: random search with successive halving, by the",
      "energy score of validation rows. Test rows are taken out before it begins.",
      "The search begins with the settings as they are; what --set gives is fixed.",
      "--print-space shows what is searched."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd tune --data table.csv --target price",
      "  otd tune run.yaml --trials 81 --set training.batch=64 --out searches/price",
      "  otd tune --resume searches/price",
      "  otd train searches/price/best.yaml",
      "  otd tune --print-space > space.yaml",
      "",
      "docs/tuning.md says what is searched, and how."
    })
final class TuneCommand extends OtdCommand {
  private static final Path RUNS = Path.of("runs");
  private static final int TRIALS = 27;
  private static final int ETA = 3;

  @Mixin private SettingsOptions options = new SettingsOptions();

  @Option(
      names = "--trials",
      paramLabel = "N",
      description = "Settings to try, the ones given among them; 27.")
  private @Nullable Integer trials;

  @Option(
      names = "--steps",
      paramLabel = "N",
      description = "Steps of the trials that are trained longest; as many as a training has.")
  private @Nullable Long steps;

  @Option(
      names = "--eta",
      paramLabel = "N",
      description = "One trial of so many goes on, with so many times the steps; 3.")
  private @Nullable Integer eta;

  @Option(
      names = "--space",
      paramLabel = "FILE",
      description = "What is searched, instead of the space that --print-space shows.")
  private @Nullable Path space;

  @Option(names = "--jobs", paramLabel = "N", description = "Trials at a time; one a core.")
  private @Nullable Integer jobs;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description =
          "Directory of the search; by default runs/NAME-SEED-tune, never one that is there.")
  private @Nullable Path directory;

  @Option(
      names = "--resume",
      paramLabel = "DIR",
      description = "Go on with a search that was stopped.")
  private @Nullable Path resume;

  @Option(
      names = "--print-space",
      description = "Print the space as it would be, as a file; search nothing.")
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
          "--set: every setting of the space is given (expected: one that is searched)");
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
          "--resume: together with other settings (expected: alone, or with --jobs; a search goes on"
              + " as it began)");
    }
    SearchFile.requireIn(path);
    try (RunDirectory run = RunDirectory.open(path)) {
      SearchFile began = SearchFile.read(run);
      if (run.finished()) {
        throw new InputException(path + ": the search has come to its end, nothing is left to do");
      }
      TableSource source = TableSource.read(began.search().base());
      began.requireSameFiles(source);
      return job().run(run, began.search(), source, atOnce);
    }
  }
}
