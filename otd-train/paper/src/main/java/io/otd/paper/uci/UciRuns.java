// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import io.otd.core.internal.check.Check;
import io.otd.paper.realdata.RecipeRuns;
import io.otd.table.internal.split.Folds;
import io.otd.table.problem.InputException;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Runs recipes on the first splits of data sets. Each set is first written as a table with folds,
 * {@code NAME/data.csv} and {@code NAME/folds.csv}, so that every run can be repeated separately.
 *
 * @param sets the data sets, at least one
 * @param splits how many of each, from the first on; fewer where a set has fewer
 * @param runs the runs of the recipes
 */
public record UciRuns(List<SplitLayout> sets, int splits, RecipeRuns runs) {
  /** Checks the number of splits. */
  public UciRuns {
    Check.that(splits >= 1, "splits", splits, "at least 1");
    sets = List.copyOf(sets);
  }

  /**
   * Runs everything.
   *
   * @param trainers create trainers; stopping these stops everything
   * @param flags native flags in force
   * @param display shows it
   * @return the results; empty if a trainer was stopped
   * @throws InputException if a data set is invalid
   * @throws IOException what made a split fail
   */
  public Optional<UciResult> run(
      Function<Settings, NetworkTrainer> trainers, String flags, RecipeRuns.Display display)
      throws IOException {
    List<RecipeRuns.Input> inputs = new ArrayList<>();
    for (SplitLayout set : sets) {
      inputs.add(input(set)); // all are loaded before training begins
    }
    return runs.run(inputs, trainers, flags, display)
        .map(done -> new UciResult(runs.scale(), done, Published.all()));
  }

  private RecipeRuns.Input input(SplitLayout set) throws IOException {
    SplitLayout.Converted converted = set.convert(runs.directory().resolve(set.name()));
    TableSource whole = TableSource.read(located(converted).settings());
    Folds all = whole.folds().orElseThrow();
    Folds first =
        new Folds(all.repeats().subList(0, Math.min(splits, converted.splits())), all.sha256());
    return new RecipeRuns.Input(set.name(), () -> located(converted), whole.with(first));
  }

  /** Independent of the number of splits that are run, so that more can be run later. */
  private static SettingsReader located(SplitLayout.Converted converted) {
    return new SettingsReader()
        .value("data.file", List.of(converted.table().toString()), "reproduce")
        .value("data.target", List.of(SplitLayout.TARGET), "reproduce")
        .value("data.folds", List.of(converted.folds().toString()), "reproduce")
        .value("data.repeats", List.of(Integer.toString(converted.splits())), "reproduce");
  }
}
