// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.core.internal.check.Check;
import io.otd.table.problem.InputException;
import io.otd.train.internal.tuning.SearchSpace;
import io.otd.train.internal.tuning.SpaceReader;
import io.otd.train.settings.Settings;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * Options of a search for settings: random search with successive halving, by the energy score of
 * validation rows.
 *
 * @param trials number of trials, including the given settings, at least 2
 * @param eta the best 1/eta of the trials continue, with eta times the steps, at least 2
 * @param steps of the longest trials; by default those of a fit
 * @param space the search space; by default the standard one
 * @param fixed paths of settings that are not searched, even if the space has them
 */
public record SearchOptions(
    int trials, int eta, OptionalLong steps, Optional<SearchSpace> space, Set<String> fixed) {
  /** 27 trials in the standard search space; the best third continues. */
  public static final SearchOptions DEFAULT =
      new SearchOptions(27, 3, OptionalLong.empty(), Optional.empty(), Set.of());

  /** Checks the ranges. */
  public SearchOptions {
    fixed = Set.copyOf(fixed);
    Check.atLeast("trials", trials, 2);
    Check.atLeast("eta", eta, 2);
    if (steps.isPresent()) {
      Check.atLeast("steps", steps.getAsLong(), 1);
    }
  }

  /** With another number of trials. */
  public SearchOptions withTrials(int number) {
    return new SearchOptions(number, eta, steps, space, fixed);
  }

  /** With another share of the trials that continue. */
  public SearchOptions withEta(int number) {
    return new SearchOptions(trials, number, steps, space, fixed);
  }

  /** With another number of steps of the longest trials. */
  public SearchOptions withSteps(long number) {
    return new SearchOptions(trials, eta, OptionalLong.of(number), space, fixed);
  }

  /**
   * With another search space.
   *
   * @param yaml a setting and its distribution per line, as {@code training.batch: {choice: [32,
   *     64]}}; {@code docs/tuning.md}
   * @throws InputException with all problems in it
   */
  public SearchOptions withSpace(String yaml) {
    return with(SpaceReader.parse(yaml, "space"));
  }

  /**
   * With the search space of a file.
   *
   * @throws InputException if it cannot be read, or with all problems in it
   */
  public SearchOptions withSpace(Path file) {
    return with(SpaceReader.read(file));
  }

  private SearchOptions with(SearchSpace other) {
    return new SearchOptions(trials, eta, steps, Optional.of(other), fixed);
  }

  /** With settings that are not searched, even if the space has them. */
  public SearchOptions withFixed(String... paths) {
    Set<String> all = new TreeSet<>(fixed);
    all.addAll(List.of(paths));
    return new SearchOptions(trials, eta, steps, space, all);
  }

  /**
   * The search space.
   *
   * @param settings that are not searched
   * @throws InputException if nothing is left
   */
  public SearchSpace space(Settings settings) {
    SearchSpace all = space.orElseGet(() -> SearchSpace.standard(settings)).without(fixed);
    if (all.laws().isEmpty()) {
      throw new InputException(
          "search: all settings of the search space are fixed (expected: at least one left to search)");
    }
    return all;
  }
}
