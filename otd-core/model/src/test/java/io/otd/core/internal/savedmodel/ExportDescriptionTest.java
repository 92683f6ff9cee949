// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.savedmodel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.StrictJson;
import io.otd.core.internal.mask.Uniform;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.BoostedForest;
import io.otd.core.internal.network.Forest;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.internal.program.SamplingProgram;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TestProfiles;
import io.otd.core.internal.trained.TrainedModel;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExportDescriptionTest {
  @TempDir Path directory;

  private static ExportDescription description() {
    TrainedModel model = TestModels.EULER.model();
    TrainingProfile profile = TestProfiles.of(model.schema());
    return new ExportDescription(
        ExportDescription.FORMAT,
        IntStream.range(0, model.spec().inputs())
            .mapToObj(j -> new ExportDescription.Input("x_" + j, model.schema().inputs().get(j)))
            .toList(),
        List.of(new ExportDescription.Target("y", model.schema().targets().get(0))),
        List.of(new BigDecimal("0.5")),
        new ExportDescription.Bank(8, 1, Collections.nCopies(8, 0)),
        1,
        new ConformalCalibration(
            new ConformalRule.Normalized(List.of(.125), false),
            30,
            List.of(new ConformalLevel(.9, List.of(1.75)))),
        List.of(
            new ExportDescription.Kind(
                "network", ModelDescription.of(model.spec()), 1, List.of(1.0))),
        7,
        model.metrics(),
        model.provenance(),
        profile);
  }

  private ExportDescription read(String text) throws IOException {
    Path file = Files.writeString(directory.resolve("otd.json"), text);
    return ExportDescription.read(file);
  }

  @Test
  void a_description_round_trips() throws IOException {
    assertThat(read(text())).isEqualTo(description());
  }

  @Test
  void refuses_a_profile_of_other_columns_or_out_of_order() {
    String column = description().inputs().get(0).column().name();
    String name =
        "\"profile\" : {\n    \"rows\" : 1000,\n    \"numbers\" : [ {\n      \"name\" : \"";
    assertThat(text()).contains(name + column);
    assertRefused(text().replace(name + column, name + "other"), "profile: numbers of [other");
    assertRefused(
        text().replaceFirst("\"rows\" : 1000", "\"rows\" : 0"), "profile: 0 rows, 1000 predicted");
    assertRefused(
        text().replaceFirst("\"shares\" : \\[ 0.001", "\"shares\" : [ 0.5"), "expected: ascending");
  }

  @Test
  void contains_the_whole_model_specification() throws IOException {
    assertThat(read(text()).kinds().get(0).model().as(ModelSpec.class))
        .isEqualTo(TestModels.EULER.model().spec());
  }

  @Test
  void refuses_a_model_without_the_sizes_a_predictor_needs() {
    assertRefused(
        text().replaceFirst("\"hidden\" : \\[[^]]*]", "\"hidden\" : [ ]"),
        "network.hidden: [] (expected: widths of layers)");
    assertRefused(
        text().replaceFirst("\"outputs\" : [0-9]+", "\"outputs\" : 0"),
        "outputs: 0 (expected: >= 1)");
  }

  @Test
  void rows_at_a_time_are_limited_by_the_size_of_the_activations() throws IOException {
    ModelDescription model = read(text()).kinds().get(0).model();
    assertThat(model.rowsAtATime(1 << 30, 1)).isEqualTo(1);
    assertThat(model.rowsAtATime(1_000, 1))
        .isEqualTo(SamplingProgram.blockFor(TestModels.EULER.model().spec(), 1_000, 1 << 30));
  }

  @Test
  void rows_at_a_time_are_limited_by_the_boosted_trees_of_all_members() {
    BoostedForest trees = new BoostedForest(new Forest(2048, 62, 10, 4096), 512);
    ModelDescription model = ModelDescription.of(new ModelSpec(3, 1, trees, new Uniform()));
    // 8 values for each row, tree and member are together 2^23.
    assertThat(model.rowsAtATime(100, 1)).isEqualTo(512);
    assertThat(model.rowsAtATime(100, 4)).isEqualTo(128);
    // Location and scale of 12 targets are 24 values.
    ModelDescription wide = ModelDescription.of(new ModelSpec(3, 12, trees, new Uniform()));
    assertThat(wide.rowsAtATime(100, 1)).isEqualTo(170);
  }

  @Test
  void refuses_intervals_for_the_wrong_number_of_outputs() {
    assertRefused(
        text().replace("[ 1.75 ]", "[ ]"),
        "conformal offsets of level 0.9: 0 (expected: 1, one an output)");
    assertRefused(
        text().replace("[ 0.125 ]", "[ 0.125, 0.25 ]"),
        "floors of the standard deviation: 2 (expected: 1, one an output)");
  }

  @Test
  void refuses_a_model_without_members() {
    assertRefused(
        text().replace("\"memberSpreads\" : [ 1.0 ]", "\"memberSpreads\" : [ ]"),
        "member spreads: none (expected: one a member)");
  }

  private static String text() {
    return new String(StrictJson.write(description()), StandardCharsets.UTF_8);
  }

  private void assertRefused(String text, String problem) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("otd.json")
        .hasMessageContaining(problem);
  }
}
