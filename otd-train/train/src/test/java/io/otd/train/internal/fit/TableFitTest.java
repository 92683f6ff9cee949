// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.otd.core.RandomTable;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.EachNetwork;
import io.otd.core.internal.program.EnsembleSampler;
import io.otd.core.internal.program.NoiseStream;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.SampleEnergyScore;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.internal.prediction.ModelSampler;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.result.TestResult;
import io.otd.train.internal.run.ModelProvenance;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import io.otd.train.settings.SettingsWriter;
import io.otd.train.settings.SmallSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TableFitTest {
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

  /** Compiled programs, shared by all tests of the class as by the runs of one search. */
  private static final SharedCompilation SHARED = new SharedCompilation();

  @TempDir Path folder;
  private Settings settings = Settings.STANDARD;

  @AfterAll
  static void close() {
    SHARED.close();
  }

  @BeforeEach
  void table() throws IOException {
    RandomTable.Row row =
        (i, random) -> {
          double a = random.nextDouble();
          double b = random.nextDouble();
          return a + "," + (100 + 10 * a - 5 * b + random.nextDouble()) + "," + b;
        };
    String text = RandomTable.csv("a,y,b", 60, 1, row);
    Path file = Files.writeString(folder.resolve("t.csv"), text);
    settings =
        SmallSettings.of(
            file,
            """
            model: {hidden: [8, 8]}
            masks: {velocity: [4]}
            training: {steps: 90, batch: 16, validate_every: 9}
            data: {validation: shared}
            evaluation: {draws: 100}
            """);
  }

  private TableFit training(BooleanSupplier stop) {
    PreparedTable data = PreparedTable.read(settings);
    return new TableFit(
        settings,
        data,
        ModelProvenance.of(settings, data, "", CLOCK),
        new NetworkTrainer(new Compiler(SHARED, w -> {}), CLOCK, stop));
  }

  @Test
  void a_run_resumed_from_disk_continues_bit_for_bit() throws IOException {
    TableFit.Result whole = training(() -> false).run(List.of(), TrainingListener.NONE);
    AtomicInteger calls = new AtomicInteger();
    TableFit first = training(() -> calls.incrementAndGet() > 2);
    TableFit.Result part = first.run(List.of(), TrainingListener.NONE);
    assertThat(part.outcome()).isEqualTo(TrainingOutcome.INTERRUPTED);
    assertThat(part.snapshots().get(0).step())
        .isPositive()
        .isLessThan(whole.snapshots().get(0).step());
    Path directory = folder.resolve("run");
    List<TrainingSnapshot> stored;
    try (RunDirectory run = RunDirectory.create(directory, settings)) {
      run.store(part.model(), part.snapshots());
    }
    try (RunDirectory run = RunDirectory.openOrCreate(directory, Settings.STANDARD)) {
      assertThat(run.settings()).isEqualTo(settings);
      stored = run.stored().map(ModelDirectory.Stored::snapshots).orElseThrow();
    }
    TableFit.Result rest = training(() -> false).run(stored, TrainingListener.NONE);
    assertThat(rest.snapshots().get(0).parameters())
        .isEqualTo(whole.snapshots().get(0).parameters());
    assertThat(rest.snapshots().get(0).history()).isEqualTo(whole.snapshots().get(0).history());
    assertThat(rest.model().metrics()).isEqualTo(whole.model().metrics());
    assertThat(rest.model().spread()).isEqualTo(whole.model().spread());
  }

  @Test
  void snapshots_have_the_names_of_their_networks_after_trees() {
    settings =
        new SettingsReader()
            .text(SettingsWriter.yaml(settings), "test")
            .value("model.method", List.of("pool"), "test")
            .value("model.kinds", List.of("boosted-trees", "otd"), "test")
            .value("model.members", List.of("1"), "test")
            .settings();
    TableFit.Result stopped = training(() -> true).run(List.of(), TrainingListener.NONE);
    assertThat(stopped.components()).containsExactly("otd");
  }

  /** Stopped in the first member, at its end, in the second and in the third. */
  @ParameterizedTest
  @CsvSource({"deep-ensemble, shared", "otd, each-member"})
  @Tag("long")
  void an_ensemble_interrupted_in_any_member_resumes_bit_for_bit(String method, String validation)
      throws IOException {
    settings =
        new SettingsReader()
            .text(SettingsWriter.yaml(settings), "test")
            .value("model.method", List.of(method), "test")
            .value("data.validation", List.of(validation), "test")
            .value("model.members", List.of("3"), "test")
            .settings();
    assertThat(settings.model().hidden()).containsExactly(8, 8);
    TableFit.Result whole = training(() -> false).run(List.of(), TrainingListener.NONE);
    assertThat(whole.snapshots()).hasSize(3);
    AtomicInteger all = new AtomicInteger();
    training(
            () -> {
              all.incrementAndGet();
              return false;
            })
        .run(List.of(), TrainingListener.NONE);
    Set<Integer> begun = new HashSet<>();
    List<TrainingSnapshot> stored = List.of();
    Path directory = folder.resolve("run");
    try (RunDirectory run = RunDirectory.create(directory, settings)) {
      TableFit.Result part;
      do {
        AtomicInteger calls = new AtomicInteger();
        int few = all.get() / 5;
        part = training(() -> calls.incrementAndGet() > few).run(stored, TrainingListener.NONE);
        run.store(part.model(), part.snapshots());
        stored = run.stored().map(ModelDirectory.Stored::snapshots).orElseThrow();
        begun.add(stored.size());
        long trained = stored.stream().filter(s -> s.step() > 0).count();
        assertThat(run.stored().orElseThrow().model().members())
            .hasSize((int) Math.max(1, trained));
      } while (part.outcome() == TrainingOutcome.INTERRUPTED);
      assertThat(part.model().metrics()).isEqualTo(whole.model().metrics());
      assertThat(part.model().spread()).isEqualTo(whole.model().spread());
      assertThat(part.model().members().stream().map(Member::spread).toList())
          .isEqualTo(whole.model().members().stream().map(Member::spread).toList());
      for (int m = 0; m < 3; m++) {
        assertThat(part.model().components().get(0).members().get(m).values().vector())
            .isEqualTo(whole.model().components().get(0).members().get(m).values().vector());
        assertThat(stored.get(m).history()).isEqualTo(whole.snapshots().get(m).history());
      }
    }
    assertThat(begun).contains(1, 2, 3);
  }

  @Test
  @Tag("long")
  void each_member_is_calibrated_on_its_own_held_out_rows() {
    settings =
        new SettingsReader()
            .text(SettingsWriter.yaml(settings), "test")
            .value("data.validation", List.of("each-member"), "test")
            .settings();
    TableFit training = training(() -> false);
    TableFit.Result result = training.run(List.of(), TrainingListener.NONE);
    PreparedTable data = training.data();
    assertThat(data.split().validation()).isEmpty();
    assertThat(data.split().train()).hasSize(48);
    List<Integer> held = new ArrayList<>();
    double sum = 0;
    List<Draws> unseen = new ArrayList<>();
    List<double[]> truths = new ArrayList<>();
    for (int m = 0; m < 5; m++) {
      int[] own = data.memberRows().get(m).validation();
      Arrays.stream(own).forEach(held::add);
      Member member = result.model().components().get(0).members().get(m);
      // A second way to compute the spread: the members one by one.
      TrainingRows rows = data.rows(own);
      try (EnsembleSampler sampler =
          new EnsembleSampler(
              List.of(Component.only(result.model().spec(), List.of(Member.of(member.values())))),
              100,
              own.length,
              DrawDesign.INDEPENDENT,
              new Compiler(Compilation.NONE, w -> {}))) {
        Draws draws =
            Draws.of(100, own.length, 1, sampler.sample(rows.x(), NoiseStream.VALIDATION.key(0)));
        double[][] observed = Outputs.byRow(rows.y(), 1);
        // Of few rows the score is flat: the factors of two ways may differ where it hardly does.
        SpreadCalibration best =
            SpreadCalibration.fit(
                draws, observed, RowWeights.equal(observed.length), Optional.empty());
        assertThat(SampleEnergyScore.of(member.spread().apply(draws), observed).mean())
            .isCloseTo(
                SampleEnergyScore.of(best.apply(draws), observed).mean(), withinPercentage(0.1));
        assertThat(member.spread().factor()).isCloseTo(best.factor(), withinPercentage(15));
        sum += SampleEnergyScore.of(draws, observed).mean() * own.length;
        unseen.add(member.spread().apply(draws));
        truths.addAll(List.of(observed));
      }
    }
    Draws calibrated = Draws.ofRows(unseen);
    assertThat(held)
        .containsExactlyInAnyOrderElementsOf(Arrays.stream(data.split().train()).boxed().toList());
    assertThat(result.model().metrics().get(TableFit.VALIDATION_SCORE))
        .isCloseTo(sum / 48, within(1e-5));
    SpreadCalibration bySize =
        SpreadCalibration.NONE.bySize(
            calibrated,
            truths.toArray(double[][]::new),
            RowWeights.equal(truths.size()),
            Optional.empty());
    PoolVariance all = pooled(data, result, calibrated, truths.toArray(double[][]::new));
    SpreadCalibration expected =
        bySize.forPool(
            calibrated.variances(), all.byRow(), all.between(), RowWeights.equal(truths.size()));
    SpreadCalibration spread = result.model().spread();
    assertThat(spread.factor()).isCloseTo(expected.factor(), within(1e-3));
    assertThat(spread.power()).isCloseTo(expected.power(), within(1e-3));
    assertThat(spread.typical()).isCloseTo(expected.typical(), within(1e-3));
    assertThat(result.model().members()).extracting(m -> m.spread().factor()).doesNotContain(1.0);
  }

  /**
   * The variance of all members' draws of all rows: from twenty draws each, as in training, and
   * with more until their number adds little to a member's variance.
   */
  private static PoolVariance pooled(
      PreparedTable data, TableFit.Result result, Draws calibrated, double[][] observed) {
    double variance = Arrays.stream(calibrated.variances()).average().orElseThrow();
    int[] unseen =
        IntStream.range(0, 5)
            .flatMap(m -> Arrays.stream(data.memberRows().get(m).validation()).map(row -> m))
            .toArray();
    PoolVariance all = new PoolVariance(5, unseen, observed, RowWeights.equal(unseen.length));
    int lot = 0;
    while (lot == 0 || all.chance() > .05 * variance) {
      long key = NoiseStream.VALIDATION.key(0);
      all.add(pooled(data, result, lot == 0 ? key : Uniforms.branch(key, 5 + lot)));
      lot++;
    }
    assertThat(lot).isGreaterThan(1);
    return all;
  }

  /** Draws of all members for all rows. */
  private static Draws pooled(PreparedTable data, TableFit.Result result, long key) {
    List<Draws> parts = new ArrayList<>();
    for (int m = 0; m < 5; m++) {
      int[] own = data.memberRows().get(m).validation();
      List<Member> members =
          result.model().components().get(0).members().stream()
              .map(b -> Member.of(b.values()))
              .toList();
      try (EnsembleSampler sampler =
          new EnsembleSampler(
              List.of(Component.only(result.model().spec(), members)),
              100,
              own.length,
              DrawDesign.INDEPENDENT,
              new Compiler(Compilation.NONE, w -> {}))) {
        float[] drawn = sampler.sample(data.rows(own).x(), key);
        parts.add(Draws.of(100, own.length, 1, drawn));
      }
    }
    return Draws.ofRows(parts);
  }

  @Test
  void test_rows_affect_only_the_test_metrics() throws IOException {
    TableFit.Result before = training(() -> false).run(List.of(), TrainingListener.NONE);
    int row = PreparedTable.read(settings).split().test()[0];
    Path file = settings.data().file().orElseThrow();
    List<String> lines = new java.util.ArrayList<>(Files.readAllLines(file));
    lines.set(row + 1, "1000,-1e6,1000");
    Files.write(file, lines);
    TableFit.Result after = training(() -> false).run(List.of(), TrainingListener.NONE);
    assertThat(after.snapshots().get(0).parameters())
        .isEqualTo(before.snapshots().get(0).parameters());
    assertThat(after.model().schema()).isEqualTo(before.model().schema());
    assertThat(after.model().spread()).isEqualTo(before.model().spread());
    assertThat(after.model().metrics().get("test.rmse"))
        .isGreaterThan(before.model().metrics().get("test.rmse") + 1000);
  }

  @Test
  void a_stored_model_reproduces_the_predictions_of_the_trainer() throws IOException {
    TableFit training = training(() -> false);
    TableFit.Result result = training.run(List.of(), TrainingListener.NONE);
    Path directory = folder.resolve("model");
    ModelDirectory.write(directory, result.model(), List.of());
    try (ModelSampler sampler =
        new ModelSampler(
            ModelDirectory.read(directory).model(),
            100,
            12,
            DrawDesign.INDEPENDENT,
            EachNetwork.IN_TURN,
            new Compiler(Compilation.XLA, w -> {}))) {
      int[] test = training.data().split().test();
      TestResult measured = result.test().orElseThrow();
      Draws drawn = sampler.draw(training.data().encoding().inputs(training.data().table(), test));
      for (int i = 0; i < test.length; i++) {
        assertThat(drawn.of(i, 0)).isEqualTo(measured.examples().of(i, 0));
      }
    }
  }
}
