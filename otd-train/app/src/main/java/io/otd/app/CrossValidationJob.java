package io.otd.app;

import io.otd.core.graph.SharedCompilation;
import io.otd.table.split.Folds;
import io.otd.train.crossvalidation.CrossValidation;
import io.otd.train.crossvalidation.CrossValidationResult;
import io.otd.train.fit.PreparedTable;
import io.otd.train.fit.TableSource;
import io.otd.train.progress.RunsProgress;
import io.otd.train.result.Spread;
import io.otd.train.run.RunDirectory;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Trains on every fold in a directory, with progress and a stop at a safe point.
 *
 * @param console for notes and warnings
 * @param say takes the answer's lines
 */
record CrossValidationJob(Console console, Consumer<String> say) {
  private static final int DIVERGED = 1;

  /**
   * Trains on the folds that are not done.
   *
   * @param directory holds what comes out
   * @param settings of all folds
   * @param source what is learned from
   * @param jobs most networks that are trained at a time
   */
  Answer run(RunDirectory directory, Settings settings, TableSource source, int jobs)
      throws Exception {
    List<Folds.Part> parts = source.folds().orElseThrow().parts();
    Settings first = settings.withFold(parts.get(0));
    PreparedTable data = PreparedTable.of(source, first);
    RunText.summary(first, data, directory.path()).forEach(console::note);
    int networks = parts.size() * data.plan().members();
    console.note(
        "folds      %d runs, %d networks in total, %d in parallel; the split above is that of the first run"
            .formatted(parts.size(), networks, Math.min(jobs, networks)));
    // Each run has one core: threads inside products would only be in each other's way.
    NativeFlags.set(0);
    console.interruption().guard();
    try (SharedCompilation shared = new SharedCompilation();
        RunsProgress progress = console.progress(parts.size(), jobs)) {
      CrossValidation validation =
          new CrossValidation(
              directory,
              settings,
              source,
              TrainingJob.trainer(settings, console, shared),
              NativeFlags.inForce());
      return answer(validation.run(jobs, progress));
    }
  }

  private Answer answer(CrossValidationResult result) {
    if (result.interrupted()) {
      say.accept(
          "stopped with %d of %d runs done; to resume:"
              .formatted(result.done().size(), result.folds().size()));
      say.accept("  " + ShellCommand.otd("train", "--resume", result.directory()));
      return new Answer(Interruption.EXIT_CODE, interrupted(result));
    }
    lines(result).forEach(say);
    result.problems().forEach((name, problem) -> console.note("otd: " + name + ": " + problem));
    return new Answer(result.problems().isEmpty() ? 0 : DIVERGED, result.json());
  }

  private static List<String> lines(CrossValidationResult result) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "test, mean and standard deviation over %d runs (target units)"
            .formatted(result.done().size()));
    for (String score : result.headlines()) {
      Spread spread = result.spread(score);
      lines.add(
          String.format(Locale.ROOT, "  %-14s %-10.5g sd %.3g", score, spread.mean(), spread.sd()));
    }
    lines.add(String.format(Locale.ROOT, "time       %.1f s", result.seconds()));
    lines.add("report     " + result.directory().resolve(RunDirectory.REPORT));
    lines.add("runs       " + result.directory() + ": " + String.join(", ", result.done()));
    lines.add("next       " + ShellCommand.otd("compare", result.directory(), "OTHER"));
    return lines;
  }

  private static Map<String, Object> interrupted(CrossValidationResult result) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", "interrupted");
    json.put("directory", result.directory().toString());
    json.put("done", result.done());
    json.put("resume", ShellCommand.otd("train", "--resume", result.directory()));
    return json;
  }
}
