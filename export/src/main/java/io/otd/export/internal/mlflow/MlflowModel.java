// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.mlflow;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.otd.core.internal.files.ClassResource;
import io.otd.core.internal.files.StrictJson;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.export.internal.onnx.OnnxColumns;
import io.otd.export.internal.onnx.OnnxFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Makes the directory of a version a model of MLflow: {@code MLmodel} with the flavours {@code
 * python_function}, {@code onnx} and {@code tensorflow}, a signature, an example, and the code of
 * the first flavour, which runs {@code model.onnx}. The same model gives the same bytes.
 *
 * @param columns of the model
 */
public record MlflowModel(OnnxColumns columns) {
  /** Name of the file that makes a directory a model. */
  public static final String FILE = "MLmodel";

  private static final String CODE = "code";
  private static final String LOADER = "otd_mlflow";
  private static final String REQUIREMENTS = "requirements.txt";
  private static final String ENVIRONMENT = "python_env.yaml";
  private static final String EXAMPLE = "input_example.json";
  private static final String SERVING_EXAMPLE = "serving_input_example.json";

  /** The oldest release of ONNX with the operators of the file. */
  private static final String ONNX_VERSION = "1.12.0";

  private static final ObjectMapper YAML =
      YAMLMapper.builder(
              YAMLFactory.builder()
                  .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                  .disable(YAMLGenerator.Feature.SPLIT_LINES)
                  .build())
          .build();

  private static final ObjectMapper JSON = new ObjectMapper();

  /**
   * Writes the files next to {@code model.onnx}.
   *
   * @param directory of the version, with {@code model.onnx}
   * @param example rows, cells in the order of the columns: a number or a text, null for a missing
   *     one
   * @throws IOException if a file cannot be written
   */
  public static void write(
      Path directory, ExportDescription description, List<? extends List<?>> example)
      throws IOException {
    MlflowModel model = new MlflowModel(OnnxColumns.of(description));
    Path code = Files.createDirectory(directory.resolve(CODE));
    Files.write(
        code.resolve(LOADER + ".py"), ClassResource.bytes(MlflowModel.class, "exported.py"));
    Files.write(
        directory.resolve(REQUIREMENTS), ClassResource.bytes(MlflowModel.class, REQUIREMENTS));
    yaml(
        directory.resolve(ENVIRONMENT),
        ordered(
            "python", "3.11",
            "build_dependencies", List.of("pip"),
            "dependencies", List.of("-r " + REQUIREMENTS)));
    Map<String, Object> split = ordered("columns", model.names(), "data", example);
    Files.write(directory.resolve(EXAMPLE), StrictJson.write(split));
    Files.write(
        directory.resolve(SERVING_EXAMPLE), StrictJson.write(ordered("dataframe_split", split)));
    byte[] content = Files.readAllBytes(directory.resolve(OnnxFile.NAME));
    yaml(directory.resolve(FILE), model.description(UUID.nameUUIDFromBytes(content)));
  }

  private List<String> names() {
    return columns.inputs().stream().map(OnnxColumns.Input::column).toList();
  }

  private Map<String, Object> description(UUID id) throws IOException {
    return ordered(
        "flavors", flavors(),
        "metadata", ordered("columns", columns.inputs()),
        "model_uuid", id.toString().replace("-", ""),
        "saved_input_example_info",
            ordered(
                "artifact_path",
                EXAMPLE,
                "pandas_orient",
                "split",
                "serving_input_path",
                SERVING_EXAMPLE,
                "type",
                "dataframe"),
        "signature", signature());
  }

  private static Map<String, Object> flavors() {
    return ordered(
        "onnx",
            ordered(
                "data",
                OnnxFile.NAME,
                "onnx_version",
                ONNX_VERSION,
                "providers",
                List.of("CPUExecutionProvider")),
        "python_function",
            ordered(
                "code", CODE,
                "env", ordered("virtualenv", ENVIRONMENT),
                "loader_module", LOADER),
        "tensorflow", ordered("model_type", "tf2-module", "saved_model_dir", "."));
  }

  /**
   * Inputs are of any type: MLflow rejects integers for {@code double} and texts for {@code
   * datetime}, as read by pandas. The code checks the cells, and the kinds are in the metadata.
   */
  private Map<String, Object> signature() throws IOException {
    List<Map<String, Object>> inputs = new ArrayList<>();
    for (OnnxColumns.Input input : columns.inputs()) {
      inputs.add(ordered("type", "any", "name", input.column(), "required", !input.optional()));
    }
    List<Map<String, Object>> outputs =
        columns.outputs().stream()
            .map(name -> ordered("type", "float", "name", name, "required", true))
            .toList();
    List<Map<String, Object>> params =
        List.of(
            ordered("name", "samples", "type", "long", "default", 0),
            ordered("name", "parts", "type", "boolean", "default", false));
    return ordered(
        "inputs", JSON.writeValueAsString(inputs),
        "outputs", JSON.writeValueAsString(outputs),
        "params", JSON.writeValueAsString(params));
  }

  private static Map<String, Object> ordered(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  private static void yaml(Path file, Map<String, Object> content) throws IOException {
    Files.write(file, YAML.writeValueAsString(content).getBytes(StandardCharsets.UTF_8));
  }
}
