// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.paper.realdata.Recipe;
import io.otd.table.problem.InputException;
import io.otd.table.problem.NearestName;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which methods are run on which data sets. */
public final class RecipeOptions {
  @Option(
      names = {"--dataset", "--sets"},
      split = ",",
      paramLabel = "NAME",
      description = "Data sets to run. Default: all.")
  private @Nullable List<String> datasets;

  @Option(
      names = "--methods",
      split = ",",
      paramLabel = "NAME",
      description =
          "Methods to run, out of otd, pool, paper, mc-dropout, mdn and deep-ensemble. Default:"
              + " all.")
  private @Nullable List<String> methods;

  /**
   * The data sets.
   *
   * @param all that there are
   * @param name of one
   * @throws InputException if there is none of a name
   */
  public <T> List<T> datasets(List<T> all, Function<T, String> name) {
    return chosen("--dataset", datasets, all, name);
  }

  /**
   * The methods.
   *
   * @throws InputException if there is none of a name
   */
  public List<Recipe> methods() {
    return chosen("--methods", methods, Recipe.all(), Recipe::name);
  }

  /** Those of some names, in their order; all if none are given. */
  private static <T> List<T> chosen(
      String option, @Nullable List<String> names, List<T> all, Function<T, String> name) {
    if (names == null) {
      return all;
    }
    List<String> known = all.stream().map(name).toList();
    for (String given : names) {
      if (!known.contains(given)) {
        throw new InputException(
            "%s: %s (expected: of %s%s)"
                .formatted(
                    option, given, String.join(", ", known), NearestName.hint(given, known)));
      }
    }
    return all.stream().filter(one -> names.contains(name.apply(one))).toList();
  }
}
