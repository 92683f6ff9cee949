// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.calibration.IsotonicCalibration;
import io.otd.core.internal.calibration.IsotonicCurve;
import io.otd.core.internal.files.InvalidFileException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RefusedModelDirectoryTest {
  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"variables.index", "variables.data-00000-of-00001", "snapshot.json"})
  void refuses_truncated_missing_and_damaged_files(String name) throws IOException {
    TrainedModel model = TestModels.EULER.model();
    ModelDirectory.write(directory, model, List.of(ExampleSnapshots.of(model, 1)));
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
    edit("\"format\" : 10", "\"format\" : 2");

    assertRefused("model.json", "format version 2 (expected: 10)");
  }

  /** The draws of a member are scaled by one factor; only the pool's may depend on the spread. */
  @Test
  void refuses_a_member_whose_factor_depends_on_the_spread() throws IOException {
    edit("\"power\" : 0.0", "\"power\" : 0.3");

    assertRefused("model.json", "member spread power: 0.3 (expected: 0)");
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
  void refuses_values_out_of_range_naming_them() throws IOException {
    edit("\"temperature\" : 1.0", "\"temperature\" : -1.0");

    assertRefused("model.masks.reference", "temperature: -1.0");
  }

  @Test
  void refuses_an_array_of_the_wrong_shape_naming_the_parameter() throws IOException {
    edit("16,12", "16,13", "16, 12", "16, 13");

    assertRefused("network/1/kernel", "[16, 12] (expected: [16, 13])");
  }

  @Test
  void refuses_a_checkpoint_without_a_parameter_naming_it() throws IOException {
    edit("\"linearPath\" : false", "\"linearPath\" : true");

    assertRefused("linear/kernel");
  }

  @Test
  void refuses_a_calibration_with_the_wrong_number_of_outputs_naming_the_file() throws IOException {
    TrainedModel model = TestModels.EULER.model();
    Calibration calibration =
        Calibration.NONE
            .with(new IsotonicCalibration(List.of(new IsotonicCurve(List.of(.5), List.of(.2)))))
            .with(
                new ConformalCalibration(
                    new ConformalRule.Normalized(List.of(.125), false),
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
  void refuses_file_names_outside_the_directory() throws IOException {
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
}
