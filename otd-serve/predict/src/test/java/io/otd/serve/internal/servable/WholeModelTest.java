// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static io.otd.serve.HandMadeModel.node;
import static io.otd.serve.HandMadeModel.type;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.Folders;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.serve.ConformancePack;
import io.otd.serve.HandMadeModel;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorShapeProto;
import org.tensorflow.proto.VersionDef;

/** A model that is not there as a whole, or whose state is not filled, is not loaded. */
@Tag("jdk")
class WholeModelTest {
  private static final String INDEX = "variables/variables.index";
  private static final String DATA = "variables/variables.data-00000-of-00001";

  @TempDir Path base;

  private Path copy(String model) throws IOException {
    Path to = base.resolve(model);
    Folders.copy(ConformancePack.model(model, "00000123"), to);
    return to;
  }

  private static void assertInvalid(Path version, String... parts) {
    assertThatThrownBy(() -> Servable.load(version, InspectionLimits.DEFAULT).close())
        .isInstanceOf(InvalidFileException.class)
        .message()
        .contains(List.of(parts));
  }

  private static void cut(Path file, int bytes) throws IOException {
    Files.write(file, Arrays.copyOf(Files.readAllBytes(file), bytes));
  }

  @ParameterizedTest
  @ValueSource(strings = {"saved_model_half_plus_two_cpu", "saved_model_half_plus_two_tf2_cpu"})
  void variables_that_are_missing_or_cut_are_named(String model) throws IOException {
    Path version = copy(model);
    Path data = version.resolve(DATA);
    byte[] values = Files.readAllBytes(data);
    cut(data, values.length - 1);
    assertInvalid(version, DATA, "truncated", "expected: at least " + values.length);
    Files.delete(data);
    assertInvalid(version, DATA + ": missing");
    Files.createSymbolicLink(data, base.resolve("nowhere"));
    assertInvalid(version, DATA + ": a link to nothing");
    Files.delete(data);
    Files.write(base.resolve("elsewhere"), values);
    Files.createSymbolicLink(data, base.resolve("elsewhere"));
    Servable.load(version, InspectionLimits.DEFAULT).close();

    byte[] index = Files.readAllBytes(version.resolve(INDEX));
    for (int bytes : new int[] {0, 1, 47, index.length / 2, index.length - 1}) {
      cut(version.resolve(INDEX), bytes);
      assertInvalid(version, INDEX + ": truncated");
    }
    index[3] ^= 1;
    Files.write(version.resolve(INDEX), index);
    assertInvalid(version, INDEX + ": truncated, damaged");
    Files.delete(version.resolve(INDEX));
    assertInvalid(version, INDEX + ": missing");
    Files.delete(data);
    Files.delete(version.resolve("variables"));
    assertInvalid(version, INDEX + ": missing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"saved_model.pb", INDEX, DATA, "fingerprint.pb"})
  void no_fifo_device_or_directory_is_opened(String name) throws Exception {
    Path file = copy("saved_model_half_plus_two_tf2_cpu").resolve(name);
    Path version = base.resolve("saved_model_half_plus_two_tf2_cpu");
    Files.createDirectories(file.getParent());
    Files.deleteIfExists(file);
    assertThat(new ProcessBuilder("mkfifo", file.toString()).start().waitFor()).isZero();
    assertInvalid(version, name + ": is a FIFO, socket or device (expected: a file)");
    Files.delete(file);
    Files.createSymbolicLink(file, Path.of("/dev/zero"));
    assertInvalid(version, name + ": is a FIFO, socket or device (expected: a file)");
    Files.delete(file);
  }

  @Test
  void assets_that_are_missing_or_no_files_are_named() throws IOException {
    MetaGraphDef.Builder meta = HandMadeModel.empty();
    String last = HandMadeModel.chain(meta.getGraphDefBuilder(), "Tanh", -1, 2);
    meta.addAssetFileDefBuilder().setFilename("words.txt");
    Path version = written(meta, "x", DataType.DT_FLOAT, last);
    assertInvalid(version, "assets/words.txt: missing");
    Files.createDirectories(version.resolve("assets/words.txt"));
    assertInvalid(version, "assets/words.txt: is a directory (expected: a file)");
    Files.delete(version.resolve("assets/words.txt"));
    Files.createFile(version.resolve("assets/words.txt"));
    Servable.load(version, InspectionLimits.DEFAULT).close();
  }

  @Test
  void an_index_is_read_as_tensorflow_writes_it() throws IOException {
    for (String model : List.of("saved_model_half_plus_three", "saved_model_counter")) {
      Servable.load(copy(model), InspectionLimits.DEFAULT).close();
    }
  }

  @Test
  void a_model_without_variables_needs_no_files_of_them() throws IOException {
    MetaGraphDef.Builder meta = HandMadeModel.empty();
    String last = HandMadeModel.chain(meta.getGraphDefBuilder(), "Tanh", -1, 2);
    Path version = written(meta, "x", DataType.DT_FLOAT, last);
    Servable.load(version, InspectionLimits.DEFAULT).close();
  }

  private Path written(MetaGraphDef.Builder meta, String input, DataType type, String output)
      throws IOException {
    meta.getGraphDefBuilder()
        .setVersions(VersionDef.newBuilder().setProducer(HandMadeModel.PRODUCER));
    meta.putSignatureDef(
        "serving_default",
        SignatureDef.newBuilder()
            .setMethodName("tensorflow/serving/predict")
            .putInputs("x", TensorInfo.newBuilder().setName(input + ":0").setDtype(type).build())
            .putOutputs(
                "y",
                TensorInfo.newBuilder().setName(output + ":0").setDtype(DataType.DT_FLOAT).build())
            .build());
    HandMadeModel.write(base.resolve("made"), meta);
    return base.resolve("made");
  }

  private static NodeDef.Builder placeholder(DataType type) {
    return node("x", "Placeholder").putAttr("dtype", type(type));
  }

  private static NodeDef.Builder variable() {
    return node("v", "VarHandleOp")
        .putAttr("dtype", type(DataType.DT_FLOAT))
        .putAttr("shape", shape());
  }

  private static AttrValue shape() {
    return AttrValue.newBuilder().setShape(TensorShapeProto.getDefaultInstance()).build();
  }

  private static MetaGraphDef.Builder withVariable(NodeDef.Builder variable, NodeDef.Builder read) {
    MetaGraphDef.Builder meta = HandMadeModel.empty();
    meta.getGraphDefBuilder()
        .addNode(placeholder(DataType.DT_FLOAT))
        .addNode(variable)
        .addNode(read)
        .addNode(HandMadeModel.typed("y", "Mul", DataType.DT_FLOAT, "x", "read"));
    return meta;
  }

  @Test
  void a_variable_that_nothing_fills_is_found_before_the_first_request() throws IOException {
    NodeDef.Builder read = node("read", "ReadVariableOp", "v");
    MetaGraphDef.Builder meta =
        withVariable(variable(), read.putAttr("dtype", type(DataType.DT_FLOAT)));
    assertInvalid(written(meta, "x", DataType.DT_FLOAT, "y"), "variable \"v\": not initialized");

    NodeDef.Builder reference =
        node("v", "VariableV2").putAttr("dtype", type(DataType.DT_FLOAT)).putAttr("shape", shape());
    meta = withVariable(reference, HandMadeModel.typed("read", "Identity", DataType.DT_FLOAT, "v"));
    assertInvalid(written(meta, "x", DataType.DT_FLOAT, "y"), "variable \"v\": not initialized");
  }

  @Test
  void a_table_that_nothing_fills_is_found_before_the_first_request() throws IOException {
    MetaGraphDef.Builder meta = HandMadeModel.empty();
    meta.getGraphDefBuilder()
        .addNode(placeholder(DataType.DT_STRING))
        .addNode(
            node("words", "HashTableV2")
                .putAttr("key_dtype", type(DataType.DT_STRING))
                .putAttr("value_dtype", type(DataType.DT_FLOAT)))
        .addNode(
            HandMadeModel.constant(
                "other",
                DataType.DT_FLOAT,
                org.tensorflow.proto.TensorProto.newBuilder().addFloatVal(1)))
        .addNode(
            node("y", "LookupTableFindV2", "words", "x", "other")
                .putAttr("Tin", type(DataType.DT_STRING))
                .putAttr("Tout", type(DataType.DT_FLOAT)));
    assertInvalid(written(meta, "x", DataType.DT_STRING, "y"), "table \"words\": not initialized");
  }

  @Test
  void a_failure_of_the_model_is_not_the_clients() throws IOException {
    NodeDef.Builder read = node("read", "ReadVariableOp", "v");
    MetaGraphDef.Builder meta =
        withVariable(variable(), read.putAttr("dtype", type(DataType.DT_FLOAT)));
    // A signature that fills the variable: the one that reads it may be called first.
    meta.getGraphDefBuilder()
        .addNode(
            node("fill", "AssignVariableOp", "v", "x").putAttr("dtype", type(DataType.DT_FLOAT)))
        .addNode(HandMadeModel.typed("filled", "Identity", DataType.DT_FLOAT, "x", "^fill"));
    meta.putSignatureDef(
        "fill",
        SignatureDef.newBuilder()
            .putInputs(
                "x", TensorInfo.newBuilder().setName("x:0").setDtype(DataType.DT_FLOAT).build())
            .putOutputs(
                "y",
                TensorInfo.newBuilder().setName("filled:0").setDtype(DataType.DT_FLOAT).build())
            .build());
    Path version = written(meta, "x", DataType.DT_FLOAT, "y");
    try (Servable servable = Servable.load(version, InspectionLimits.DEFAULT)) {
      Map<String, HostTensor> two = Map.of("x", HostTensor.of(new float[] {2}));
      assertThatThrownBy(() -> servable.run("serving_default", two, List.of()))
          .isInstanceOfSatisfying(
              ServingException.class, e -> assertThat(e.code()).isEqualTo(StatusCode.INTERNAL));
      Map<String, HostTensor> unused = servable.run("fill", two, List.of());
      assertThat(servable.run("serving_default", two, List.of()).get("y").floats())
          .containsExactly(4);
    }
  }
}
