// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.table.problem.InputException;
import io.otd.train.settings.Settings;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Time limit of a run. */
final class BudgetOption {
  private static final Pattern FORM = Pattern.compile("([0-9]+(?:\\.[0-9]+)?)([smh])");
  private static final Map<String, Integer> SECONDS = Map.of("s", 1, "m", 60, "h", 3600);

  @Option(
      names = "--budget",
      paramLabel = "TIME",
      description =
          "Time limit of the run, such as 60s, 5m or 1h. The networks share the time; what does not"
              + " fit is left out. Results then depend on the speed of the machine. Sets"
              + " training.budget_seconds. Default: no limit.")
  private @Nullable String budget;

  /** Whether it is given. */
  boolean given() {
    return budget != null;
  }

  /**
   * Settings with the bound, if one is given.
   *
   * @throws InputException if it is not a time
   */
  Settings in(Settings settings) {
    if (budget == null) {
      return settings;
    }
    Matcher matcher = FORM.matcher(budget);
    double seconds =
        matcher.matches()
            ? Double.parseDouble(matcher.group(1)) * SECONDS.getOrDefault(matcher.group(2), 0)
            : 0;
    InputException.require(
        seconds > 0, "--budget", budget, "a time above 0, such as 60s, 5m or 1h");
    return settings.withBudget(seconds);
  }
}
