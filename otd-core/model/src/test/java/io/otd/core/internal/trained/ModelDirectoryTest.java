// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.IsotonicCalibration;
import io.otd.core.internal.calibration.IsotonicCurve;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.files.FileDigest;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.StrictJson;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.program.TrainingState;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class ModelDirectoryTest {
  @TempDir Path directory;
  @TempDir Path logs;

  @ParameterizedTest
  @EnumSource(TestModels.class)
  void gives_back_every_bit_of_the_model_and_the_snapshot(TestModels fixture) throws IOException {
    TrainedModel model = fixture.model();
    TrainingSnapshot snapshot = snapshot(model, 7);

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
    List<TrainingSnapshot> begun = List.of(snapshot(model, 9), snapshot(model, 4));

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
        List.of(snapshot(model, 9), snapshot(model.kinds().get(1).spec(), 4));

    ModelDirectory.write(directory, model, begun);
    List<TrainingSnapshot> read = ModelDirectory.read(directory).snapshots();

    assertBits(read.get(0).best(), begun.get(0).best());
    assertBits(read.get(1).best(), begun.get(1).best());
  }

  /** The version before pools had the one model and its members beside each other. */
  @Test
  void reads_the_version_before() throws IOException {
    TrainedModel model = TestModels.OTD_ENSEMBLE.model();
    ModelDirectory.write(directory, model, List.of(snapshot(model, 9)));
    Path file = directory.resolve(ModelDirectory.MODEL_FILE);
    ObjectNode tree = (ObjectNode) new ObjectMapper().readTree(file.toFile());
    Path checkpoint = directory.resolve(tree.get("checkpoint").asText());
    Path snapshots = checkpoint.resolve("snapshot.json");
    ObjectNode states = (ObjectNode) new ObjectMapper().readTree(snapshots.toFile());
    states.put("format", 3);
    states.get("members").forEach(member -> ((ObjectNode) member).remove("parameters"));
    Files.write(snapshots, StrictJson.write(states));
    ObjectNode kind = (ObjectNode) tree.remove("kinds").get(0);
    tree.put("format", 3).set("model", kind.get("model"));
    tree.set("members", kind.get("members"));
    tree.remove("profile");
    ((ObjectNode) tree.get("files"))
        .set("snapshot.json", StrictJson.tree(FileDigest.of(snapshots)));
    Files.write(file, StrictJson.write(tree));

    ModelDirectory.Stored stored = ModelDirectory.read(directory);

    assertSame(stored.model(), model);
    assertBits(stored.snapshots().get(0).best(), snapshot(model, 9).best());
  }

  @Test
  void keeps_the_profile_and_reads_the_version_without() throws IOException {
    TrainedModel model = TestModels.EULER.model();
    TrainedModel profiled = model.with(TestProfiles.of(model.schema()));
    ModelDirectory.write(directory, profiled, List.of());
    assertThat(ModelDirectory.read(directory).model().profile()).isEqualTo(profiled.profile());

    Path file = directory.resolve(ModelDirectory.MODEL_FILE);
    ObjectNode tree = (ObjectNode) new ObjectMapper().readTree(file.toFile());
    tree.put("format", 4).remove("profile");
    Files.write(file, StrictJson.write(tree));
    assertSame(ModelDirectory.read(directory).model(), model);
  }

  @Test
  void keeps_scores_that_are_not_finite() throws IOException {
    TrainedModel model = TestModels.EULER.model();
    TrainingSnapshot s = snapshot(model, 1);
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
        List.of(new ConformalRule.Normalized(List.of(.5)), new ConformalRule.Quantiles())) {
      Calibration calibration =
          new Calibration(
              new SpreadCalibration(1.5),
              new IsotonicCalibration(List.of(IsotonicCurve.fit(new double[] {.1, .7, .8}))),
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
  void has_no_snapshot_where_none_was_given() throws IOException {
    ModelDirectory.write(directory, TestModels.EULER.model(), List.of());

    assertThat(ModelDirectory.read(directory).snapshots()).isEmpty();
  }

  @Test
  void writes_the_same_bytes_for_the_same_model() throws IOException {
    TrainedModel model = TestModels.HEUN.model();

    ModelDirectory.write(directory.resolve("a"), model, List.of(snapshot(model, 3)));
    ModelDirectory.write(directory.resolve("b"), model, List.of(snapshot(model, 3)));
    ModelDirectory.write(directory.resolve("b"), model, List.of(snapshot(model, 3)));

    assertThat(content(directory.resolve("b"))).isEqualTo(content(directory.resolve("a")));
  }

  @Test
  void replaces_the_model_and_leaves_other_files_alone() throws IOException {
    TrainedModel model = TestModels.EULER.model();
    Files.writeString(directory.resolve("report.html"), "mine");
    ModelDirectory.write(directory, model, List.of(snapshot(model, 1)));
    ModelDirectory.write(directory, model, List.of(snapshot(model, 2)));

    assertThat(ModelDirectory.read(directory).snapshots().get(0).step()).isEqualTo(2);
    assertThat(directory.resolve("report.html")).hasContent("mine");
    try (Stream<Path> files = Files.list(directory)) {
      assertThat(files).hasSize(3);
    }
  }

  @Test
  void keeps_the_old_state_while_the_new_one_is_unfinished_and_clears_it_up_later()
      throws IOException {
    TrainedModel model = TestModels.EULER.model();
    ModelDirectory.write(directory, model, List.of(snapshot(model, 1)));
    // What a killed writer leaves: tensor files without a model.json that names them.
    Path unnamed = Files.createDirectory(directory.resolve("checkpoint-0123456789abcdef"));

    assertThat(ModelDirectory.read(directory).snapshots().get(0).step()).isEqualTo(1);

    ModelDirectory.write(directory, model, List.of(snapshot(model, 2)));
    assertThat(unnamed).doesNotExist();
  }

  @Test
  void is_readable_from_outside_through_every_replacement() throws Exception {
    TrainedModel model = TestModels.EULER.model();
    ModelDirectory.write(directory, model, List.of(snapshot(model, 0)));
    FutureTask<Void> writing =
        new FutureTask<>(
            () -> {
              for (int step = 1; step <= 20; step++) {
                ModelDirectory.write(directory, model, List.of(snapshot(model, step)));
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
      writing.get(); // whatever made it fail
    } finally {
      writer.join(); // else it would still write while the directory is being removed
    }
    assertThat(ModelDirectory.read(directory).snapshots().get(0).step()).isEqualTo(20);
  }

  @Test
  void says_that_there_is_no_model() {
    assertThatThrownBy(() -> ModelDirectory.read(directory))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("model.json: missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"variables.index", "variables.data-00000-of-00001", "snapshot.json"})
  void refuses_truncated_missing_and_damaged_files(String name) throws IOException {
    TrainedModel model = TestModels.EULER.model();
    ModelDirectory.write(directory, model, List.of(snapshot(model, 1)));
    Path file = find(name);
    byte[] whole = Files.readAllBytes(file);

    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    assertRefused(name, "truncated");

    try (RandomAccessFile access = new RandomAccessFile(file.toFile(), "rw")) {
      access.write(whole);
      access.seek(whole.length / 2);
      access.write(whole[whole.length / 2] ^ 1);
    }
    assertRefused(name, "damaged");

    Files.delete(file);
    assertRefused(name, "missing");
  }

  @Test
  void refuses_truncated_json() throws IOException {
    ModelDirectory.write(directory, TestModels.EULER.model(), List.of());
    Path file = directory.resolve("model.json");
    Files.writeString(file, Files.readString(file).substring(0, 300));

    assertRefused("model.json", "truncated or not JSON, at line");
  }

  @Test
  void refuses_another_format_version() throws IOException {
    edit("\"format\" : 5", "\"format\" : 2");

    assertRefused("model.json", "format version 2 (expected: 5)");
  }

  @Test
  void refuses_an_unknown_type_naming_the_known_ones() throws IOException {
    edit("\"transported\"", "\"quantum\"");

    assertRefused("model.masks", "unknown type \"quantum\"", "bernoulli", "low_latent");
  }

  @Test
  void refuses_an_unknown_network_naming_the_known_ones() throws IOException {
    edit("\"masked_mlp\"", "\"transformer\"");

    assertRefused("model.network", "unknown type \"transformer\"", "conditional_mlp");
  }

  @Test
  void refuses_an_unknown_property_naming_it() throws IOException {
    edit("\"seed\" :", "\"sead\" : 1, \"seed\" :");

    assertRefused("model.json: sead: Unrecognized");
  }

  @Test
  void refuses_a_missing_property_naming_it() throws IOException {
    edit("\"steps\" : 4", "\"steps\" : null");

    assertRefused("model.json: kinds.[0].model.masks.flow.steps");
  }

  @Test
  @Tag("long")
  void survives_being_killed_at_any_moment() throws Exception {
    TrainedModel model = TestModels.EULER.model();
    Path log = logs.resolve("log");
    for (int kill = 1; kill <= 3; kill++) {
      Process process =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-cp",
                  System.getProperty("java.class.path"),
                  EndlessWriter.class.getName(),
                  directory.toString())
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
      assertBits(read.parameters(), snapshot(model, read.step()).parameters());
      assertBits(read.best(), snapshot(model, read.step()).best());
    }
  }

  /** A process that writes until it is killed. */
  static final class EndlessWriter {
    private EndlessWriter() {}

    public static void main(String[] args) throws IOException {
      TrainedModel model = TestModels.EULER.model();
      for (long step = 1; ; step++) {
        ModelDirectory.write(Path.of(args[0]), model, List.of(snapshot(model, step)));
        System.out.println("written");
      }
    }
  }

  @Test
  void refuses_values_out_of_range_naming_them() throws IOException {
    edit("\"temperature\" : 1.0", "\"temperature\" : -1.0");

    assertRefused("model.masks.reference", "temperature: -1.0");
  }

  @Test
  void refuses_an_array_of_another_shape_naming_the_parameter() throws IOException {
    edit("16,12", "16,13", "16, 12", "16, 13");

    assertRefused("network/1/kernel", "[16, 12] (expected: [16, 13])");
  }

  @Test
  void refuses_a_checkpoint_without_a_parameter_naming_it() throws IOException {
    edit("\"linearPath\" : false", "\"linearPath\" : true");

    assertRefused("linear/kernel");
  }

  @Test
  void refuses_a_calibration_of_another_number_of_outputs_naming_the_file() throws IOException {
    TrainedModel model = TestModels.EULER.model();
    Calibration calibration =
        Calibration.NONE
            .with(new IsotonicCalibration(List.of(new IsotonicCurve(List.of(.5), List.of(.2)))))
            .with(
                new ConformalCalibration(
                    new ConformalRule.Normalized(List.of(.125)),
                    30,
                    List.of(new ConformalLevel(.9, List.of(1.75)))));
    ModelDirectory.write(directory, model.with(calibration), List.of());
    Path file = directory.resolve("model.json");
    String text = Files.readString(file);
    assertThat(ModelDirectory.read(directory).model().calibration()).isEqualTo(calibration);

    Files.writeString(file, text.replace("[ 1.75 ]", "[ ]"));
    assertRefused("model.json: conformal offsets of level 0.9: 0 (expected: 1, one an output)");

    Files.writeString(file, text.replace("[ 0.125 ]", "[ 0.125, 0.25 ]"));
    assertRefused("model.json: floors of the standard deviation: 2 (expected: 1, one an output)");

    String curve = "{\"predicted\" : [ 0.5 ], \"observed\" : [ 0.2 ]}";
    Files.writeString(
        file,
        text.replaceFirst("\"curves\" : \\[[^}]*\\}", "\"curves\" : [ " + curve + ", " + curve));
    assertRefused("model.json: isotonic curves: 2 (expected: none or 1, one an output)");
  }

  @Test
  void refuses_names_that_leave_the_directory() throws IOException {
    edit("\"checkpoint-", "\"../checkpoint-");

    assertRefused("checkpoint: \"../checkpoint-");
  }

  private void edit(String... pairs) throws IOException {
    ModelDirectory.write(directory, TestModels.EULER.model(), List.of());
    Path file = directory.resolve("model.json");
    String text = Files.readString(file);
    String edited = text;
    for (int i = 0; i < pairs.length; i += 2) {
      edited = edited.replace(pairs[i], pairs[i + 1]);
    }
    assertThat(edited).isNotEqualTo(text);
    Files.writeString(file, edited);
  }

  private void assertRefused(String... parts) {
    assertThatThrownBy(() -> ModelDirectory.read(directory))
        .isInstanceOf(InvalidFileException.class)
        .message()
        .contains(parts);
  }

  private Path find(String name) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(f -> f.endsWith(name)).findFirst().orElseThrow();
    }
  }

  private static Map<String, String> content(Path root) throws IOException {
    Map<String, String> content = new TreeMap<>();
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        content.put(root.relativize(file).toString(), Arrays.toString(Files.readAllBytes(file)));
      }
    }
    return content;
  }

  static TrainingSnapshot snapshot(TrainedModel model, long step) {
    return snapshot(model.kinds().get(0).spec(), step);
  }

  static TrainingSnapshot snapshot(ModelSpec spec, long step) {
    int size = spec.parameters().stream().mapToInt(Parameter::size).sum();
    SplittableRandom random = new SplittableRandom(step);
    TrainingState state =
        new TrainingState(
            step,
            vector(random, size),
            vector(random, size),
            vector(random, size),
            vector(random, size));
    return TrainingSnapshot.of(state)
        .withBest(vector(random, size), 0.125, 2)
        .withCurves(
            List.of(
                new TrainingSnapshot.Point(1, 0.5, 0.25, 0.1, 0.3),
                new TrainingSnapshot.Point(2, 0.4, 0.2, 1e-300, 0.1)),
            new TrainingSnapshot.Sums(0.1, 1.0 / 3, 1e-30, 17));
  }

  private static float[] vector(SplittableRandom random, int size) {
    float[] vector = new float[size];
    for (int i = 0; i < size; i++) {
      vector[i] = Float.intBitsToFloat(random.nextInt(0x7f800000));
    }
    return vector;
  }

  private static void assertSame(TrainedModel actual, TrainedModel expected) {
    assertThat(actual.kinds()).hasSameSizeAs(expected.kinds());
    for (int c = 0; c < expected.kinds().size(); c++) {
      TrainedKind want = expected.kinds().get(c);
      List<TrainedMember> members = actual.kinds().get(c).members();
      assertThat(members).hasSameSizeAs(want.members());
      for (int m = 0; m < members.size(); m++) {
        assertThat(members.get(m).spread()).isEqualTo(want.members().get(m).spread());
        for (Parameter p : want.spec().parameters()) {
          assertBits(
              members.get(m).weights().get(p.name()),
              want.members().get(m).weights().get(p.name()));
        }
      }
      assertThat(actual.kinds().get(c))
          .usingRecursiveComparison()
          .ignoringFields("members")
          .isEqualTo(want);
    }
    assertThat(actual).usingRecursiveComparison().ignoringFields("kinds").isEqualTo(expected);
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
