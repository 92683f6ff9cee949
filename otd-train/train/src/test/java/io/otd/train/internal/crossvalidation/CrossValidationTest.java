// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.crossvalidation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.RandomTable;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.table.internal.split.Folds;
import io.otd.table.problem.InputException;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.internal.run.ModelProvenance;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.progress.RunsLines;
import io.otd.train.progress.RunsProgress;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SmallSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CrossValidationTest {
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

  /** Compiled programs, shared by all tests of the class as by the runs of one search. */
  private static final SharedCompilation SHARED = new SharedCompilation();

  @TempDir Path folder;
  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void table() throws IOException {
    RandomTable.Row row =
        (i, random) -> {
          double a = random.nextDouble();
          return i % 16 + "," + a + "," + (100 + 10 * a + random.nextDouble());
        };
    Files.writeString(folder.resolve("t.csv"), RandomTable.csv("who,a,y", 80, 1, row));
  }

  @AfterAll
  static void close() {
    SHARED.close();
  }

  private Settings settings(String... more) {
    return SmallSettings.of(
        folder.resolve("t.csv"),
        """
        data: {folds: 4, group: who, validation: shared}
        model: {hidden: [4, 4]}
        masks: {velocity: [4], steps: 1}
        training: {steps: 36, batch: 16, validate_every: 6}
        evaluation: {draws: 50}
        """,
        more);
  }

  private NetworkTrainer trainer(BooleanSupplier stop) {
    return new NetworkTrainer(new Compiler(SHARED, lines::add), CLOCK, stop);
  }

  private CrossValidationResult run(RunDirectory directory, int jobs, BooleanSupplier stop)
      throws Exception {
    Settings settings = directory.settings();
    return new CrossValidation(directory, settings, TableSource.read(settings), trainer(stop), "")
        .run(jobs, new RunsLines(lines::add, CLOCK, jobs));
  }

  private CrossValidationResult run(String name, int jobs, String... more) throws Exception {
    try (RunDirectory directory = RunDirectory.create(folder.resolve(name), settings(more))) {
      return run(directory, jobs, () -> false);
    }
  }

  private void requireSameFolds(String actual, String expected) throws IOException {
    for (int fold = 0; fold < 4; fold++) {
      Path one = folder.resolve(actual).resolve("fold-" + fold);
      Path other = folder.resolve(expected).resolve("fold-" + fold);
      for (String file : List.of("model.json", "metrics.csv", "test.csv")) {
        assertThat(one.resolve(file)).hasSameBinaryContentAs(other.resolve(file));
      }
    }
  }

  @Test
  @Tag("long")
  void every_fold_equals_a_separate_run_regardless_of_parallelism() throws Exception {
    CrossValidationResult result = run("three", 3);
    run("one", 1);
    requireSameFolds("three", "one");
    Settings alone = settings().withFold(new Folds.Part(0, 2));
    PreparedTable data = PreparedTable.read(alone);
    TableFit.Result second =
        new TableFit(alone, data, ModelProvenance.of(alone, data, "", CLOCK), trainer(() -> false))
            .run(List.of(), TrainingListener.NONE);
    ModelDirectory.Stored stored = ModelDirectory.read(folder.resolve("three/fold-2"));
    assertThat(stored.model().metrics()).isEqualTo(second.model().metrics());
    assertThat(stored.snapshots().get(0).parameters())
        .isEqualTo(second.snapshots().get(0).parameters());
    assertThat(result.runs()).hasSize(4);
    assertThat(result.problems()).isEmpty();
  }

  @Test
  void results_aggregate_the_results_of_the_folds() throws Exception {
    CrossValidationResult result = run("cv", 2);
    ObjectMapper json = new ObjectMapper();
    JsonNode all = json.readTree(folder.resolve("cv/result.json").toFile());
    double sum = 0;
    int rows = 0;
    for (int fold = 0; fold < 4; fold++) {
      JsonNode one = json.readTree(folder.resolve("cv/fold-" + fold + "/result.json").toFile());
      assertThat(all.at("/folds/" + fold + "/test")).isEqualTo(one.get("test"));
      sum += one.at("/test/rmse").asDouble();
      rows += one.at("/rows/test").asInt();
    }
    assertThat(rows).isEqualTo(80);
    assertThat(all.at("/mean/rmse").asDouble()).isCloseTo(sum / 4, within(1e-12));
    assertThat(all.at("/status").asText()).isEqualTo("completed");
    assertThat(Files.readAllLines(folder.resolve("cv/folds.csv"))).hasSize(81);
    String report = Files.readString(result.directory().resolve("report.html"));
    assertThat(report)
        .contains("fold-3", "mean \u00b1 sd", "data:image/svg+xml;base64,")
        .contains("<dt>training.patience</dt><dd>automatic</dd>")
        .doesNotContain("<dd>null</dd>");
    // The group column is not an input.
    assertThat(ModelDirectory.read(folder.resolve("cv/fold-0")).model().schema().inputNames())
        .containsExactly("a");
  }

  @Test
  @Tag("long")
  void an_interrupted_cross_validation_resumes_bit_for_bit() throws Exception {
    run("whole", 2);
    AtomicInteger asked = new AtomicInteger();
    try (RunDirectory directory = RunDirectory.create(folder.resolve("part"), settings())) {
      CrossValidationResult part = run(directory, 1, () -> asked.incrementAndGet() > 20);
      assertThat(part.interrupted()).isTrue();
      assertThat(directory.finished()).isFalse();
    }
    long finished =
        List.of(0, 1, 2, 3).stream()
            .filter(f -> Files.exists(folder.resolve("part/fold-" + f + "/result.json")))
            .count();
    assertThat(finished).isBetween(1L, 3L);
    lines.clear();
    try (RunDirectory directory =
        RunDirectory.openOrCreate(folder.resolve("part"), Settings.STANDARD)) {
      assertThat(run(directory, 2, () -> false).runs()).hasSize(4);
    }
    assertThat(lines.stream().filter(l -> l.contains("done before"))).hasSize((int) finished);
    requireSameFolds("part", "whole");
  }

  @Test
  void folds_that_diverge_are_named_in_the_result() throws Exception {
    CrossValidationResult result =
        run("cv", 2, "training.learning_rate=1e30", "training.steps=6", "model.linear_path=false");
    assertThat(result.problems()).containsOnlyKeys("fold-0", "fold-1", "fold-2", "fold-3");
    assertThat(result.interrupted()).isFalse();
    JsonNode json = new ObjectMapper().readTree(folder.resolve("cv/result.json").toFile());
    assertThat(json.get("status").asText()).isEqualTo("diverged");
    assertThat(json.at("/folds/3/problem").asText()).contains("expected: finite");
    assertThat(folder.resolve("cv/report.html")).content().contains("fold-0 is missing");
  }

  @Test
  void a_failing_fold_does_not_affect_the_others() throws Exception {
    run("whole", 2);
    try (RunDirectory directory = RunDirectory.create(folder.resolve("part"), settings())) {
      Settings settings = directory.settings();
      CrossValidation failing =
          new CrossValidation(
              directory, settings, TableSource.read(settings), trainer(() -> false), "");
      assertThatThrownBy(() -> failing.run(2, failingAt("fold-1")))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("no space for fold-1");
      assertThat(directory.finished()).isFalse();
      for (int fold : new int[] {0, 2, 3}) {
        assertThat(folder.resolve("part/fold-" + fold + "/result.json")).exists();
      }
      assertThat(run(directory, 2, () -> false).runs()).hasSize(4);
    }
    requireSameFolds("part", "whole");
  }

  private static RunsProgress failingAt(String fold) {
    return new RunsProgress() {
      @Override
      public TrainingListener listener(String run) {
        return event -> {
          if (run.equals(fold) && event instanceof TrainingEvent.Validated) {
            throw new IllegalStateException("no space for " + run);
          }
        };
      }

      @Override
      public void ended(String run, String how) {
        throw new AssertionError(run + ": " + how);
      }

      @Override
      public void close() {
        // nothing to release
      }
    };
  }

  @Test
  void each_repeat_has_its_own_directories() throws Exception {
    CrossValidationResult result =
        run("cv", 4, "data.folds=2", "data.repeats=2", "training.steps=6");
    assertThat(result.done())
        .containsExactly(
            "repeat-0-fold-0", "repeat-0-fold-1", "repeat-1-fold-0", "repeat-1-fold-1");
    assertThat(Files.readAllLines(folder.resolve("cv/folds.csv")).get(0)).isEqualTo("fold,fold_1");
  }

  @Test
  void a_changed_table_is_reported() throws Exception {
    try (RunDirectory directory = RunDirectory.create(folder.resolve("cv"), settings())) {
      AtomicInteger asked = new AtomicInteger();
      run(directory, 1, () -> asked.incrementAndGet() > 20);
      Files.writeString(
          folder.resolve("t.csv"),
          Files.readString(folder.resolve("t.csv")).replaceFirst("\n0,", "\n1,"));
      assertThatThrownBy(() -> run(directory, 1, () -> false))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("t.csv: changed since");
    }
  }

  /** Whether a fold is finished or only started. */
  @ParameterizedTest
  @ValueSource(ints = {4, 20})
  void changed_folds_are_reported_and_the_original_ones_kept(int stop) throws Exception {
    Path file = Files.writeString(folder.resolve("given.csv"), givenFolds(0));
    try (RunDirectory directory =
        RunDirectory.create(folder.resolve("cv"), settings("data.folds=" + file))) {
      AtomicInteger asked = new AtomicInteger();
      run(directory, 1, () -> asked.incrementAndGet() > stop);
      assertThat(Files.exists(folder.resolve("cv/fold-0/result.json"))).isEqualTo(stop == 20);
      Files.writeString(file, givenFolds(1));
      assertThatThrownBy(() -> run(directory, 1, () -> false))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("given.csv: changed since");
      assertThat(folder.resolve("cv/folds.csv")).hasContent(givenFolds(0));
    }
  }

  /** Four folds of the sixteen groups, in turn. */
  private static String givenFolds(int first) {
    return IntStream.range(0, 80)
        .mapToObj(i -> (i % 16 + first) % 4 + "\n")
        .collect(Collectors.joining("", "fold\n", ""));
  }
}
