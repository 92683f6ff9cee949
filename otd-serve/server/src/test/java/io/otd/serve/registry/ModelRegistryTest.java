// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.internal.batching.FakeModel;
import io.otd.serve.internal.lifecycle.RetryPauses;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With real directories, and models that only record that they were closed. */
class ModelRegistryTest {
  private static final RegistrySettings SETTINGS =
      new RegistrySettings(
          new RetryPauses(2, Duration.ofMinutes(1)), Duration.ofSeconds(10), Duration.ZERO);

  @TempDir Path base;

  private final List<String> events = new ArrayList<>();
  private final Set<String> broken = new TreeSet<>();
  private final VersionListener listener =
      new VersionListener() {
        @Override
        public void changed(String model, VersionStatus status) {
          events.add(model + " " + status.version() + " " + status.state());
        }

        @Override
        public void unlisted(String model, String message) {
          events.add(model + " unlisted");
        }

        @Override
        public void waits(VersionId id, Optional<Duration> pause) {
          events.add(
              "%s %s waits %s s"
                  .formatted(id.model(), id.version(), pause.orElseThrow().toSeconds()));
        }

        @Override
        public void slow(VersionId id, Duration time) {
          events.add("%s %s slow".formatted(id.model(), id.version()));
        }
      };
  private Instant now = Instant.EPOCH;
  private ModelRegistry registry;

  @BeforeEach
  void make() {
    Clock clock =
        new Clock() {
          @Override
          public Instant instant() {
            return now;
          }

          @Override
          public ZoneOffset getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(java.time.ZoneId zone) {
            return this;
          }
        };
    registry = new ModelRegistry(this::load, SETTINGS, Runnable::run, clock, listener);
  }

  private ServedModel load(VersionId id, Path directory, Caller caller) throws IOException {
    if (broken.contains(id.model() + " " + id.version())) {
      throw new IOException("broken");
    }
    return FakeModel.affine()
        .closing(() -> events.add("%s %s closed".formatted(id.model(), id.version())));
  }

  private Path versions(String model, String... names) throws IOException {
    for (String name : names) {
      Files.createDirectories(base.resolve(model).resolve(name));
    }
    return base.resolve(model);
  }

  private ModelConfig config(String model, VersionPolicy policy) {
    return new ModelConfig(model, base.resolve(model), policy, Map.of());
  }

  private static VersionPolicy latest(int count) {
    return new VersionPolicy.Latest(count);
  }

  private long latest(String model) {
    try (Lease lease = registry.lease(ModelReference.latest(model))) {
      return lease.id().version();
    }
  }

  private List<String> status(String model) {
    return registry.status(model, OptionalLong.empty()).stream()
        .map(s -> s.version() + " " + s.state() + " " + s.code())
        .toList();
  }

