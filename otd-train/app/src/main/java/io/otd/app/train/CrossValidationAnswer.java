// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.command.ShellCommand;
import io.otd.core.internal.text.NumberText;
import io.otd.train.CrossValidationScores;
import io.otd.train.RunPlan;
import io.otd.train.internal.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;

/** The messages of a cross-validation at its beginning and its end. */
final class CrossValidationAnswer {
  private CrossValidationAnswer() {}

  /**
   * The plan of the training.
   *
   * @param plan of the first fold
   * @param jobs maximum number of networks that are trained at a time
   * @param verbose whether columns and settings are shown
   */
  static List<String> summary(RunPlan plan, int jobs, boolean verbose) {
    List<String> lines = new ArrayList<>(RunText.summary(plan, verbose));
    int networks = plan.runs() * plan.data().plan().members();
    lines.add(
        "folds      %s runs, %s networks in total, %s in parallel; the split above is that of the first run"
            .formatted(plan.runs(), networks, Math.min(jobs, networks)));
    return lines;
  }

  /**
   * The answer, finished or stopped.
   *
   * @param resume makes the command that resumes the runs in a directory
   * @param console for what went wrong
   * @param say receives the answer's lines
   */
  static Answer of(
      CrossValidationScores scores,
      Function<Path, String> resume,
      Console console,
      Consumer<String> say)
      throws IOException {
    if (scores.interrupted()) {
      return Answer.interrupted(
          "stopped with %s of %s runs done".formatted(scores.done().size(), scores.folds()),
          scores.directory(),
          Map.of("done", scores.done()),
          resume.apply(scores.directory()),
          say);
    }
    lines(scores).forEach(say);
    scores.problems().forEach((name, problem) -> console.note("otd: " + name + ": " + problem));
    return new Answer(
        scores.problems().isEmpty() ? 0 : Answer.DIVERGED, ResultFile.json(scores.directory()));
  }

  private static List<String> lines(CrossValidationScores scores) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "test, mean and standard deviation over %s runs (target units)"
            .formatted(scores.done().size()));
    for (String score : scores.headlines()) {
      lines.add(
          "  %-14s %s"
              .formatted(
                  score,
                  NumberText.withSpread(scores.mean(score), scores.standardDeviation(score))));
    }
    lines.add("time       %s s".formatted(NumberText.fixed(scores.seconds(), 1)));
    lines.add("report     " + scores.directory().resolve(RunDirectory.REPORT));
    lines.add("runs       " + scores.directory() + ": " + String.join(", ", scores.done()));
    lines.add("next       " + ShellCommand.otd("compare", scores.directory(), "OTHER"));
    return lines;
  }
}
