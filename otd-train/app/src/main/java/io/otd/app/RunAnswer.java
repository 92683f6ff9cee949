package io.otd.app;

import io.otd.core.trained.TrainedMember;
import io.otd.core.trained.TrainedModel;
import io.otd.core.trained.TrainingSnapshot;
import io.otd.train.run.RunResult;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** What a run says at its end. */
final class RunAnswer {
  private RunAnswer() {}

  /** The answer of a run, finished or stopped. */
  static Answer of(RunResult result, Consumer<String> say) {
    Path directory = result.run().path();
    if (result.interrupted()) {
      List<TrainingSnapshot> snapshots = result.training().snapshots();
      say.accept("stopped after " + RunText.progress(result.data(), snapshots) + "; to resume:");
      say.accept("  " + ShellCommand.otd("train", "--resume", directory));
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
    say.accept("spread     draws scaled by " + spreads(result));
    if (result.training().test().isPresent()) {
      say.accept("report     " + result.run().report());
    }
    say.accept("model      " + directory);
    say.accept(
        "next       "
            + (result.data().points() == 1
                ? ShellCommand.otd("predict", directory, "--data", "FILE.csv")
                : ShellCommand.otd(
                    "predict", directory, "--fields", "FILE.npz", "--out", "PREDICTED.npz")));
    say.accept("           " + ShellCommand.otd("export", directory, "--to", "DIR"));
    return Answer.ok(result.json());
  }

  private static String spreads(RunResult result) {
    TrainedModel model = result.training().model();
    List<String> factors =
        (result.data().plan().apart()
                ? model.members().stream().map(TrainedMember::spread)
                : Stream.of(model.spread()))
            .map(spread -> String.format(Locale.ROOT, "%.3f", spread.factor()))
            .toList();
    return String.join(", ", factors) + (factors.size() == 1 ? "" : ", one per member");
  }

  private static Map<String, Object> interrupted(Path directory, List<TrainingSnapshot> snapshots) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("status", "interrupted");
    json.put("directory", directory.toString());
    json.put("steps", snapshots.stream().mapToLong(TrainingSnapshot::step).sum());
    json.put("resume", ShellCommand.otd("train", "--resume", directory));
    return json;
  }
}
