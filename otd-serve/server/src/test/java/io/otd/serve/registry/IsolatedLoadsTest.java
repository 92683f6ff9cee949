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
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A model whose name begins with "stuck" is loaded only when the test lets it. */
@Timeout(60)
class IsolatedLoadsTest {
  private static final Duration SOON = Duration.ofMillis(20);

  @TempDir Path base;

  private final List<String> events = new CopyOnWriteArrayList<>();
  private final List<Caller> callers = new CopyOnWriteArrayList<>();
  private final CountDownLatch go = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void end() {
    go.countDown();
    threads.shutdown();
  }

  private final class Told implements VersionListener {
    @Override
    public void changed(String model, VersionStatus status) {
      events.add("%s %s %s".formatted(model, status.version(), status.state()));
    }

    @Override
    public void unlisted(String model, String message) {}

    @Override
    public void waits(VersionId id, Optional<Duration> pause) {
      events.add(
          "%s %s waits%s"
              .formatted(id.model(), id.version(), pause.isPresent() ? "" : " for its load"));
    }

    @Override
    public void slow(VersionId id, Duration time) {
      events.add("%s %s slow".formatted(id.model(), id.version()));
    }
  }

  private ServedModel load(VersionId id, Path directory, Caller caller) throws IOException {
    if (Files.exists(directory.resolve("bad"))) {
      throw new IOException("bad");
    }
    if (id.model().startsWith("stuck")) {
      callers.add(caller);
      events.add(id.model() + " begun");
      awaitGo();
    }
    return FakeModel.affine()
        .closing(() -> events.add("%s %s closed".formatted(id.model(), id.version())));
  }

  /** As native code does, it does not end when it is interrupted. */
  private void awaitGo() {
    while (go.getCount() > 0) {
      try {
        go.await();
      } catch (InterruptedException e) {
        events.add("interrupted");
      }
    }
  }

  private ModelRegistry registry(Duration patience, Duration limit) {
    return new ModelRegistry(
        this::load,
        new RegistrySettings(new RetryPauses(0, Duration.ofHours(1)), patience, limit),
        threads,
        Clock.systemUTC(),
        new Told());
  }

  private ModelConfig model(String name, String... versions) throws IOException {
    for (String version : versions) {
      Files.createDirectories(base.resolve(name).resolve(version));
    }
    return ModelConfig.latest(name, base.resolve(name));
  }

  private static void await(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(5);
    }
  }

  private static long latest(ModelRegistry registry, String model) {
    try (Lease lease = registry.lease(ModelReference.latest(model))) {
      return lease.id().version();
    }
  }

  @Test
  void no_other_model_waits_for_one_that_is_stuck() throws Exception {
    try (ModelRegistry registry = registry(SOON, Duration.ZERO)) {
      registry.start(
          List.of(
              model("stuck 1", "1"),
              model("stuck 2", "1"),
              model("stuck 3", "1"),
              model("a", "1")));
      assertThat(events).contains("stuck 1 1 slow", "stuck 2 1 slow");
      assertThat(callers).allMatch(caller -> caller.gone().isEmpty());
      await(() -> registry.answers("a"));
      assertThat(registry.isReady()).isFalse();

      model("a", "2");
      registry.poll();
      await(() -> latest(registry, "a") == 2);
      model("a", "3");
      registry.load("a");
      assertThat(latest(registry, "a")).isEqualTo(3);

      registry.reload(List.of(model("a"), model("b", "1"), model("stuck 1")));
      assertThat(registry.models()).containsExactly("a", "b", "stuck 1");
      registry.reload(List.of(model("a"), model("b")));
      assertThat(registry.isReady()).isTrue();
      assertThat(events).contains("stuck 1 1 END", "stuck 2 1 END");
      go.countDown();
      await(() -> events.contains("stuck 1 1 closed") && events.contains("stuck 2 1 closed"));
      assertThat(events).doesNotContain("stuck 1 1 AVAILABLE");
    }
  }

  @Test
  void a_load_ends_at_its_limit_and_what_comes_later_is_closed() throws Exception {
    try (ModelRegistry registry = registry(Duration.ofSeconds(30), SOON)) {
      registry.start(List.of(model("stuck", "1")));
      VersionStatus status = registry.status("stuck", OptionalLong.empty()).get(0);
      assertThat(status.code()).isEqualTo(StatusCode.DEADLINE_EXCEEDED);
      assertThat(status.message()).startsWith("not loaded within 0.02 s");
      await(() -> events.contains("interrupted"));
      await(() -> events.contains("stuck 1 waits for its load"));
      assertThat(callers.get(0).gone()).as("nobody waits for what is still loaded").isPresent();

      assertThatThrownBy(() -> registry.load("stuck")).hasMessageContaining("not loaded within");
      assertThat(events.stream().filter("stuck begun"::equals)).as("no second one").hasSize(1);
      go.countDown();
      await(() -> events.contains("stuck 1 closed"));
      assertThat(events).doesNotContain("stuck 1 AVAILABLE");
      await(() -> loads(registry));
    }
  }

  /** Once the load that was given up has ended, the version can be tried again. */
  private static boolean loads(ModelRegistry registry) {
    try {
      registry.load("stuck");
      return true;
    } catch (ServingException e) {
      return false;
    }
  }

  @Test
  void closing_does_not_wait_and_what_is_loaded_afterwards_is_closed() throws Exception {
    ModelRegistry registry = registry(SOON, Duration.ZERO);
    registry.start(List.of(model("stuck", "1")));
    registry.close();
    go.countDown();
    await(() -> events.contains("stuck 1 closed"));
    assertThat(events).doesNotContain("stuck 1 AVAILABLE", "stuck 1 waits");
  }

  @Test
  void a_list_with_a_stuck_new_model_can_be_replaced_by_another() throws Exception {
    try (ModelRegistry registry = registry(SOON, Duration.ZERO)) {
      registry.start(List.of(model("a", "1")));
      List<ModelConfig> stuck = List.of(model("a"), model("stuck", "1"));
      CompletableFuture<Void> first =
          CompletableFuture.runAsync(() -> registry.reload(stuck), threads);
      await(() -> events.contains("stuck 1 slow"));
      assertThat(registry.models()).containsExactly("a");
      registry.reload(List.of(model("a"), model("b", "1")));
      assertThat(registry.models()).containsExactly("a", "b");
      go.countDown();
      assertThatThrownBy(first::join)
          .isInstanceOf(CompletionException.class)
          .hasRootCauseMessage("The list of models was replaced by another one meanwhile");
      assertThat(registry.models()).containsExactly("a", "b");
      await(() -> events.contains("stuck 1 closed"));
    }
  }

  @Test
  void a_version_that_failed_is_tried_at_once_when_asked() throws Exception {
    go.countDown();
    try (ModelRegistry registry = registry(Duration.ofSeconds(30), Duration.ZERO)) {
      registry.start(List.of(model("a", "1")));
      Files.createFile(base.resolve(model("a", "2").basePath()).resolve("2/bad"));
      registry.poll();
      await(() -> events.contains("a 2 waits"));
      assertThat(latest(registry, "a")).isEqualTo(1);
      Files.delete(base.resolve("a/2/bad"));
      registry.load("a");
      assertThat(latest(registry, "a")).as("tried at once, when asked").isEqualTo(2);
      await(() -> events.contains("a 1 closed"));
    }
  }
}
