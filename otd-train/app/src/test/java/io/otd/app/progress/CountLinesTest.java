// SPDX-License-Identifier: Apache-2.0
package io.otd.app.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CountLinesTest {
  @Test
  void prints_a_line_every_five_seconds_with_the_rate_since_the_last() {
    HandClock clock = new HandClock();
    List<String> lines = new ArrayList<>();
    CountLines progress = new CountLines("rows", "predicted", lines::add, clock);
    clock.set(4_999);
    progress.done(1000);
    assertThat(lines).isEmpty();
    clock.set(8_000);
    progress.done(2000);
    clock.set(12_000);
    progress.done(2500);
    clock.set(13_000);
    progress.done(4000);
    assertThat(lines)
        .containsExactly("2000 rows predicted, 250 rows/s", "4000 rows predicted, 400 rows/s");
  }

  @Test
  void slow_rates_have_a_decimal_and_out_of_order_counts_are_ignored() {
    HandClock clock = new HandClock();
    List<String> lines = new ArrayList<>();
    CountLines progress = new CountLines("fields", "solved", lines::add, clock);
    clock.set(6_000);
    progress.done(9);
    clock.set(12_000);
    progress.done(8);
    progress.done(12);
    assertThat(lines)
        .containsExactly("9 fields solved, 1.5 fields/s", "12 fields solved, 0.5 fields/s");
  }

  @Test
  void a_bar_that_is_closed_twice_is_left_on_the_terminal_once() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    PrintStream terminal = new PrintStream(bytes, true, StandardCharsets.UTF_8);
    CountBar bar = new CountBar("rows written", 10, terminal);
    bar.done(10);
    bar.close();
    bar.close();
    assertThat(bytes.toString(StandardCharsets.UTF_8)).containsOnlyOnce(System.lineSeparator());
  }
}
