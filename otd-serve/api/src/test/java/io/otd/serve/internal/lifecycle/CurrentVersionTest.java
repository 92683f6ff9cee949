// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.lifecycle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The models are files of column names, one word each; "bad" cannot be loaded. */
@Timeout(60)
class CurrentVersionTest {
  @TempDir Path base;
  private final Words words = new Words();
  private final Told told = new Told();

  /** A model. */
  private static final class Word {
    private final TableSchema schema;
    private final String name;
    private volatile boolean closed;

    Word(String name) {
      this.name = name;
      this.schema =
          new TableSchema(List.of(NumericInput.plain(name)), List.of(TargetColumn.plain("y")));
    }
  }

  private static final class Words {
    private final AtomicInteger trials = new AtomicInteger();
    private final List<Word> loaded = Collections.synchronizedList(new ArrayList<>());

    private volatile Runnable before = () -> {};

    VersionKind<Word> kind() {
      return new VersionKind<>(this::load, model -> model.schema, model -> model.closed = true);
    }

    private Word load(Path version) throws IOException {
      trials.incrementAndGet();
      before.run();
      String name = Files.readString(version.resolve("word"));
      if (name.equals("bad")) {
        throw new InvalidFileException(version, "bad");
      }
      Word word = new Word(name);
      loaded.add(word);
      return word;
    }
  }

  private static final class Told implements VersionListener {
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());
    private final List<Long> pauses = Collections.synchronizedList(new ArrayList<>());

    @Override
    public void changed(String model, VersionStatus status) {
      events.add(status.version() + " " + status.state() + " " + status.code());
    }

    @Override
    public void unlisted(String model, String message) {
      events.add(message);
    }

    @Override
    public void waits(VersionId id, Optional<Duration> pause) {
      pauses.add(pause.orElseThrow().toSeconds());
    }

