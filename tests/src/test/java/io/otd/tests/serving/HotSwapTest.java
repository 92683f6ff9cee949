// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.Folders;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import io.otd.serve.PredictorOptions;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.lifecycle.VersionStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A predictor that switches to another version. */
@Timeout(120)
@Tag("jdk")
@Tag("long")
class HotSwapTest {
  private static final Duration SHORT = Duration.ofMillis(5);
  private static final TestModels FIXTURE = TestModels.EULER;

  @TempDir static Path exports;
  private static Path four;
  private static Path six;
  private static Path others;

  @TempDir Path directory;
  private Path base;
  private final Log log = new Log();

  /** What a predictor reports. */
  private static final class Log implements VersionListener {
    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public void changed(String model, VersionStatus status) {
      lines.add("%d %s %s".formatted(status.version(), status.state(), status.code()));
    }

    @Override
    public void unlisted(String model, String message) {
      lines.add("unlisted");
    }

    @Override
    public void waits(VersionId id, Optional<Duration> pause) {}

    @Override
    public void slow(VersionId id, Duration time) {}
  }

  @BeforeAll
  static void export() throws IOException {
    four = export(FIXTURE, "four", 4);
    six = export(FIXTURE, "six", 6);
    others = export(TestModels.TWO_OUTPUTS, "others", 4);
  }

  private static Path export(TestModels fixture, String name, int bank) throws IOException {
    return SavedModelExporter.export(
            fixture.model(), exports.resolve(name), ExportOptions.DEFAULT.withBank(bank))
        .directory();
  }

  @BeforeEach
  void publishTheFirst() throws IOException {
    base = Files.createDirectory(directory.resolve("base"));
    publish(four, 1);
  }

  /** As in a deployment: complete before it appears under its name. */
  private void publish(Path export, int version) throws IOException {
    Path copy = directory.resolve("copy");
    Folders.copy(export, copy);
    Files.move(copy, base.resolve(Integer.toString(version)));
  }

  private static void truncate(Path version) throws IOException {
    Path graph = version.resolve("saved_model.pb");
    byte[] whole = Files.readAllBytes(graph);
    Files.write(graph, Arrays.copyOf(whole, whole.length / 2));
  }

  private static void waitFor(BooleanSupplier condition) throws InterruptedException {
    while (!condition.getAsBoolean()) {
      Thread.sleep(1);
    }
  }

  private OtdPredictor open(Duration poll) throws IOException {
    return OtdPredictor.open(base, PredictorOptions.DEFAULT.polling(poll).telling(log));
  }

  @Test
  void answers_each_call_from_a_single_version_during_a_swap() throws Exception {
    int users = 16;
    float[][] rows = FIXTURE.rows(3);
    List<float[]> byFour = samples(four, rows);
    List<float[]> bySix = samples(six, rows);
    AtomicIntegerArray answered = new AtomicIntegerArray(users);
    ExecutorService pool = Executors.newFixedThreadPool(users);
    List<Future<?>> all = new ArrayList<>();
    try (OtdPredictor predictor = open(Duration.ZERO)) {
      for (int i = 0; i < users; i++) {
        int user = i;
        all.add(
            pool.submit(
                () -> {
                  while (!Thread.currentThread().isInterrupted()) {
                    List<Prediction> predicted = predictor.predict(rows);
                    boolean odd = predicted.get(0).version().orElseThrow() % 2 == 1;
                    assertThat(samples(predicted)).containsExactlyElementsOf(odd ? byFour : bySix);
                    answered.incrementAndGet(user);
                  }
                }));
      }
      for (int version = 2; version <= 12; version++) {
        publish(version % 2 == 0 ? six : four, version);
        assertThat(predictor.refresh()).isTrue();
        assertThat(predictor.version()).hasValue(version);
        int[] before = new int[users];
        Arrays.setAll(before, answered::get);
        for (int i = 0; i < users; i++) {
          int user = i;
          waitFor(() -> answered.get(user) > before[user] + 1 || all.get(user).isDone());
        }
        assertThat(all).noneMatch(Future::isDone);
        assertThat(predictor.predict(rows).get(0).samples()).hasSize(version % 2 == 0 ? 6 : 4);
      }
      assertThat(predictor.refresh()).isFalse();
    } finally {
      pool.shutdownNow();
    }
    assertThat(log.lines).startsWith("2 AVAILABLE OK", "1 END OK", "3 AVAILABLE OK");
  }

  private static List<float[]> samples(Path model, float[][] rows) throws IOException {
    try (OtdPredictor predictor = OtdPredictor.open(model)) {
      return samples(predictor.predict(rows));
    }
  }