  private void assertFailure(Runnable call, StatusCode code, String message) {
    assertThatThrownBy(call::run)
        .hasMessageContaining(message)
        .isInstanceOfSatisfying(ServingException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void the_policy_says_which_versions_are_served() throws IOException {
    versions("m", "1", "00000007", "12", "readme", "3.5");
    registry.start(
        List.of(
            config("m", latest(1)),
            new ModelConfig("two", base.resolve("m"), latest(2), Map.of()),
            new ModelConfig("all", base.resolve("m"), new VersionPolicy.All(), Map.of()),
            new ModelConfig(
                "some",
                base.resolve("m"),
                new VersionPolicy.Specific(new TreeSet<>(Set.of(1L, 7L, 99L))),
                Map.of())));

    assertThat(status("m")).containsExactly("12 AVAILABLE OK");
    assertThat(status("two")).containsExactly("12 AVAILABLE OK", "7 AVAILABLE OK");
    assertThat(status("all")).hasSize(3);
    assertThat(status("some")).containsExactly("7 AVAILABLE OK", "1 AVAILABLE OK");
    assertThat(registry.models()).containsExactly("all", "m", "some", "two");
    assertThat(registry.isReady()).isTrue();
  }

  @Test
  void a_new_version_is_loaded_before_the_old_one_is_unloaded() throws IOException {
    versions("m", "1");
    registry.start(List.of(config("m", latest(1))));
    versions("m", "2");
    events.clear();
    registry.poll();

    assertThat(events)
        .containsExactly("m 2 LOADING", "m 2 AVAILABLE", "m 1 UNLOADING", "m 1 closed", "m 1 END");
    assertThat(latest("m")).isEqualTo(2);
    assertThat(status("m")).containsExactly("2 AVAILABLE OK", "1 END OK");
  }

  @Test
  void a_load_request_loads_new_versions_or_reports_why_it_failed() throws IOException {
    versions("m", "1");
    versions("empty");
    registry.start(List.of(config("m", latest(1)), config("empty", latest(1))));
    versions("m", "2");
    registry.load("m");
    assertThat(latest("m")).isEqualTo(2);

    broken.add("m 3");
    versions("m", "3");
    assertFailure(
        () -> registry.load("m"), StatusCode.INTERNAL, "model m, version 3: not loaded: broken");
    assertThat(latest("m")).isEqualTo(2);
    assertFailure(
        () -> registry.load("empty"), StatusCode.NOT_FOUND, "any versions of model empty");
    assertFailure(() -> registry.load("none"), StatusCode.NOT_FOUND, "model none");
  }

  @Test
  void a_version_in_use_is_closed_after_its_last_user() throws IOException {
    versions("m", "1");
    registry.start(List.of(config("m", latest(1))));
    Lease first = registry.lease(ModelReference.latest("m"));
    Lease second = registry.lease(ModelReference.version("m", 1));
    versions("m", "2");
    registry.poll();

    assertThat(status("m")).containsExactly("2 AVAILABLE OK", "1 UNLOADING OK");
    assertFailure(
        () -> registry.lease(ModelReference.version("m", 1)), StatusCode.NOT_FOUND, "m, 1");
    first.close();
    first.close();
    assertThat(events).doesNotContain("m 1 closed");
    second.close();
    assertThat(events).contains("m 1 closed");
  }

  @Test
  void a_broken_version_is_reported_and_retried_while_the_old_one_keeps_serving()
      throws IOException {
    versions("m", "1");
    registry.start(List.of(config("m", latest(1))));
    broken.add("m 2");
    versions("m", "2");
    registry.poll();

    assertThat(status("m")).containsExactly("2 END INTERNAL", "1 AVAILABLE OK");
    assertThat(latest("m")).isEqualTo(1);
    assertThat(registry.status("m", OptionalLong.of(2)).get(0).message()).isEqualTo("broken");

    broken.clear();
    registry.poll();
    assertThat(latest("m")).as("too early").isEqualTo(1);
    now = now.plus(Duration.ofMinutes(1));
    registry.poll();
    assertThat(latest("m")).isEqualTo(2);
  }

  @Test
  void a_server_that_starts_with_damaged_newest_versions_serves_the_highest_whole_one_until_then()
      throws IOException {
    broken.addAll(List.of("m 3", "m 4"));
    versions("m", "1", "2", "3", "4");
    registry.start(List.of(config("m", latest(1))));
    assertThat(status("m")).containsExactly("4 END INTERNAL", "3 END INTERNAL", "2 AVAILABLE OK");
    assertThat(registry.isReady()).isTrue();
    assertFailure(() -> registry.load("m"), StatusCode.INTERNAL, "version 4: not loaded: broken");

    broken.remove("m 4");
    registry.load("m");
    assertThat(status("m")).containsExactly("4 AVAILABLE OK", "2 END OK");

    broken.add("n 2");
    versions("n", "1", "2");
    registry.reload(List.of(config("m", latest(1)), config("n", latest(1))));
    assertThat(latest("n")).isEqualTo(1);
  }

  @Test
  void no_version_stands_in_for_one_that_is_named_or_beside_one_that_answers() throws IOException {
    broken.addAll(List.of("m 3", "named 3"));
    Path directory = versions("m", "1", "2", "3");
    VersionPolicy third = new VersionPolicy.Specific(new TreeSet<>(Set.of(3L)));
    registry.start(
        List.of(config("m", latest(2)), new ModelConfig("named", directory, third, Map.of())));
    assertThat(status("m")).containsExactly("3 END INTERNAL", "2 AVAILABLE OK");
    assertThat(status("named")).containsExactly("3 END INTERNAL");
    assertThat(registry.isReady()).isFalse();
  }

  @Test
  void a_failed_version_is_tried_again_after_growing_pauses_without_end() throws IOException {
    broken.add("m 1");
    versions("m", "1");
    registry.start(List.of(config("m", latest(1))));
    List<Long> tried = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      events.clear();
      now = now.plus(Duration.ofSeconds(5));
      registry.poll();
      if (events.contains("m 1 LOADING")) {
        tried.add(now.getEpochSecond());
        assertThat(events).endsWith("m 1 waits %d s".formatted(tried.size() == 1 ? 30 : 60));
      }
    }

    assertThat(tried).containsExactly(15L, 45L, 105L, 165L, 225L, 285L);
    assertThat(registry.isReady()).isFalse();
  }

  @Test
  void a_failed_version_is_tried_again_once_its_files_have_changed() throws IOException {
    broken.add("m 1");
    Path directory = versions("m", "1").resolve("1");
    registry.start(List.of(config("m", latest(1))));
    broken.clear();
    registry.poll();
    assertThat(registry.isReady()).isFalse();
    Files.writeString(directory.resolve("late"), "1");
    registry.poll();
    assertThat(registry.isReady()).as("may still be growing").isFalse();
    registry.poll();
    assertThat(registry.isReady()).isTrue();
  }

  @Test
  void an_unlistable_directory_unloads_nothing() throws IOException {
    Path directory = versions("m", "1");
    registry.start(List.of(config("m", latest(1))));
    Files.delete(directory.resolve("1"));
    Files.delete(directory);
    registry.poll();

    assertThat(events).contains("m unlisted");
    assertThat(latest("m")).isEqualTo(1);
  }

  @Test
  void a_deleted_version_is_unloaded() throws IOException {
    Path directory = versions("m", "1", "2");
    registry.start(List.of(config("m", new VersionPolicy.All())));
    Files.delete(directory.resolve("2"));
    registry.poll();

    assertThat(latest("m")).isEqualTo(1);
    versions("m", "2");
    registry.poll();
    assertThat(latest("m")).as("back again").isEqualTo(2);
  }

  @Test
  void requests_for_unknown_models_versions_or_labels_are_rejected() throws IOException {
    versions("m", "3");
    registry.start(
        List.of(
            new ModelConfig("m", base.resolve("m"), latest(1), Map.of("good", 3L, "later", 4L))));

    assertFailure(
        () -> registry.lease(ModelReference.latest("n")),
        StatusCode.NOT_FOUND,
        "Servable not found for request: Latest(n)");
    assertFailure(
        () -> registry.lease(ModelReference.version("m", 7)),
        StatusCode.NOT_FOUND,
        "Servable not found for request: Specific(m, 7)");
    assertFailure(
        () -> registry.lease(ModelReference.label("m", "nope")),
        StatusCode.INVALID_ARGUMENT,
        "Unrecognized servable version label: nope");
    assertFailure(
        () -> registry.lease(ModelReference.label("m", "later")), StatusCode.NOT_FOUND, "m, 4");
    assertFailure(
        () -> registry.lease(ModelReference.latest("")), StatusCode.INVALID_ARGUMENT, "no name");
    assertFailure(
        () -> registry.status("m", OptionalLong.of(9)),
        StatusCode.NOT_FOUND,
        "Could not find version 9 of model m");
    try (Lease good = registry.lease(ModelReference.label("m", "good"));
        Lease zero = registry.lease(ModelReference.version("m", 0))) {
      assertThat(good.id().version()).isEqualTo(3);
      assertThat(zero.id().version()).isEqualTo(3);
      assertThat(registry.status("m", OptionalLong.of(0)))
          .isEqualTo(registry.status("m", OptionalLong.empty()));
    }
  }

  @Test
  void a_reload_is_all_or_nothing() throws IOException {
    versions("old", "1");
    versions("both", "1", "2");
    versions("new", "1");
    registry.start(List.of(config("old", latest(1)), config("both", latest(1))));
    broken.add("worse 1");
    versions("worse", "1");

    List<ModelConfig> bad =
        List.of(
            config("both", new VersionPolicy.All()),
            config("new", latest(1)),
            config("worse", latest(1)));
    assertFailure(() -> registry.reload(bad), StatusCode.UNKNOWN, "did not become available");
    assertThat(registry.models()).containsExactly("both", "old");
    assertThat(latest("old")).isEqualTo(1);
    assertThat(events).contains("new 1 closed", "both 1 closed");

    registry.reload(bad.subList(0, 2));
    assertThat(registry.models()).containsExactly("both", "new");
    assertThat(events).contains("old 1 closed");
    assertThat(status("both")).containsExactly("2 AVAILABLE OK", "1 AVAILABLE OK");
  }

  @Test
  void a_label_requires_an_available_version() throws IOException {
    versions("m", "1");
    registry.start(List.of(config("m", latest(1))));
    ModelConfig labelled =
        new ModelConfig("m", base.resolve("m"), latest(1), Map.of("stable", 1L, "canary", 2L));
    assertFailure(
        () -> registry.reload(List.of(labelled)),
        StatusCode.FAILED_PRECONDITION,
        "Request to assign label to version 2 of model m, which is not currently available");
    assertFailure(
        () -> registry.lease(ModelReference.label("m", "stable")),
        StatusCode.INVALID_ARGUMENT,
        "stable");

    versions("m", "2");
    registry.reload(
        List.of(
            new ModelConfig(
                "m", base.resolve("m"), latest(2), Map.of("stable", 1L, "canary", 2L))));
    try (Lease lease = registry.lease(ModelReference.label("m", "canary"))) {
      assertThat(lease.id().version()).isEqualTo(2);
    }
  }

  @Test
  void closing_unloads_every_version() throws IOException {
    versions("m", "1", "2");
    registry.start(List.of(config("m", new VersionPolicy.All())));
    registry.close();

    assertThat(events).contains("m 1 closed", "m 2 closed");
    assertFailure(
        () -> registry.lease(ModelReference.latest("m")), StatusCode.NOT_FOUND, "Latest(m)");
  }

  @Test
  void the_status_history_is_bounded() throws IOException {
    registry.start(List.of(config("m", latest(1))));
    for (int i = 1; i <= 60; i++) {
      versions("m", String.valueOf(i));
      registry.poll();
    }

    assertThat(status("m")).hasSize(21).first().isEqualTo("60 AVAILABLE OK");
  }
}
