// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.BriefJvm;
import io.otd.core.Folders;
import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.IsotonicCalibration;
import io.otd.core.internal.calibration.IsotonicCurve;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.weight.RowWeights;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ModelDirectoryTest {
  @TempDir Path directory;
  @TempDir Path logs;

  @ParameterizedTest
  @EnumSource(TestModels.class)
  void model_and_snapshot_round_trip_bit_for_bit(TestModels fixture) throws IOException {
    TrainedModel model = fixture.model();
    TrainingSnapshot snapshot = ExampleSnapshots.of(model, 7);

    ModelDirectory.write(directory, model, List.of(snapshot));
    ModelDirectory.Stored stored = ModelDirectory.read(directory);

    assertSame(stored.model(), model);
    TrainingSnapshot read = stored.snapshots().get(0);
    assertThat(read.step()).isEqualTo(7);
    assertBits(read.parameters(), snapshot.parameters());
    assertBits(read.firstMoment(), snapshot.firstMoment());
    assertBits(read.secondMoment(), snapshot.secondMoment());
    assertBits(read.average(), snapshot.average());
    assertBits(read.best(), snapshot.best());
    assertThat(read.bestScore()).isEqualTo(snapshot.bestScore());
    assertThat(read.bestStep()).isEqualTo(snapshot.bestStep());
    assertThat(read.pending()).isEqualTo(snapshot.pending());
    assertThat(read.history()).isEqualTo(snapshot.history());
  }

  @Test
  void keeps_the_state_of_each_member_of_an_ensemble_apart() throws IOException {
    TrainedModel model = TestModels.OTD_ENSEMBLE.model();
    List<TrainingSnapshot> begun =
        List.of(ExampleSnapshots.of(model, 9), ExampleSnapshots.of(model, 4));

    ModelDirectory.write(directory, model, begun);
    List<TrainingSnapshot> read = ModelDirectory.read(directory).snapshots();

    assertThat(read).extracting(TrainingSnapshot::step).containsExactly(9L, 4L);
    for (int m = 0; m < 2; m++) {
      assertBits(read.get(m).parameters(), begun.get(m).parameters());
      assertBits(read.get(m).best(), begun.get(m).best());
    }
  }

  /** Networks of two kinds have vectors of two sizes. */
  @Test
  void keeps_the_state_of_each_kind_of_a_pool() throws IOException {
    TrainedModel model = TestModels.POOL.model();
    List<TrainingSnapshot> begun =
        List.of(
            ExampleSnapshots.of(model, 9),
            ExampleSnapshots.of(model.components().get(1).spec(), 4));

    ModelDirectory.write(directory, model, begun);
    List<TrainingSnapshot> read = ModelDirectory.read(directory).snapshots();

    assertBits(read.get(0).best(), begun.get(0).best());
    assertBits(read.get(1).best(), begun.get(1).best());
  }

  @Test
  void keeps_the_profile() throws IOException {
    TrainedModel model = TestModels.EULER.model();
    TrainedModel profiled = model.with(TestProfiles.of(model.schema()));
    ModelDirectory.write(directory, profiled, List.of());
    assertThat(ModelDirectory.read(directory).model().profile()).isEqualTo(profiled.profile());
  }

  @Test
  void keeps_scores_that_are_not_finite() throws IOException {
    TrainedModel model = TestModels.EULER.model();
    TrainingSnapshot s = ExampleSnapshots.of(model, 1);
    TrainingSnapshot unscored =
        s.withBest(s.best(), TrainingSnapshot.NO_SCORE, TrainingSnapshot.NO_STEP)
            .withCurves(
                List.of(new TrainingSnapshot.Point(1, 2, 3, 4, Double.NaN)),
                TrainingSnapshot.Sums.NONE);

    ModelDirectory.write(directory, model, List.of(unscored));

    TrainingSnapshot read = ModelDirectory.read(directory).snapshots().get(0);
    assertThat(read.bestScore()).isInfinite();
    assertThat(read.history().get(0).validation()).isNaN();
  }

  @Test
  void keeps_the_calibration_with_infinite_offsets() throws IOException {
    for (ConformalRule rule :
        List.of(new ConformalRule.Normalized(List.of(.5), false), new ConformalRule.Quantiles())) {
      Calibration calibration =
          new Calibration(
              new SpreadCalibration(1.5, -.2, .4),
              new IsotonicCalibration(
                  List.of(IsotonicCurve.fit(new double[] {.1, .7, .8}, RowWeights.equal(3)))),
              new ConformalCalibration(
                  rule,
                  8,
                  List.of(
                      new ConformalLevel(.5, List.of(-.25)),
                      new ConformalLevel(.9, List.of(Double.POSITIVE_INFINITY)))));
      ModelDirectory.write(directory, TestModels.EULER.model().with(calibration), List.of());

      assertThat(ModelDirectory.read(directory).model().calibration()).isEqualTo(calibration);
    }
  }

  @Test
  void has_no_snapshot_if_none_was_written() throws IOException {
    ModelDirectory.write(directory, TestModels.EULER.model(), List.of());

    assertThat(ModelDirectory.read(directory).snapshots()).isEmpty();
  }

  @Test
  void writes_the_same_bytes_for_the_same_model() throws IOException {
    TrainedModel model = TestModels.HEUN.model();

    ModelDirectory.write(directory.resolve("a"), model, List.of(ExampleSnapshots.of(model, 3)));
    ModelDirectory.write(directory.resolve("b"), model, List.of(ExampleSnapshots.of(model, 3)));
    ModelDirectory.write(directory.resolve("b"), model, List.of(ExampleSnapshots.of(model, 3)));

    assertThat(Folders.content(directory.resolve("b")))
        .isEqualTo(Folders.content(directory.resolve("a")));
  }

  @Test
  void replaces_the_model_and_leaves_other_files_alone() throws IOException {
    TrainedModel model = TestModels.EULER.model();
    Files.writeString(directory.resolve("report.html"), "mine");
    ModelDirectory.write(directory, model, List.of(ExampleSnapshots.of(model, 1)));
    ModelDirectory.write(directory, model, List.of(ExampleSnapshots.of(model, 2)));

    assertThat(ModelDirectory.read(directory).snapshots().get(0).step()).isEqualTo(2);
    assertThat(directory.resolve("report.html")).hasContent("mine");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).hasSize(3);
    }
  }

  @Test
  void keeps_the_old_state_until_the_new_one_is_complete_and_then_cleans_up() throws IOException {
    TrainedModel model = TestModels.EULER.model();
    ModelDirectory.write(directory, model, List.of(ExampleSnapshots.of(model, 1)));
    // What a killed writer leaves: tensor files without a model.json that names them.
    Path unnamed = Files.createDirectory(directory.resolve("checkpoint-0123456789abcdef"));

    assertThat(ModelDirectory.read(directory).snapshots().get(0).step()).isEqualTo(1);

    ModelDirectory.write(directory, model, List.of(ExampleSnapshots.of(model, 2)));
    assertThat(unnamed).doesNotExist();
  }

  @Test
  void stays_readable_during_every_replacement() throws Exception {
    TrainedModel model = TestModels.EULER.model();
    ModelDirectory.write(directory, model, List.of(ExampleSnapshots.of(model, 0)));
    FutureTask<Void> writing =
        new FutureTask<>(
            () -> {
              for (int step = 1; step <= 20; step++) {
                ModelDirectory.write(directory, model, List.of(ExampleSnapshots.of(model, step)));
              }
              return null;
            });
    Thread writer = new Thread(writing);
    writer.start();
    try {
      long last = 0;
      while (!writing.isDone()) {
        long step = ModelDirectory.read(directory).snapshots().get(0).step();
        assertThat(step).isGreaterThanOrEqualTo(last);
        last = step;
      }
      writing.get(); // whatever the failure was
    } finally {
      writer.join(); // otherwise it would still write while the directory is being removed
    }
    assertThat(ModelDirectory.read(directory).snapshots().get(0).step()).isEqualTo(20);
  }

  @Test
  void reports_a_missing_model() {
    assertThatThrownBy(() -> ModelDirectory.read(directory))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("model.json: missing");
  }

  @Test
  @Tag("long")
  void survives_being_killed_at_any_moment() throws Exception {
    TrainedModel model = TestModels.EULER.model();
    Path log = logs.resolve("log");
    for (int kill = 1; kill <= 3; kill++) {
      Process process =
          new ProcessBuilder(BriefJvm.command(EndlessWriter.class, directory.toString()))
              .redirectError(log.toFile())
              .start();
      try (BufferedReader lines = process.inputReader()) {
        for (int written = 0; written < 5 * kill; written++) {
          assertThat(lines.readLine()).as(Files.readString(log)).isEqualTo("written");
        }
      } finally {
        process.destroyForcibly().waitFor();
      }

      TrainingSnapshot read = ModelDirectory.read(directory).snapshots().get(0);
      assertThat(read.step()).isGreaterThanOrEqualTo(5L * kill);
      assertBits(read.parameters(), ExampleSnapshots.of(model, read.step()).parameters());
      assertBits(read.best(), ExampleSnapshots.of(model, read.step()).best());
    }
  }

  /** A process that writes until it is killed. */
  static final class EndlessWriter {
    private EndlessWriter() {}

    public static void main(String[] args) throws IOException {
      TrainedModel model = TestModels.EULER.model();
      for (long step = 1; ; step++) {
        ModelDirectory.write(Path.of(args[0]), model, List.of(ExampleSnapshots.of(model, step)));
        System.out.println("written");
      }
    }
  }

  private static void assertSame(TrainedModel actual, TrainedModel expected) {
    assertThat(actual.components()).hasSameSizeAs(expected.components());
    for (int c = 0; c < expected.components().size(); c++) {
      Component want = expected.components().get(c);
      List<Member> members = actual.components().get(c).members();
      assertThat(members).hasSameSizeAs(want.members());
      for (int m = 0; m < members.size(); m++) {
        assertThat(members.get(m).spread()).isEqualTo(want.members().get(m).spread());
        for (Parameter p : want.spec().parameters()) {
          assertBits(
              members.get(m).values().get(p.name()), want.members().get(m).values().get(p.name()));
        }
      }
      assertThat(actual.components().get(c))
          .usingRecursiveComparison()
          .ignoringFields("members")
          .isEqualTo(want);
    }
    assertThat(actual).usingRecursiveComparison().ignoringFields("components").isEqualTo(expected);
  }

  private static void assertBits(float[] actual, float[] expected) {
    assertThat(ints(actual)).isEqualTo(ints(expected));
  }

  private static int[] ints(float[] values) {
    int[] bits = new int[values.length];
    Arrays.setAll(bits, i -> Float.floatToRawIntBits(values[i]));
    return bits;
  }
}
