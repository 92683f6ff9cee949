// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.paper.curve.Bimodal;
import io.otd.paper.curve.Capacity;
import io.otd.paper.curve.Rom;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.paper.field.FieldExperiment;
import io.otd.paper.field.GinzburgLandauSamples;
import io.otd.paper.field.SmallFields;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.study.StudyFiles;
import io.otd.train.progress.RunsLines;
import io.otd.train.progress.RunsProgress;
import io.otd.train.progress.TrainingListener;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReproductionTest {
  @TempDir Path directory;

  @Test
  void bimodal_learns_and_writes_all_its_results() throws Exception {
    ConcurrentLinkedQueue<String> lines = new ConcurrentLinkedQueue<>();
    ExperimentResult result =
        new Reproduction(
                new Bimodal(),
                Scale.QUICK,
                List.of(0L, 1L),
                2,
                new NetworkTrainer(
                    new Compiler(Compilation.XLA, w -> {}), Clock.systemUTC(), () -> false),
                finished(lines::add))
            .run(new RunsLines(lines::add, Clock.systemUTC(), 2))
            .orElseThrow();
    assertThat(result.runs()).hasSize(2);
    for (Trained run : result.runs()) {
      List<TrainingSnapshot.Point> points = run.history();
      TrainingSnapshot.Point last = points.get(points.size() - 1);
      // The point mass at the mean has 0.0370; an untrained network is far above.
      assertThat(last.fit() - last.dispersion()).isLessThan(.06);
      assertThat(run.measures().get("energy_score")).isBetween(.0184, .06);
      assertThat(run.measures().get("w1_mean")).isLessThan(.15);
    }
    assertThat(result.runs().get(0).measures()).isNotEqualTo(result.runs().get(1).measures());
    assertThat(lines).anyMatch(l -> l.startsWith("otd seed 1: all steps done: step 1000"));
    written(result, 7);
  }

  @Test
  @Tag("long")
  void the_same_seed_gives_the_same_measures_alone_or_with_others() throws Exception {
    Reproduction both = quick(new Capacity(), List.of(4L, 5L), 2);
    Reproduction alone = quick(new Capacity(), List.of(5L), 1);
    List<Trained> second = run(both).runs().stream().filter(r -> r.seed() == 5).toList();
    ExperimentResult result = run(alone);
    for (int i = 0; i < second.size(); i++) {
      assertThat(result.runs().get(i).measures()).isEqualTo(second.get(i).measures());
      // A constant at the mean of x^2 has RMSE 0.298 (2 / sqrt 45).
      assertThat(second.get(i).measures().get("rmse")).isLessThan(.2);
    }
    written(result, 6);
  }

  @Test
  @Tag("long")
  void rom_trains_dropout_alongside_otd() throws Exception {
    ExperimentResult result = run(quick(new Rom(), List.of(0L), 2));
    assertThat(result.variants().stream().map(Variant::name))
        .containsExactly("otd", "dropout", "dropout_rate_1e-3", "dropout_no_penalty");
    // The zero function has RMSE 0.73; only dropout with the higher learning rate gets far below in
    // so few steps.
    assertThat(result.means().get("dropout_rate_1e-3", "rmse").mean()).isLessThan(.35);
    assertThat(result.accepted()).isTrue();
    assertThat(result.claims()).isEmpty();
    written(result, 6);
  }

  @Test
  @Tag("long")
  void every_experiment_on_fields_runs() throws Exception {
    List<Experiment> onFields =
        Experiments.all(SmallFields.OPTIONS).stream()
            .filter(FieldExperiment.class::isInstance)
            .toList();
    assertThat(onFields).hasSize(7);
    for (Experiment experiment : onFields) {
      ExperimentResult result = run(uncompiled(experiment));
      assertThat(result.variants()).isEqualTo(experiment.variants(Scale.QUICK));
      for (Trained run : result.runs()) {
        // The fields have a standard deviation of about 0.5.
        assertThat(run.measures().get("rmse")).as(run.variant().name()).isBetween(.01, 1.0);
      }
      assertThat(experiment.claims(result.means())).isNotEmpty();
      written(result, result.figures().size());
    }
  }

  @Test
  void the_field_tables_cover_each_test_field() throws Exception {
    GinzburgLandauSamples samples = new GinzburgLandauSamples(SmallFields.OPTIONS);
    ExperimentResult result = run(uncompiled(samples));
    assertThat(result.tables()).hasSize(3);
    assertThat(result.tables().get(0).table().rows()).hasSize(3);
    assertThat(result.tables().get(0).table().rows().get(0).get(0).text())
        .isEqualTo("00002, \u03bc = 0.1333");
    double across = result.runs().get(0).measures().get("rank_cases_fit_dispersion");
    assertThat(result.tables().get(2).table().rows().get(0).get(1).text())
        .isEqualTo(String.format(java.util.Locale.ROOT, "%.4f", across));
  }

  /** Two finished runs are kept, the others are not started; later only those are run. */
  @Test
  @Tag("long")
  void runs_finished_before_a_stop_are_not_repeated() throws Exception {
    ExperimentResult whole = run(quick(new Capacity(), List.of(3L), 1));
    AtomicInteger begun = new AtomicInteger();
    List<String> names = new ArrayList<>();
    Reproduction stopped =
        new Reproduction(
            new Capacity(),
            Scale.QUICK,
            List.of(3L),
            1,
            new NetworkTrainer(
                new Compiler(Compilation.XLA, w -> {}), Clock.systemUTC(), () -> begun.get() > 2),
            finished(w -> {}));
    DurableFiles.deleteTree(directory.resolve("runs"));
    assertThat(stopped.run(counting(begun, names))).isEmpty();
    assertThat(directory.resolve("runs").toFile().list()).hasSize(2);
    begun.set(0);
    names.clear();
    Reproduction resumed =
        new Reproduction(
            new Capacity(),
            Scale.QUICK,
            List.of(3L),
            2,
            new NetworkTrainer(
                new Compiler(Compilation.XLA, w -> {}), Clock.systemUTC(), () -> false),
            finished(w -> {}));
    ExperimentResult result = resumed.run(counting(begun, names)).orElseThrow();
    assertThat(names).hasSize(whole.runs().size() - 2);
    for (int i = 0; i < whole.runs().size(); i++) {
      assertThat(result.runs().get(i).measures()).isEqualTo(whole.runs().get(i).measures());
      assertThat(result.runs().get(i).parameters()).isEqualTo(whole.runs().get(i).parameters());
    }
    written(result, 6);
  }

  /** The run is stopped at each saved state, and resumed from there. */
  @Test
  void an_interrupted_run_resumes_bit_for_bit() throws Exception {
    Experiment fields = new GinzburgLandauSamples(SmallFields.OPTIONS);
    Trained whole = run(uncompiled(fields)).runs().get(0);
    DurableFiles.deleteTree(directory.resolve("runs"));
    List<String> notes = new ArrayList<>();
    assertThat(
            stoppedAfterTwoCalls(fields, notes)
                .run(counting(new AtomicInteger(), new ArrayList<>())))
        .isEmpty();
    assertThat(notes).isEmpty();
    assertThat(directory.resolve("runs").toFile().list()).containsExactly("otd-0.begun.json");
    assertThat(
            stoppedAfterTwoCalls(fields, notes)
                .run(counting(new AtomicInteger(), new ArrayList<>())))
        .isEmpty();
    assertThat(notes).singleElement().asString().startsWith("otd seed 0: continues at step ");
    Reproduction rest =
        new Reproduction(
            fields,
            Scale.QUICK,
            List.of(0L),
            1,
            new NetworkTrainer(
                new Compiler(Compilation.Alone.NONE, w -> {}), Clock.systemUTC(), () -> false),
            finished(w -> {}));
    Trained resumed = run(rest).runs().get(0);
    assertThat(resumed.parameters()).isEqualTo(whole.parameters());
    assertThat(resumed.history()).isEqualTo(whole.history());
    assertThat(directory.resolve("runs").toFile().list()).containsExactly("otd-0.json");
  }

  private Reproduction stoppedAfterTwoCalls(Experiment experiment, List<String> notes) {
    AtomicInteger asked = new AtomicInteger();
    return new Reproduction(
        experiment,
        Scale.QUICK,
        List.of(0L),
        1,
        new NetworkTrainer(
            new Compiler(Compilation.Alone.NONE, w -> {}),
            Clock.systemUTC(),
            () -> asked.incrementAndGet() > 3),
        finished(notes::add));
  }

  @Test
  @Tag("long")
  void a_finished_run_of_another_version_is_not_reused() throws Exception {
    Experiment experiment = new GinzburgLandauSamples(SmallFields.OPTIONS);
    run(uncompiled(experiment));
    List<String> notes = new ArrayList<>();
    RunFiles other =
        new RunFiles(new StudyFiles(directory.resolve("runs"), Map.of("OTD", "2"), notes::add));
    assertThat(other.finished(experiment.variants(Scale.QUICK).get(0), 0)).isEmpty();
    assertThat(notes).singleElement().asString().contains("it is done again");
  }

  private static RunsProgress counting(AtomicInteger begun, List<String> names) {
    return new RunsProgress() {
      @Override
      public synchronized TrainingListener listener(String run) {
        names.add(run);
        begun.incrementAndGet();
        return TrainingListener.NONE;
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

  private StudyFiles finished(Consumer<String> notes) {
    return new StudyFiles(directory.resolve("runs"), Map.of("OTD", "1"), notes);
  }

  private static ExperimentResult run(Reproduction reproduction) throws Exception {
    return reproduction.run(new RunsLines(line -> {}, Clock.systemUTC(), 1)).orElseThrow();
  }

  /** Many small models, each of which would take longer to compile than to train. */
  private Reproduction uncompiled(Experiment experiment) {
    return new Reproduction(
        experiment,
        Scale.QUICK,
        List.of(0L),
        2,
        new NetworkTrainer(
            new Compiler(Compilation.Alone.NONE, w -> {}), Clock.systemUTC(), () -> false),
        finished(w -> {}));
  }

  private Reproduction quick(Experiment experiment, List<Long> seeds, int sideBySide) {
    return new Reproduction(
        experiment,
        Scale.QUICK,
        seeds,
        sideBySide,
        new NetworkTrainer(new Compiler(Compilation.XLA, w -> {}), Clock.systemUTC(), () -> false),
        finished(w -> {}));
  }

  private void written(ExperimentResult result, int pictures) throws IOException {
    new ResultFiles(directory).write(result, Map.of("machine", "a test"));
    JsonNode json = new ObjectMapper().readTree(directory.resolve("result.json").toFile());
    assertThat(json.get("experiment").asText()).isEqualTo(result.experiment().id());
    assertThat(json.get("scale").asText()).isEqualTo("quick");
    Trained first = result.runs().get(0);
    JsonNode run = json.get("variants").get(0).get("runs").get(0);
    first
        .measures()
        .forEach(
            (name, value) -> assertThat(run.get("measures").get(name).asDouble()).isEqualTo(value));
    assertThat(json.get("pictures")).hasSize(pictures);
    for (JsonNode picture : json.get("pictures")) {
      assertThat(directory.resolve(picture.asText())).isNotEmptyFile();
    }
    sameShapeAsPublished(result.experiment().id(), json);
    assertThat(Files.readString(directory.resolve("result.md")))
        .startsWith("# " + result.experiment().description().title())
        .contains("- machine: a test", "](" + json.get("pictures").get(0).asText() + ")");
    assertThat(Files.readString(directory.resolve("report.html")))
        .contains(
            result.experiment().description().title(), "a test", "data:image/svg+xml;base64,");
  }

  /**
   * Results in the documentation, where present, were produced by the same experiment. Its pages
   * show a choice of the pictures; that these are there is a check of the documentation site.
   */
  private static void sameShapeAsPublished(String id, JsonNode json) throws IOException {
    Path published = Path.of("..", "..", "docs", "results", id);
    if (!Files.isDirectory(published)) {
      return;
    }
    JsonNode kept = new ObjectMapper().readTree(published.resolve("result.json").toFile());
    assertThat(names(kept)).as(id).isEqualTo(names(json));
    assertThat(kept.findValuesAsText("name")).as(id).isEqualTo(json.findValuesAsText("name"));
    assertThat(compared(kept)).as(id).isEqualTo(compared(json));
    assertThat(kept.get("pictures")).as(id).isEqualTo(json.get("pictures"));
  }

  private static List<String> names(JsonNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static List<String> compared(JsonNode result) {
    List<String> pairs = new ArrayList<>();
    result
        .get("comparisons")
        .forEach(c -> pairs.add(c.get("variant").asText() + " " + c.get("measure").asText()));
    return pairs;
  }
}
