// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.command.ShellCommand;
import io.otd.core.internal.text.NumberText;
import io.otd.train.RunPlan;
import io.otd.train.SearchResult;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.internal.tuning.Halving;
import io.otd.train.internal.tuning.Search;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The messages of a search for settings at its beginning and its end. */
final class SearchAnswer {
  private static final int SHOWN = 10;

  private SearchAnswer() {}

  /**
   * The plan of the search.
   *
   * @param plan of the first trial
   * @param jobs maximum number of trials at a time
   * @param verbose whether columns and settings are shown
   */
  static List<String> summary(RunPlan plan, int jobs, boolean verbose) {
    Search search = plan.search().orElseThrow();
    List<Halving.Rung> rungs = search.halving().rungs();
    List<String> lines = new ArrayList<>(RunText.summary(plan, verbose));
    if (verbose) {
      lines.add("the settings above are those of trial 0");
    }
    lines.add(
        "test       %s, not used by the search"
            .formatted(NumberText.counted(plan.heldBack(), "row")));
    lines.add(
        "search     %s; %s steps in total, %s in parallel"
            .formatted(
                rungs.stream()
                    .map(r -> NumberText.counted(r.trials(), "trial") + " to step " + r.steps())
                    .collect(Collectors.joining(", ")),
                search.halving().cost(),
                NumberText.counted(Math.min(jobs, rungs.get(0).trials()), "trial")));
    lines.add("space");
    search.space().yaml().lines().forEach(line -> lines.add("  " + line));
    return lines;
  }

  /**
   * The answer, finished or stopped.
   *
   * @param resume makes the command that resumes the search in a directory
   * @param console for what went wrong
   * @param say receives the answer's lines
   */
  static Answer of(
      SearchResult result, Function<Path, String> resume, Console console, Consumer<String> say)
      throws IOException {
    if (result.interrupted()) {
      return Answer.interrupted(
          "stopped", result.directory(), Map.of(), resume.apply(result.directory()), say);
    }
    result.lines(SHOWN).forEach(say);
    say.accept("time       %s s".formatted(NumberText.fixed(result.seconds(), 1)));
    say.accept("report     " + result.directory().resolve(RunDirectory.REPORT));
    say.accept("trials     " + result.directory().resolve("trials.csv"));
    Optional<Path> best = result.bestFile();
    if (best.isEmpty()) {
      console.note(
          "otd: all trials diverged, so there is no validation score (try a smaller"
              + " training.learning_rate)");
      return new Answer(Answer.DIVERGED, ResultFile.json(result.directory()));
    }
    say.accept("settings   " + best.get());
    say.accept("next       " + ShellCommand.otd("train", best.get()));
    return Answer.ok(ResultFile.json(result.directory()));
  }
}
