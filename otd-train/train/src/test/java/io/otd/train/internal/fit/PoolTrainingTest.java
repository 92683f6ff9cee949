// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.RandomTable;
import io.otd.core.internal.calibration.PoolWeights;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.core.metrics.evaluation.PredictiveScores;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.table.problem.InputException;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.SeenInputs;
import io.otd.train.internal.result.Omissions;
import io.otd.train.internal.run.ModelProvenance;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PoolTrainingTest {
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

  @TempDir Path folder;

  private Settings settings;

  @BeforeEach
  void table() throws IOException {
    RandomTable.Row row =
        (i, random) -> {
          double a = random.nextDouble();
          double b = random.nextDouble();
          return a + "," + (100 + 10 * a - 5 * b + random.nextDouble()) + "," + b;
        };
    String text = RandomTable.csv("a,y,b", 90, 1, row);
    Path file = Files.writeString(folder.resolve("t.csv"), text);
    settings = settings(file, "model.members", "2");
  }

  private static Settings settings(Path file, String path, String value) {
    return settings(file, Map.of(path, value));
  }

  private static Settings settings(Path file, Map<String, String> values) {
    SettingsReader reader =
        new SettingsReader()
            .text(
                """
                model: {method: pool, hidden: [8, 8], members: 2}
                masks: {velocity: [4], steps: 1}
                training: {steps: 60, batch: 16, validate_every: 9}
                evaluation: {draws: 100}
                """,
                "test")
            .value("data.file", List.of(file.toString()), "test")
            .value("data.target", List.of("y"), "test");
    values.forEach((path, value) -> reader.value(path, List.of(value.split(", ")), "test"));
    return reader.settings();
  }

  private TableFit training(BooleanSupplier stop) {
    return training(settings, stop);
  }

  private static TableFit training(Settings settings, BooleanSupplier stop) {
    PreparedTable data = PreparedTable.read(settings);
    return new TableFit(
        settings,
        data,
        ModelProvenance.of(settings, data, "", CLOCK),
        new NetworkTrainer(new Compiler(Compilation.XLA, w -> {}), CLOCK, stop));
  }

  @Test
  void weights_sum_to_one_and_the_pool_can_be_stored_and_exported() throws IOException {
    Path file = Path.of(settings.data().file().orElseThrow().toString());
    settings =
        settings(
            file,
            Map.of(
                "model.kinds",
                "otd, otd-mixture, mdn-pieces, marginal, boosted-trees",
                "model.relevance",
                "true"));
    TableFit.Result result = training(() -> false).run(List.of(), TrainingListener.NONE);
    TrainedModel model = result.model();
    assertThat(model.components().stream().mapToDouble(Component::weight).sum())
        .isCloseTo(1, within(1e-9));
    assertThat(model.components())
        .allSatisfy(
            kind -> {
              assertThat(kind.weight()).isGreaterThanOrEqualTo(PoolWeights.SMALLEST);
              assertThat(kind.members()).hasSize(2);
              assertThat(model.metrics())
                  .containsEntry("pool." + kind.name() + ".weight", kind.weight())
                  .containsKeys(
                      "pool." + kind.name() + ".weight_error",
                      "pool." + kind.name() + ".validation_score");
            });
    assertThat(model.metrics()).containsKey("pool.validation_score");
    ModelDirectory.write(folder.resolve("model"), model, result.snapshots());
    ModelDirectory.Stored stored = ModelDirectory.read(folder.resolve("model"));
    assertThat(stored.model().components()).hasSameSizeAs(model.components());
    assertThat(stored.snapshots()).hasSameSizeAs(result.snapshots());
    // The exporter compares every signature with the model's own predictions.
    SavedModelExporter.export(
        stored.model(), folder.resolve("export"), ExportOptions.DEFAULT.withBank(40));
  }

  /**
   * The second component has more work, so it is begun first; the first is stopped without a step.
   */
  @Test
  void a_stopped_pool_has_only_the_components_that_have_taken_a_step() {
    Path file = Path.of(settings.data().file().orElseThrow().toString());
    settings = settings(file, "model.kinds", "gaussian, otd");
    AtomicInteger calls = new AtomicInteger();
    TableFit.Result part =
        training(() -> calls.incrementAndGet() > 1).run(List.of(), TrainingListener.NONE);
    assertThat(part.outcome()).isEqualTo(TrainingOutcome.INTERRUPTED);
    assertThat(part.model().components()).extracting(Component::name).containsExactly("otd");
    assertThat(training(() -> true).run(List.of(), TrainingListener.NONE).model().components())
        .extracting(Component::name)
        .containsExactly("gaussian");
  }

  /** The last events, of training and of the work without steps. */
  private List<TrainingEvent> shown(String members) {
    Path file = Path.of(settings.data().file().orElseThrow().toString());
    settings =
        settings(file, Map.of("model.members", members, "model.kinds", "marginal, gaussian"));
    List<TrainingEvent> shown = new ArrayList<>();
    training(() -> false)
        .run(
            List.of(),
            event -> {
              if (event instanceof TrainingEvent.Finished
                  || event instanceof TrainingEvent.Working) {
                shown.add(event);
              }
            });
    return shown;
  }

  @Test
  void components_are_compared_before_the_end_only_if_further_members_follow() {
    TrainingEvent comparing = new TrainingEvent.Working("comparing the components");
    TrainingEvent scoring = new TrainingEvent.Working("calibrating and scoring");
    assertThat(shown("2")).hasSize(3).startsWith(comparing).endsWith(scoring);
    assertThat(shown("1")).hasSize(2).doesNotContain(comparing).endsWith(scoring);
  }

  /** Without inputs a network knows little, so the trees have most of the weight. */
  @Test
  void trees_are_pooled_stored_and_exported() throws IOException {
    Path file = Path.of(settings.data().file().orElseThrow().toString());
    settings = settings(file, "model.kinds", "marginal, extra-trees");
    TableFit.Result result = training(() -> false).run(List.of(), TrainingListener.NONE);
    Component forest =
        result.model().components().stream()
            .filter(kind -> kind.name().equals("extra-trees"))
            .findAny()
            .orElseThrow();
    assertThat(forest.weight()).isGreaterThan(.5);
    assertThat(forest.members()).hasSize(2);
    assertThat(result.snapshots()).hasSize(2);
    ModelDirectory.write(folder.resolve("model"), result.model(), result.snapshots());
    SavedModelExporter.export(
        ModelDirectory.read(folder.resolve("model")).model(),
        folder.resolve("export"),
        ExportOptions.DEFAULT.withBank(40));
  }

  @Test
  void forests_alone_are_refused() {
    Path file = Path.of(settings.data().file().orElseThrow().toString());
    assertThatThrownBy(() -> settings(file, "model.kinds", "extra-trees").requireConsistent())
        .isInstanceOf(InputException.class)
        .hasMessageContaining(
            "model.kinds: extra-trees (expected: in model.kinds, together with a method of"
                + " networks)");
    assertThatThrownBy(() -> settings(file, "model.method", "extra-trees").requireConsistent())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("model.method: extra-trees (expected: in model.kinds");
  }

  /**
   * Whichever of the two components has weight, and the mixture of their densities if both have.
   */
  @Test
  void the_analytic_likelihood_of_a_pool_agrees_with_its_draws() {
    settings =
        settings(
            Path.of(settings.data().file().orElseThrow().toString()),
            "model.kinds",
            "mdn, gaussian");
    TableFit.Result result = training(() -> false).run(List.of(), TrainingListener.NONE);
    PredictiveScores test = result.test().orElseThrow().scores().all();
    assertThat(test.get("nll_analytic")).isCloseTo(test.get("nll_stacked"), within(.3));
  }

  /** A pool of separately calibrated components is too wide, because their means differ. */
  @Test
  @Tag("long")
  void the_mixture_of_components_is_calibrated_on_held_out_rows() {
    Path file = Path.of(settings.data().file().orElseThrow().toString());
    settings = settings(file, "model.kinds", "otd, mdn, gaussian");
    PreparedTable data = PreparedTable.read(settings);
    List<Component> components =
        settings.components().stream()
            .map(
                kind ->
                    new SeenInputs(kind, data.schema())
                        .component(
                            training(kind, () -> false)
                                .run(List.of(), TrainingListener.NONE)
                                .snapshots()))
            .toList();
    NetworkTrainer trainer =
        new NetworkTrainer(new Compiler(Compilation.XLA, w -> {}), CLOCK, () -> false);
    HeldOutChoice.Chosen chosen =
        new HeldOutChoice(
                settings,
                data,
                new HeldOutPredictions(settings, data, trainer, Workers.ONE_BY_ONE),
                Workers.ONE_BY_ONE)
            .choose(components);
    assertThat(chosen.components()).hasSizeGreaterThan(1);
    assertThat(chosen.calibrated().bestSpread().factor()).isCloseTo(1, within(1e-3));
    assertThat(chosen.calibration().spread().factor()).isNotEqualTo(1);
  }

  /** Stopped again and again, in the first stage and in the second. */
  @Test
  @Tag("long")
  void an_interrupted_pool_resumes_bit_for_bit() throws IOException {
    TableFit.Result whole = training(() -> false).run(List.of(), TrainingListener.NONE);
    List<TrainingSnapshot> stored = List.of();
    Set<Integer> begun = new HashSet<>();
    TableFit.Result part;
    do {
      AtomicInteger calls = new AtomicInteger();
      part = training(() -> calls.incrementAndGet() > 9).run(stored, TrainingListener.NONE);
      ModelDirectory.write(folder.resolve("model"), part.model(), part.snapshots());
      stored = ModelDirectory.read(folder.resolve("model")).snapshots();
      begun.add(stored.size());
    } while (part.outcome() == TrainingOutcome.INTERRUPTED);
    assertThat(begun).hasSizeGreaterThan(2);
    assertThat(part.model().metrics()).isEqualTo(whole.model().metrics());
    for (int i = 0; i < stored.size(); i++) {
      assertThat(stored.get(i).parameters()).isEqualTo(whole.snapshots().get(i).parameters());
    }
  }

  /** Explicit settings apply to every component; those of its method apply where nothing is set. */
  @Test
  void each_component_uses_the_defaults_of_its_method_unless_set_explicitly() {
    assertThat(settings.components().get(2).flat())
        .containsEntry("model.method", "mdn")
        .containsEntry("masks.law", "deterministic")
        .containsEntry("loss.draws", "1")
        .containsEntry("training.steps", "60")
        .containsEntry("data.validation", "each_member");
    assertThat(settings.components().get(3).flat())
        .containsEntry("model.method", "otd-mixture")
        .containsEntry("model.output", "gaussian_mixture")
        .containsEntry("loss.type", "negative_log_likelihood")
        .containsEntry("loss.draws", "4");
    assertThat(settings.components().get(0).flat())
        .containsEntry("model.method", "otd")
        .containsEntry("model.output", "direct");
    assertThat(settings.components().get(1).flat())
        .containsEntry("model.method", "otd-mixture-pieces")
        .containsEntry("model.pieces", "true")
        .containsEntry("loss.draws", "4");
  }

  /** The clock advances by some milliseconds with each reading. */
  private TableFit.Result bounded(double seconds) {
    settings = settings.withBudget(seconds);
    AtomicLong millis = new AtomicLong();
    Clock ticking =
        new Clock() {
          @Override
          public Instant instant() {
            return Instant.ofEpochMilli(millis.addAndGet(10));
          }

          @Override
          public ZoneId getZone() {
            return ZoneOffset.UTC;
          }

          @Override
          public Clock withZone(ZoneId zone) {
            return this;
          }
        };
    PreparedTable data = PreparedTable.read(settings);
    return new TableFit(
            settings,
            data,
            ModelProvenance.of(settings, data, "", CLOCK),
            new NetworkTrainer(new Compiler(Compilation.XLA, w -> {}), ticking, () -> false))
        .run(List.of(), TrainingListener.NONE);
  }

  private static Omissions leftOut(TableFit.Result result) {
    return Omissions.of(result.model().metrics()).orElseThrow();
  }

  @Test
  void a_time_limited_pool_reports_the_kinds_networks_and_steps_left_out() {
    TableFit.Result hurried = bounded(.5);
    assertThat(hurried.outcome()).isEqualTo(TrainingOutcome.OUT_OF_TIME);
    assertThat(leftOut(hurried).kinds()).contains("marginal").doesNotContain("otd");
    assertThat(leftOut(hurried).networks()).isPositive();
    assertThat(leftOut(hurried).steps()).isPositive();
    assertThat(hurried.test()).isPresent();
    assertThat(hurried.model().components().stream().mapToDouble(Component::weight).sum())
        .isCloseTo(1, within(1e-9));
  }

  @Test
  @Tag("long")
  void a_pool_with_enough_time_leaves_nothing_out() {
    TableFit.Result patient = bounded(1000.0);
    assertThat(leftOut(patient)).isEqualTo(new Omissions(List.of(), 0, 0));
    assertThat(leftOut(patient).text()).isEqualTo("nothing was left out for lack of time");
  }

  @Test
  void a_pool_without_held_out_rows_is_refused() {
    settings =
        settings(
            Path.of(settings.data().file().orElseThrow().toString()),
            "data.validation_fraction",
            "0");
    assertThatThrownBy(() -> training(() -> false).run(List.of(), TrainingListener.NONE))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("pool without validation rows");
  }

  @Test
  void nested_pools_and_duplicate_methods_are_rejected() {
    Path file = Path.of(settings.data().file().orElseThrow().toString());
    assertThatThrownBy(() -> settings(file, "model.kinds", "otd, pool").requireConsistent())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("model.kinds: pool (expected: methods whose predictions are random)");
    assertThatThrownBy(() -> settings(file, "model.kinds", "otd, otd").requireConsistent())
        .isInstanceOf(InputException.class)
        .hasMessageContaining("model.kinds: otd, otd (expected: each method once)");
  }
}