  private static List<float[]> samples(List<Prediction> predictions) {
    return predictions.stream().map(p -> p.samples(0)).toList();
  }

  @Test
  void polling_switches_to_a_new_version() throws Exception {
    try (OtdPredictor predictor = open(SHORT)) {
      publish(six, 2);
      waitFor(() -> predictor.draws() == 6);
      assertThat(predictor.version()).hasValue(2);
      assertThat(predictor.predict(FIXTURE.rows(1)[0]).samples()).hasSize(6);
    }
  }

  @Test
  void skips_a_damaged_version_and_switches_to_the_next() throws Exception {
    try (OtdPredictor predictor = open(Duration.ZERO)) {
      publish(six, 2);
      truncate(base.resolve("2"));

      assertThatThrownBy(predictor::refresh)
          .isInstanceOf(InvalidFileException.class)
          .hasMessageContaining("truncated");
      assertThat(predictor.version()).hasValue(1);
      assertThat(predictor.predict(FIXTURE.rows(1)[0]).samples()).hasSize(4);
      assertThat(log.lines).containsExactly("2 END DATA_LOSS");

      publish(six, 3);
      assertThat(predictor.refresh()).isTrue();
      assertThat(predictor.version()).hasValue(3);
    }
  }

  @Test
  void logs_a_problem_once_and_retries() throws Exception {
    Path graph = four.resolve("saved_model.pb");
    try (OtdPredictor predictor = open(SHORT)) {
      Path broken = directory.resolve("broken");
      Files.createDirectory(broken);
      Files.move(broken, base.resolve("2"));
      waitFor(() -> !log.lines.isEmpty());
      publish(six, 3); // A later version does not have to wait.
      waitFor(() -> predictor.version().orElse(0) == 3);
      assertThat(log.lines.stream().filter(line -> line.startsWith("2 "))).hasSize(1);

      truncateInPlace(4, graph);
      waitFor(() -> log.lines.contains("4 END DATA_LOSS"));
      // Replaced atomically: half of it would be reported as other damage.
      Path repaired = Files.copy(graph, directory.resolve("repaired.pb"));
      Files.move(
          repaired,
          base.resolve("4/saved_model.pb"),
          StandardCopyOption.ATOMIC_MOVE,
          StandardCopyOption.REPLACE_EXISTING);
      waitFor(() -> predictor.version().orElse(0) == 4);
      assertThat(log.lines.stream().filter(line -> line.startsWith("4 END"))).hasSize(1);
    }
  }

  private void truncateInPlace(int version, Path graph) throws IOException {
    Path staged = directory.resolve("staged");
    Folders.copy(graph.getParent(), staged);
    truncate(staged);
    Files.move(staged, base.resolve(Integer.toString(version)));
  }

  @Test
  void rejects_a_version_with_different_columns() throws Exception {
    try (OtdPredictor predictor = open(Duration.ZERO)) {
      publish(others, 2);
      assertThatThrownBy(predictor::refresh)
          .isInstanceOf(InvalidFileException.class)
          .hasMessageContaining("input columns [")
          .hasMessageContaining("as the version in use has them");
      assertThat(predictor.version()).hasValue(1);
      assertThat(predictor.predict(FIXTURE.rows(1))).hasSize(1);
    }
  }

  @Test
  void falls_back_when_the_highest_version_is_removed() throws Exception {
    publish(six, 2);
    try (OtdPredictor predictor = open(Duration.ZERO)) {
      assertThat(predictor.version()).hasValue(2);
      Files.move(base.resolve("2"), directory.resolve("withdrawn"));
      assertThat(predictor.refresh()).isTrue();
      assertThat(predictor.version()).hasValue(1);

      Files.move(base.resolve("1"), directory.resolve("withdrawn too"));
      assertThatThrownBy(predictor::refresh).hasMessageContaining("no model");
      assertThat(predictor.predict(FIXTURE.rows(1))).hasSize(1);
    }
  }

  @Test
  void a_predictor_for_a_specific_version_never_switches() throws Exception {
    Path version = base.resolve("1");
    try (OtdPredictor predictor = OtdPredictor.open(version)) {
      publish(six, 2);
      assertThat(predictor.refresh()).isFalse();
      assertThat(predictor.version()).hasValue(1);
    }
    assertThatThrownBy(() -> OtdPredictor.open(version, PredictorOptions.DEFAULT.polling(SHORT)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is one version");
  }

  @Test
  void cannot_refresh_after_close() throws Exception {
    OtdPredictor predictor = open(Duration.ZERO);
    predictor.close();
    publish(six, 2);
    assertThatThrownBy(predictor::refresh)
        .isInstanceOf(IllegalStateException.class)
        .hasMessageEndingWith("closed");
  }
}