    @Override
    public void slow(VersionId id, Duration time) {}
  }

  private void publish(String version, String word) throws IOException {
    Path hidden = Files.createDirectory(base.resolve("new-" + version));
    Files.writeString(hidden.resolve("word"), word);
    Files.move(hidden, base.resolve(version));
  }

  private CurrentVersion<Word> open() throws IOException {
    return CurrentVersion.open(base, words.kind(), told, Duration.ofSeconds(5));
  }

  @Test
  void the_highest_version_serves_and_its_predecessor_is_closed() throws IOException {
    publish("9", "x");
    publish("10", "x");
    try (CurrentVersion<Word> current = open()) {
      assertThat(words.loaded).hasSize(1);
      assertThat(current.refresh()).isFalse();
      publish("11", "x");
      assertThat(current.refresh()).isTrue();
      assertThat(words.loaded).hasSize(2);
      assertThat(words.loaded.get(0).closed).isTrue();
      assertThat(words.loaded.get(1).closed).isFalse();
      assertThat(current.model()).isSameAs(words.loaded.get(1));
      assertThat(told.events).containsExactly("11 AVAILABLE OK", "10 END OK");
    }
    assertThat(words.loaded.get(1).closed).isTrue();
  }

  @Test
  void a_listener_that_fails_does_not_keep_the_previous_version_open() throws IOException {
    publish("1", "x");
    VersionListener failing =
        new VersionListener() {
          @Override
          public void changed(String model, VersionStatus status) {
            throw new IllegalStateException("no metrics");
          }

          @Override
          public void unlisted(String model, String message) {
            throw new IllegalStateException("no metrics");
          }

          @Override
          public void waits(VersionId id, Optional<Duration> pause) {}

          @Override
          public void slow(VersionId id, Duration time) {}
        };
    try (CurrentVersion<Word> current =
        CurrentVersion.open(base, words.kind(), failing, Duration.ZERO)) {
      publish("2", "x");
      assertThat(current.refresh()).isTrue();
      assertThat(words.loaded.get(0).closed).isTrue();
      publish("3", "bad");
      assertThatThrownBy(current::refresh).isInstanceOf(InvalidFileException.class);
      assertThat(current.model()).isSameAs(words.loaded.get(1));
    }
  }

  @Test
  void a_version_in_use_is_closed_after_its_last_user() throws Exception {
    publish("1", "x");
    try (CurrentVersion<Word> current = open()) {
      CountDownLatch began = new CountDownLatch(1);
      CountDownLatch end = new CountDownLatch(1);
      CompletableFuture<Boolean> closedInUse =
          CompletableFuture.supplyAsync(
              () ->
                  current.during(
                      word -> {
                        began.countDown();
                        await(end);
                        return word.closed;
                      }));
      began.await();
      publish("2", "x");
      CompletableFuture<Void> change = CompletableFuture.runAsync(current::look);
      while (current.during(word -> word == words.loaded.get(0))) {
        Thread.onSpinWait();
      }
      assertThat(change).isNotDone();
      end.countDown();
      change.join();
      assertThat(closedInUse.join()).isFalse();
      assertThat(words.loaded.get(0).closed).isTrue();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_version_with_other_columns_is_refused() throws IOException {
    publish("1", "x");
    publish("2", "x");
    try (CurrentVersion<Word> current = open()) {
      publish("3", "z");
      assertThatThrownBy(current::refresh)
          .isInstanceOf(InvalidFileException.class)
          .hasMessageContaining(
              "input columns [z (number)] (expected: [x (number)], as the version in use has them)");
      assertThat(words.loaded.get(1).closed).isTrue();
      assertThat(current.<String>during(word -> word.name)).isEqualTo("x");
      assertThat(told.events).containsExactly("3 END DATA_LOSS");
    }
  }

  @Test
  void a_failed_version_is_retried_with_backoff_and_reported_once() throws IOException {
    publish("1", "x");
    try (CurrentVersion<Word> current = open()) {
      publish("2", "bad");
      List<Integer> tried = new ArrayList<>();
      for (int look = 0; look < 8; look++) {
        int before = words.trials.get();
        current.look();
        if (words.trials.get() > before) {
          tried.add(look);
        }
      }
      assertThat(tried).containsExactly(0, 1, 3, 7);
      assertThat(told.events).containsExactly("2 END DATA_LOSS");
      assertThat(told.pauses).containsExactly(5L);
      publish("3", "x");
      current.look();
      assertThat(told.events).containsExactly("2 END DATA_LOSS", "3 AVAILABLE OK", "1 END OK");
    }
  }

  @Test
  void a_failed_version_is_tried_again_once_its_files_have_changed_and_stay() throws IOException {
    publish("1", "x");
    try (CurrentVersion<Word> current = open()) {
      publish("2", "bad");
      for (int look = 0; look < 8; look++) {
        current.look();
      }
      int trials = words.trials.get();
      Files.writeString(base.resolve("2/more"), "1");
      current.look();
      Files.writeString(base.resolve("2/more"), "12");
      current.look();
      assertThat(words.trials).as("still being copied").hasValue(trials);
      Files.writeString(base.resolve("2/word"), "x");
      current.look();
      current.look();
      assertThat(current.<String>during(word -> word.name)).isEqualTo("x");
      assertThat(told.events).endsWith("2 AVAILABLE OK", "1 END OK");
    }
  }

  @Test
  void closing_does_not_wait_for_a_version_that_is_being_loaded() throws Exception {
    publish("1", "x");
    CountDownLatch loading = new CountDownLatch(1);
    CountDownLatch go = new CountDownLatch(1);
    CurrentVersion<Word> current = open();
    publish("2", "x");
    words.before =
        () -> {
          loading.countDown();
          await(go);
        };
    CompletableFuture<Void> look = CompletableFuture.runAsync(current::look);
    await(loading);
    current.close();
    go.countDown();
    look.join();
    assertThat(words.loaded).allMatch(word -> word.closed).hasSize(2);
  }

  @Test
  void unlistable_versions_change_nothing() throws IOException {
    publish("1", "x");
    try (CurrentVersion<Word> current = open()) {
      Files.move(base.resolve("1"), base.resolve("gone"));
      current.look();
      current.look();
      assertThat(told.events).singleElement().asString().contains("no model");
      assertThat(current.<String>during(word -> word.name)).isEqualTo("x");
      Files.move(base.resolve("gone"), base.resolve("1"));
      current.look();
      current.look();
      assertThat(told.events).hasSize(2).last().isEqualTo("1 AVAILABLE OK");
      assertThat(words.loaded).hasSize(1);
    }
  }

  @Test
  void rejects_use_after_closing() throws IOException {
    publish("1", "x");
    CurrentVersion<Word> current = open();
    current.close();
    current.close();
    publish("2", "x");
    current.look();
    assertThat(words.loaded).hasSize(1);
    assertThatThrownBy(() -> current.during(word -> word.name))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageEndingWith(": closed");
    assertThatThrownBy(current::refresh).hasMessageEndingWith(": closed");
  }

  @Test
  void a_folder_without_versions_is_reported() {
    assertThatThrownBy(this::open)
        .isInstanceOf(InvalidFileException.class)
        .hasMessage(
            base + ": no model: neither saved_model.pb nor a directory named by a version in it");
  }
}
