package io.otd.train.cli;

import io.otd.core.trained.TrainingSnapshot;
import io.otd.train.tabular.RunResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** What a run says at its end. */
final class RunAnswer {
  private RunAnswer() {}

  /** The answer of a run, finished or stopped. */
  static Answer of(RunResult result, Consumer<String> say) {
    Path directory = result.run().path();
    if (result.interrupted()) {
      List<TrainingSnapshot> snapshots = result.training().snapshots();
      say.accept("stopped after " + RunText.progress(result.settings(), snapshots) + "; to go on:");
      say.accept("  otd train --resume " + directory);
      return new Answer(Interruption.EXIT_CODE, interrupted(directory, snapshots));
    }
    result
        .training()
        .test()
        .ifPresent(
            test ->
                ScoreText.lines(
                        "test (%d rows, target units)".formatted(test.numbers().length),
                        test.scores())
                    .forEach(say));
    say.accept(
        String.format(
            Locale.ROOT,
            "spread     draws scaled by %.3f",
            result.training().model().spread().factor()));
    if (result.training().test().isPresent()) {
      say.accept("report     " + result.run().report());
    }
    say.accept("model      " + directory);
    say.accept("next       otd predict " + directory + " --data FILE.csv");
    say.accept("           otd export " + directory + " --to DIR");
    return Answer.ok(result.json());
  }

  private static Map<String, Object> interrupted(Path directory, List<TrainingSnapshot> snapshots) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", "interrupted");
    json.put("directory", directory.toString());
    json.put("epochs", snapshots.stream().mapToInt(TrainingSnapshot::epoch).sum());
    json.put("resume", "otd train --resume " + directory);
    return json;
  }
}
