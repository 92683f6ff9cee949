// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ModelVersionTest {
  private final List<String> closed = new ArrayList<>();
  private final ModelVersion<String> version =
      new ModelVersion<>(
          new VersionId("m", 3), Path.of("m", "3"), closed::add, VersionListener.none());

  @Test
  void what_a_load_that_was_given_up_returns_is_closed_and_not_used() throws IOException {
    ModelVersion<String>.Attempt attempt = version.begin();
    attempt.run(
        directory -> {
          attempt.fail(new IOException("not loaded within 1 s"));
          assertThat(version.isStuck()).isTrue();
          return "late";
        });
    assertThat(closed).containsExactly("late");
    assertThat(version.isStuck()).isFalse();
    assertThat(version.hasFailed()).isTrue();
    assertThat(version.use()).isNull();
    assertThat(version.status().message()).contains("not loaded within 1 s");
  }

  @Test
  void a_load_during_which_the_version_is_retired_is_closed_without_a_failure() throws IOException {
    version
        .begin()
        .run(
            directory -> {
              version.retire();
              return "unwanted";
            });
    assertThat(closed).containsExactly("unwanted");
    assertThat(version.isGone()).isTrue();
    assertThat(version.wasServed()).isFalse();
  }

  @Test
  void a_version_that_was_retired_is_closed_after_its_last_use() throws IOException {
    version.load(directory -> "whole");
    try (VersionUse<String> use = version.use()) {
      version.retire();
      assertThat(version.use()).isNull();
      assertThat(closed).isEmpty();
      assertThat(use).isNotNull();
    }
    assertThat(closed).containsExactly("whole");
    version.awaitEnd();
    assertThat(version.wasServed()).isTrue();
  }

  @Test
  void two_loads_at_a_time_are_refused() {
    ModelVersion<String>.Attempt unused = version.begin();
    assertThatThrownBy(version::begin)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("version 3: is being loaded");
  }

  @Test
  void a_load_that_begins_after_it_was_given_up_does_nothing() throws IOException {
    ModelVersion<String>.Attempt attempt = version.begin();
    attempt.fail(new IOException("given up"));
    attempt.run(
        directory -> {
          throw new AssertionError("loaded");
        });
    assertThat(attempt.end()).isCompleted();
    assertThat(version.hasFailed()).isTrue();
  }
}
