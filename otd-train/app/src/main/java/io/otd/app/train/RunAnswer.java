// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.app.command.Answer;
import io.otd.app.command.ShellCommand;
import io.otd.app.output.ScoreText;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.train.FittedModel;
import io.otd.train.RunPlan;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.result.Omissions;
import io.otd.train.internal.result.ReadMetrics;
import io.otd.train.internal.result.ValidationEstimate;
import io.otd.train.internal.run.RunDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The messages of a run at its end. */
final class RunAnswer {
  private RunAnswer() {}

  /**
   * The answer of a run, finished or stopped.
   *
   * @param plan what was trained
   * @param resume makes the command that resumes the run in a directory
   * @param verbose whether all scores are shown, and how the draws were made
   * @param say receives the answer's lines
   */
  static Answer of(
      FittedModel model,
      RunPlan plan,
      Function<Path, String> resume,
      boolean verbose,
      Consumer<String> say)
      throws IOException {
    Path directory = plan.directory().orElseThrow();
    if (model.interrupted()) {
      return Answer.interrupted(
          "stopped after " + RunText.progress(plan, model.progress()),
          directory,
          Map.of("steps", model.progress().steps()),
          resume.apply(directory),
          say);
    }
    if (verbose) {
      inDetail(model, plan).forEach(say);
    }
    String title = "verdict    ";
    for (String sentence : model.verdict()) {
      say.accept(title + sentence);
      title = " ".repeat(title.length());
    }
    say.accept("score      " + score(model, plan));
    Omissions.of(model.trained().metrics())
        .ifPresent(left -> say.accept("time       " + left.text()));
    if (model.testScores().isPresent()) {
      say.accept("report     " + directory.resolve(RunDirectory.REPORT));
    }
    say.accept("model      " + directory);
    say.accept(
        "next       "
            + (plan.data().points() == 1
                ? ShellCommand.otd("predict", directory, "--data", "FILE.csv")
                : ShellCommand.otd(
                    "predict", directory, "--fields", "FILE.npz", "--out", "PREDICTED.npz")));
    say.accept("           " + ShellCommand.otd("export", directory, "--to", "DIR"));
    return Answer.ok(ResultFile.json(directory));
  }

  /** The energy score of the test rows, and that of the rows held out for validation. */
  private static String score(FittedModel model, RunPlan plan) {
    List<String> scores = new ArrayList<>();
    model
        .testScores()
        .ifPresent(
            test ->
                scores.add(
                    tested(new ReadMetrics(test.values()).withError("energy_score"), plan.data())
                        + RunText.weighted(plan.settings())));
    ValidationEstimate.of(model.trained().metrics()).ifPresent(held -> scores.add(held.text()));
    return scores.isEmpty() ? "none, for lack of rows" : "energy " + String.join("; ", scores);
  }

  private static String tested(String score, PreparedTable data) {
    int count = data.split().test().length / data.points();
    return "%s on %s test %s"
        .formatted(score, NumberText.count(count), data.fields().isPresent() ? "fields" : "rows");
  }

  private static List<String> inDetail(FittedModel model, RunPlan plan) {
    List<String> lines = new ArrayList<>();
    model
        .testScores()
        .ifPresent(
            scores ->
                lines.addAll(
                    ScoreText.lines(
                        "test (%s%s, target units)"
                            .formatted(
                                NumberText.counted(plan.data().split().test().length, "row"),
                                RunText.weighted(plan.settings())),
                        scores.detail())));
    if (model.trained().pooled()) {
      lines.add("pool       " + weights(model.trained()));
    }
    lines.add("spread     draws scaled by " + spreads(model.trained(), plan));
    return lines;
  }

  /** Shares of the draws, the largest first. */
  private static String weights(TrainedModel pool) {
    return pool.components().stream()
        .sorted(Comparator.comparingDouble(Component::weight).reversed())
        .map(c -> c.name() + " " + NumberText.fixed(c.weight(), 2))
        .collect(Collectors.joining(", "));
  }

  private static String spreads(TrainedModel model, RunPlan plan) {
    List<String> factors =
        (plan.data().plan().apart() && !model.pooled()
                ? model.members().stream().map(Member::spread)
                : Stream.of(model.spread()))
            .map(spread -> NumberText.brief(spread.factor()))
            .toList();
    return String.join(", ", factors) + (factors.size() == 1 ? "" : ", one per member");
  }
}
