// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrialsTest {
  private static final Instant START = Instant.parse("2024-03-31T12:00:00Z");

  private final Trials trials = new Trials(new RetryPauses(2, Duration.ofSeconds(40)));

  @TempDir Path version;

  private Duration failed(Instant now) {
    trials.begin(version);
    return trials.fail(now);
  }

  @Test
  void pauses_double_up_to_the_longest_without_end() {
    assertThat(failed(START)).isEqualTo(Duration.ofSeconds(10));
    assertThat(failed(START)).isEqualTo(Duration.ofSeconds(20));
    for (int i = 0; i < 100; i++) {
      assertThat(failed(START)).isEqualTo(Duration.ofSeconds(40));
    }
    assertThat(trials.isDue(version, START.plusSeconds(39))).isFalse();
    assertThat(trials.isDue(version, START.plusSeconds(40))).isTrue();
  }

  @Test
  void a_version_whose_files_have_changed_is_due_once_they_stay_as_they_are() throws IOException {
    Path file = Files.writeString(version.resolve("saved_model.pb"), "half");
    failed(START);
    assertThat(trials.isDue(version, START)).isFalse();
    Files.writeString(file, "half and more");
    assertThat(trials.isDue(version, START)).isFalse(); // perhaps still being copied
    Files.writeString(file, "half and more, and the rest");
    assertThat(trials.isDue(version, START)).isFalse();
    assertThat(trials.isDue(version, START)).isTrue();
  }

  @Test
  void another_version_and_one_that_was_forgotten_are_due_at_once() {
    failed(START);
    assertThat(trials.isDue(version.resolveSibling("other"), START)).isTrue();
    trials.forget();
    assertThat(trials.isDue(version, START)).isTrue();
    assertThat(failed(START)).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void pauses_out_of_range_are_refused() {
    assertThatThrownBy(() -> new RetryPauses(31, Duration.ofSeconds(1)))
        .hasMessage("pauses: 31, up to PT1S (expected: from 0 to 30, not negative)");
  }
}
