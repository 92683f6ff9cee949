// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.problem.InputException;
import io.otd.train.settings.Settings;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class BudgetOptionTest {
  @Command
  private static final class Taking {
    @Mixin private BudgetOption budget = new BudgetOption();
  }

  private static Settings with(String... arguments) {
    Taking taking = new Taking();
    new CommandLine(taking).parseArgs(arguments);
    return taking.budget.in(Settings.STANDARD);
  }

  @ParameterizedTest
  @CsvSource({"60s, 60", "5m, 300", "1.5h, 5400"})
  void a_budget_is_a_number_with_a_unit(String text, double seconds) {
    assertThat(with("--budget", text).training().budgetSeconds()).contains(seconds);
  }

  @Test
  void a_run_without_a_budget_is_unbounded() {
    assertThat(with().training().budgetSeconds()).isEqualTo(Optional.empty());
  }

  @ParameterizedTest
  @ValueSource(strings = {"60", "0s", "-5m", "5 m", "1d"})
  void an_invalid_time_is_refused_with_the_expected_format(String text) {
    assertThatThrownBy(() -> with("--budget=" + text))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("--budget: " + text + " (expected: a time above 0");
  }
}
