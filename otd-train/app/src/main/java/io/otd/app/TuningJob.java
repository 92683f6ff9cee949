package io.otd.app;

import io.otd.core.graph.SharedCompilation;
import io.otd.train.fit.PreparedTable;
import io.otd.train.fit.TableSource;
import io.otd.train.progress.RunsProgress;
import io.otd.train.run.RunDirectory;
import io.otd.train.settings.Settings;
import io.otd.train.tuning.Halving;
import io.otd.train.tuning.Search;
import io.otd.train.tuning.Tuning;
import io.otd.train.tuning.TuningResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Searches settings in a directory, with progress and a stop at a safe point.
 *
 * @param console for notes and warnings
 * @param say takes the answer's lines
 */
record TuningJob(Console console, Consumer<String> say) {
  private static final int SHOWN = 10;
  private static final int DIVERGED = 1;

  /**
   * Runs the trials that are not done.
   *
   * @param directory holds what comes out
   * @param search what is searched
   * @param source the table, with its test rows, which go no further than here
   * @param jobs most trials at a time
   */
  Answer run(RunDirectory directory, Search search, TableSource source, int jobs) throws Exception {
    Settings base = search.base();
    TableSource learned = source.withoutTest(base);
    // Each trial has one core: threads inside products would only be in each other's way.
    NativeFlags.set(0);
    List<Halving.Rung> rungs = search.halving().rungs();
    try (SharedCompilation shared = new SharedCompilation()) {
      Tuning tuning =
          new Tuning(
              directory,
              search,
              learned,
              TrainingJob.trainer(base, console, shared),
              NativeFlags.inForce());
      summary(tuning, source.file().table().rows(), jobs);
      console.interruption().guard();
      int parts = rungs.stream().mapToInt(Halving.Rung::trials).sum();
      try (RunsProgress progress = console.progress(parts, jobs)) {
        return answer(tuning.run(jobs, progress));
      }
    }
  }

  private void summary(Tuning tuning, int rows, int jobs) {
    Search search = tuning.search();
    PreparedTable data = search.data(tuning.source());
    List<Halving.Rung> rungs = search.halving().rungs();
    RunText.summary(search.start(tuning.source()), data, tuning.directory().path())
        .forEach(console::note);
    console.note("the settings above are those of trial 0");
    console.note(
        "test       %d rows, not used by the search"
            .formatted(rows - tuning.source().file().table().rows()));
    console.note(
        "search     %s; %d steps in total, %d trials in parallel"
            .formatted(
                rungs.stream()
                    .map(r -> r.trials() + " trials to step " + r.steps())
                    .collect(Collectors.joining(", ")),
                search.halving().cost(),
                Math.min(jobs, rungs.get(0).trials())));
    console.note("space");
    search.space().yaml().lines().forEach(line -> console.note("  " + line));
  }

  private Answer answer(TuningResult result) {
    if (result.interrupted()) {
      say.accept("stopped; to resume:");
      say.accept("  " + ShellCommand.otd("tune", "--resume", result.directory()));
      return new Answer(Interruption.EXIT_CODE, interrupted(result.directory()));
    }
    result.lines(SHOWN).forEach(say);
    say.accept(String.format(Locale.ROOT, "time       %.1f s", result.seconds()));
    say.accept("report     " + result.directory().resolve("report.html"));
    say.accept("trials     " + result.directory().resolve("trials.csv"));
    Optional<Path> best = result.bestFile();
    if (best.isEmpty()) {
      console.note(
          "otd: all trials diverged, so there is no validation score (try a smaller training.learning_rate)");
      return new Answer(DIVERGED, result.json());
    }
    say.accept("settings   " + best.get());
    say.accept("next       " + ShellCommand.otd("train", best.get()));
    return Answer.ok(result.json());
  }

  private static Map<String, Object> interrupted(Path directory) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", "interrupted");
    json.put("directory", directory.toString());
    json.put("resume", ShellCommand.otd("tune", "--resume", directory));
    return json;
  }
}
