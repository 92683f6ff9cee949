// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.otd.core.CellTable;
import io.otd.core.Folders;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.export.internal.mlflow.MlflowModel;
import io.otd.export.internal.onnx.OnnxFile;
import io.otd.export.internal.onnx.proto.OnnxProtos.ModelProto;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files of an MLflow model. That MLflow can score it is tested with MLflow. */
class MlflowExportTest {
  @TempDir static Path base;
  private static Path directory;

  @BeforeAll
  static void export() throws IOException {
    directory = exported("model");
  }

  private static Path exported(String name) throws IOException {
    return exported(TestModels.MIXED.model(), name);
  }

  private static Path exported(TrainedModel model, String name) throws IOException {
    ExportOptions options = ExportOptions.DEFAULT.withBank(8).withMlflow();
    return SavedModelExporter.export(model, base.resolve(name), options).directory();
  }

  @Test
  void declares_input_columns_and_prediction_outputs() throws IOException {
    JsonNode model = new YAMLMapper().readTree(directory.resolve(MlflowModel.FILE).toFile());
    ObjectMapper json = new ObjectMapper();
    JsonNode signature = model.path("signature");
    JsonNode inputs = json.readTree(signature.path("inputs").asText());
    assertThat(inputs.findValuesAsText("name"))
        .containsExactly("age", "month", "size (m)", "smoker?", "c", "new");
    assertThat(inputs.findValuesAsText("required"))
        .containsExactly("false", "false", "false", "false", "true", "true");
    assertThat(json.readTree(signature.path("outputs").asText()).findValuesAsText("name"))
        .contains("cost:mean", "cost:std", "rain:q0.025", "plain:q0.975")
        .hasSize(7 * (2 + ExportOptions.LEVELS.size()));
    JsonNode example = json.readTree(directory.resolve("input_example.json").toFile());
    assertThat(example.path("columns")).hasSize(6);
    assertThat(example.path("data")).hasSize(3).allMatch(row -> row.size() == 6);
  }

  @Test
  void every_referenced_file_exists() throws IOException {
    JsonNode model = new YAMLMapper().readTree(directory.resolve(MlflowModel.FILE).toFile());
    JsonNode scored = model.path("flavors").path("python_function");
    String loader = scored.path("loader_module").asText() + ".py";
    Stream.of(
            model.path("flavors").path("onnx").path("data").asText(),
            scored.path("code").asText() + "/" + loader,
            scored.path("env").path("virtualenv").asText(),
            model.path("saved_input_example_info").path("artifact_path").asText(),
            model.path("saved_input_example_info").path("serving_input_path").asText(),
            "requirements.txt")
        .forEach(name -> assertThat(directory.resolve(name)).isNotEmptyFile());
  }

  @Test
  void the_parts_of_a_date_are_groups_of_a_pattern() throws IOException {
    Path dates = exported(TestModels.of(CellTable.schema()), "dates");
    ModelProto onnx = ModelProto.parseFrom(Files.readAllBytes(dates.resolve(OnnxFile.NAME)));
    assertThat(onnx.getMetadataProps(0).getKey()).isEqualTo(OnnxFile.COLUMNS);
    JsonNode columns = new ObjectMapper().readTree(onnx.getMetadataProps(0).getValue());
    Map<String, String> parts = new TreeMap<>();
    for (JsonNode input : columns.path("inputs")) {
      if (input.path("kind").asText().equals("date")) {
        String column = input.path("column").asText();
        parts.put(column, parts(input.path("forms"), (String) CellTable.row().get(column)));
      }
    }
    assertThat(parts)
        .containsExactly(
            Map.entry("date", "1999 05 17"),
            Map.entry("day", "2007 11 02"),
            Map.entry("stamp", "2015 06 23"));
  }

  /** Year, month and day, by the first pattern that matches. */
  private static String parts(JsonNode forms, String cell) {
    for (JsonNode form : forms) {
      Matcher matcher = Pattern.compile(form.path("pattern").asText()).matcher(cell);
      if (matcher.matches()) {
        JsonNode groups = form.path("groups");
        return IntStream.range(0, 3)
            .mapToObj(part -> matcher.group(groups.path(part).asInt()))
            .collect(Collectors.joining(" "));
      }
    }
    return "none for " + cell;
  }

  @Test
  @Tag("long")
  void export_is_deterministic() throws IOException {
    assertThat(Folders.content(exported("again"))).isEqualTo(Folders.content(directory));
  }

  @Test
  void mlflow_export_requires_the_onnx_export() {
    ExportOptions d = ExportOptions.DEFAULT;
    assertThatThrownBy(
            () -> new ExportOptions(8, 1, d.version(), ExportOptions.LEVELS, false, true))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("mlflow: without onnx (expected: both)");
  }
}
