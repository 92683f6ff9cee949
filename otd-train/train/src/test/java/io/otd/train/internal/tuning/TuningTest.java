// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.internal.run.ModelProvenance;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.internal.tuning.TrialResult.Status;
import io.otd.train.progress.RunsLines;
import io.otd.train.progress.TrainingListener;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import io.otd.train.settings.SmallSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TuningTest {
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  private static final int ROWS = 90;

  /** Rungs of 4, 2 and 1 trials with 30, 60 and 120 steps. */
  private static final Halving HALVING = new Halving(4, 2, 120, 6);

  /** Compiled programs, shared by all tests of the class as by the runs of one search. */
  private static final SharedCompilation SHARED = new SharedCompilation();

  @TempDir Path folder;
  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

  @BeforeEach
  void table() throws IOException {
    SplittableRandom random = new SplittableRandom(1);
    List<String> rows = new ArrayList<>(List.of("kind,a,y"));
    for (int i = 0; i < ROWS; i++) {
      double a = random.nextDouble();
      rows.add("k" + i % 3 + "," + a + "," + (100 + 10 * a + random.nextDouble()));
    }
    Files.write(folder.resolve("t.csv"), rows);
  }

  @AfterAll
  static void close() {
    SHARED.close();
  }

  private Settings settings(String... more) {
    return SmallSettings.of(
        folder.resolve("t.csv"),
        """
        model: {hidden: [4, 4]}
        masks: {velocity: [4], steps: 1}
        training: {batch: 16, validate_every: 6, schedule: constant, learning_rate: 1e-3}
        evaluation: {draws: 50}
        output: {tensorboard: false}
        """,
        more);
  }

  /** The architecture of the network stays the same, so that one program serves all trials. */
  private static SearchSpace space() {
    Map<String, Distribution> laws = new LinkedHashMap<>();
    laws.put("training.learning_rate", Distribution.logUniform(1e-4, 1e-1));
    return new SearchSpace(laws);
  }

  private TuningResult run(RunDirectory directory, int jobs, Search search, BooleanSupplier stop)
      throws Exception {
    return new Tuning(
            directory,
            search,
            TableSource.read(search.base()).withoutTest(search.base()),
            new NetworkTrainer(new Compiler(SHARED, lines::add), CLOCK, stop),
            "")
        .run(jobs, new RunsLines(lines::add, CLOCK, jobs));
  }

  private TuningResult run(String name, int jobs, Search search) throws Exception {
    try (RunDirectory directory = RunDirectory.create(folder.resolve(name), search.base())) {
      return run(directory, jobs, search, () -> false);
    }
  }

  private Search search(String... more) {
    return new Search(settings(more), space(), HALVING);
  }

  private void requireSame(String actual, String expected) throws IOException {
    for (String file : List.of("trials.csv", "best.yaml")) {
      assertThat(folder.resolve(actual).resolve(file))
          .hasSameBinaryContentAs(folder.resolve(expected).resolve(file));
    }
    for (int k = 0; k < HALVING.trials(); k++) {
      String trial = "trial-00" + k;
      TrainingSnapshot one = snapshot(folder.resolve(actual).resolve(trial));
      TrainingSnapshot other = snapshot(folder.resolve(expected).resolve(trial));
      assertThat(one.step()).isEqualTo(other.step());
      assertThat(one.parameters()).isEqualTo(other.parameters());
      assertThat(one.secondMoment()).isEqualTo(other.secondMoment());
      assertThat(one.history()).isEqualTo(other.history());
    }
  }

  private static TrainingSnapshot snapshot(Path run) throws IOException {
    return ModelDirectory.read(run).snapshots().get(0);
  }

  @Test
  @Tag("long")
  void the_best_trials_advance_and_the_winner_equals_an_uninterrupted_run() throws Exception {
    TuningResult result = run("three", 3, search());
    run("one", 1, search());
    requireSame("three", "one");
    assertThat(result.results().stream().map(TrialResult::steps).sorted())
        .containsExactly(30L, 30L, 60L, 120L);
    TrialResult best = result.best().orElseThrow();
    assertThat(best.status()).isEqualTo(Status.COMPLETED);
    for (TrialResult r : result.results()) {
      assertThat(r.steps() < 120 || best.score() <= r.score()).isTrue();
      if (r.steps() == 30) {
        // Two trials had a better score by then.
        assertThat(result.results().stream().filter(o -> o.scoreBy(30) < r.scoreBy(30)))
            .hasSizeGreaterThanOrEqualTo(2);
      }
    }
    Settings alone = best.trial().settings();
    PreparedTable data = PreparedTable.read(alone);
    TableFit.Result whole =
        new TableFit(
                alone,
                data,
                ModelProvenance.of(alone, data, "", CLOCK),
                new NetworkTrainer(new Compiler(SHARED, lines::add), CLOCK, () -> false))
            .run(List.of(), TrainingListener.NONE);
    TrainingSnapshot climbed = snapshot(folder.resolve("three").resolve(best.trial().name()));
    assertThat(climbed.parameters()).isEqualTo(whole.snapshots().get(0).parameters());
    assertThat(climbed.history()).isEqualTo(whole.snapshots().get(0).history());
  }

  @Test
  void a_decaying_learning_rate_spans_all_steps_regardless_of_rungs() throws Exception {
    Search search = search("training.schedule=cosine");
    TuningResult result = run("cosine", 2, search);
    TrialResult best = result.best().orElseThrow();
    Settings alone = best.trial().settings();
    PreparedTable data = PreparedTable.read(alone);
    TableFit.Result whole =
        new TableFit(
                alone,
                data,
                ModelProvenance.of(alone, data, "", CLOCK),
                new NetworkTrainer(new Compiler(SHARED, lines::add), CLOCK, () -> false))
            .run(List.of(), TrainingListener.NONE);
    assertThat(snapshot(folder.resolve("cosine").resolve(best.trial().name())).parameters())
        .isEqualTo(whole.snapshots().get(0).parameters());
    assertThat(chosen("cosine").training().steps()).contains(120);
  }

  private Settings chosen(String name) {
    return new SettingsReader().file(folder.resolve(name).resolve("best.yaml")).settings();
  }

  @Test
  void the_winning_settings_file_is_complete_and_trains_the_default_ensemble() throws Exception {
    Search search = search("data.test_fraction=0.3");
    TuningResult result = run("tune", 2, search);
    Settings chosen = chosen("tune");
    assertThat(chosen.model().members()).isEmpty();
    assertThat(chosen.training().steps()).isEmpty();
    assertThat(chosen.data()).isEqualTo(search.base().data());
    assertThat(Double.toString(chosen.training().learningRate()))
        .isEqualTo(
            result.best().orElseThrow().trial().settings().flat().get("training.learning_rate"));
    List<String> trials = Files.readAllLines(folder.resolve("tune/trials.csv"));
    assertThat(trials).hasSize(1 + 4);
    assertThat(trials.get(0))
        .isEqualTo(
            "trial,rank,status,rung,steps,best_step,validation_score,validation_sd,training.learning_rate");
    assertThat(trials.get(1)).startsWith("0,").endsWith(",0.001");
    assertThat(folder.resolve("tune/report.html"))
        .content()
        .contains("dropped", "data:image/svg+xml;base64,")
        .contains("<dt>training.patience</dt><dd>automatic</dd>")
        .doesNotContain("<dd>null</dd>");
  }

  @Test
  @Tag("long")
  void an_interrupted_search_resumes_to_the_same_winner_bit_for_bit() throws Exception {
    AtomicInteger all = new AtomicInteger();
    try (RunDirectory whole = RunDirectory.create(folder.resolve("whole"), search().base())) {
      run(whole, 1, search(), () -> all.incrementAndGet() < 0);
    }
    for (int tenths : new int[] {1, 6, 9}) { // in each of the three rungs
      int stops = all.get() * tenths / 10;
      String name = "part" + tenths;
      AtomicInteger asked = new AtomicInteger();
      try (RunDirectory directory = RunDirectory.create(folder.resolve(name), search().base())) {
        SearchFile.of(search(), TableSource.read(search().base())).write(directory);
        TuningResult part = run(directory, 1, search(), () -> asked.incrementAndGet() > stops);
        assertThat(part.interrupted()).isTrue();
        assertThat(directory.finished()).isFalse();
      }
      try (RunDirectory directory =
          RunDirectory.openOrCreate(folder.resolve(name), Settings.STANDARD)) {
        SearchFile began = SearchFile.read(directory);
        assertThat(began.search().space()).isEqualTo(space());
        assertThat(began.search().halving()).isEqualTo(HALVING);
        assertThat(run(directory, 2, began.search(), () -> false).interrupted()).isFalse();
      }
      requireSame(name, "whole");
    }
  }

  @Test
  @Tag("long")
  void test_rows_are_never_read() throws Exception {
    run("before", 1, search());
    Settings base = search().base();
    TableSource source = TableSource.read(base);
    int[] test = PreparedTable.of(source, base).split().test();
    assertThat(test).hasSize(18);
    TableSource learned = source.withoutTest(base);
    assertThat(learned.file().table().rows()).isEqualTo(ROWS - 18);
    Path file = folder.resolve("t.csv");
    List<String> rows = Files.readAllLines(file);
    for (int row : test) {
      rows.set(row + 1, "k99,-1e6,1e9");
    }
    Files.write(file, rows);
    run("after", 1, search());
    requireSame("after", "before");
    // Using training rows instead would be detected.
    int[] train = PreparedTable.of(source, base).split().train();
    Arrays.stream(train).limit(9).forEach(row -> rows.set(row + 1, "k99,-1e6,1e9"));
    Files.write(file, rows);
    run("changed", 1, search());
    assertThat(folder.resolve("changed/trials.csv"))
        .content()
        .isNotEqualTo(Files.readString(folder.resolve("before/trials.csv")));
  }

  @Test
  void a_diverged_trial_ranks_last_and_is_reported() throws Exception {
    SearchSpace space =
        new SearchSpace(Map.of("training.learning_rate", new Distribution.Choice(List.of("1e30"))));
    Search search = new Search(settings("model.linear_path=false"), space, HALVING);
    TuningResult result = run("diverging", 2, search);
    assertThat(result.diverged()).isEqualTo(3);
    assertThat(result.best().orElseThrow().trial().number()).isZero();
    assertThat(result.best().orElseThrow().steps()).isEqualTo(120);
    assertThat(folder.resolve("diverging/trials.csv")).content().contains("3,4,diverged,1,");
    assertThat(folder.resolve("diverging/report.html")).content().contains("3 diverged");
    Search all =
        new Search(
            settings("model.linear_path=false", "training.learning_rate=1e30"), space, HALVING);
    TuningResult none = run("none", 2, all);
    assertThat(none.best()).isEmpty();
    assertThat(none.json()).containsEntry("status", "diverged");
    assertThat(folder.resolve("none/best.yaml")).doesNotExist();
    assertThat(folder.resolve("none/report.html"))
        .content()
        .contains("All trials diverged, so none has a score");
  }

  @Test
  void a_trial_without_improvement_stops_early_and_keeps_its_score() throws Exception {
    Search search = search("training.patience=6");
    TuningResult result = run("early", 2, search);
    assertThat(result.results())
        .anyMatch(r -> r.status() == Status.STOPPED_EARLY && r.steps() < 120);
    assertThat(result.best()).isPresent();
  }
}
