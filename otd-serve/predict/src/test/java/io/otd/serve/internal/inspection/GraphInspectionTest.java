// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import static io.otd.serve.HandMadeModel.bytes;
import static io.otd.serve.HandMadeModel.node;
import static io.otd.serve.HandMadeModel.shape;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteBuffer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GetAllOpList;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.serve.HandMadeModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tensorflow.internal.c_api.TF_Buffer;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.CollectionDef;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.OpDef;
import org.tensorflow.proto.OpList;
import org.tensorflow.proto.SavedModel;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorProto;

/** Hostile graphs, built by hand: none of them reaches native code. */
class GraphInspectionTest {
  private static final InspectionLimits LIMITS = InspectionLimits.DEFAULT;

  @TempDir Path directory;

  @Test
  void accepts_a_graph_that_only_computes() throws IOException {
    write(ExampleGraphs.sound());

    assertThat(inspect().signature("serving_default").output("y")).isEqualTo("y:0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ReadFile",
        "WriteFile",
        "MatchingFiles",
        "PyFunc",
        "EagerPyFunc",
        "PrintV2",
        "TFRecordDatasetV2",
        "FixedLengthRecordReaderV2",
        "DebugIdentityV2",
        "Restore",
        "Save",
        "SaveSlices",
        "LoadAndRemapMatrix",
        "WriteSummary",
        "_Recv",
        "DecodePng",
        "NoSuchOperation"
      })
  void refuses_unlisted_operations_anywhere_in_the_graph(String operation) throws IOException {
    MetaGraphDef.Builder inGraph = ExampleGraphs.sound();
    inGraph.getGraphDefBuilder().addNode(node("evil", operation));
    ExampleGraphs.assertRefused(directory, inGraph, "operation " + operation, "node \"evil\"");

    MetaGraphDef.Builder inFunction = ExampleGraphs.sound();
    inFunction
        .getGraphDefBuilder()
        .getLibraryBuilder()
        .addFunction(ExampleGraphs.function("hidden", node("evil", operation).build()));
    ExampleGraphs.assertRefused(
        directory, inFunction, "operation " + operation, "function \"hidden\"");
  }

  @ParameterizedTest
  @ValueSource(strings = {"SaveV2", "RestoreV2", "MergeV2Checkpoints"})
  void refuses_file_operations_that_a_request_or_an_initialiser_would_run(String operation)
      throws IOException {
    MetaGraphDef.Builder byRequest = ExampleGraphs.sound();
    byRequest.getGraphDefBuilder().addNode(node("file", operation));
    byRequest.getGraphDefBuilder().addNode(node("between", "Identity").addInput("^file"));
    byRequest.getGraphDefBuilder().getNodeBuilder(1).addInput("between:0");
    ExampleGraphs.assertRefused(directory, byRequest, operation, "would run with a request");

    MetaGraphDef.Builder byInitialiser = ExampleGraphs.sound();
    byInitialiser.getGraphDefBuilder().addNode(node("file", operation));
    byInitialiser.putCollectionDef(
        "saved_model_main_op",
        CollectionDef.newBuilder()
            .setNodeList(CollectionDef.NodeList.newBuilder().addValue("file"))
            .build());
    ExampleGraphs.assertRefused(directory, byInitialiser, operation, "would run with a request");

    MetaGraphDef.Builder inFunction = ExampleGraphs.sound();
    inFunction
        .getGraphDefBuilder()
        .getLibraryBuilder()
        .addFunction(ExampleGraphs.function("outer", ExampleGraphs.call("hidden")))
        .addFunction(ExampleGraphs.function("hidden", node("file", operation).build()));
    inFunction.getGraphDefBuilder().addNode(ExampleGraphs.call("outer"));
    inFunction.getGraphDefBuilder().getNodeBuilder(1).addInput("call:0");
    ExampleGraphs.assertRefused(directory, inFunction, operation, "would run with a request");
  }

  @Test
  void refuses_recursive_functions() throws IOException {
    MetaGraphDef.Builder meta = ExampleGraphs.sound();
    meta.getGraphDefBuilder()
        .getLibraryBuilder()
        .addFunction(ExampleGraphs.function("first", ExampleGraphs.call("second")))
        .addFunction(ExampleGraphs.function("second", ExampleGraphs.call("first")));

    ExampleGraphs.assertRefused(directory, meta, "function \"first\" calls itself");
  }

  @Test
  void refuses_tensors_that_would_exhaust_memory() throws IOException {
    MetaGraphDef.Builder constant = ExampleGraphs.sound();
    constant
        .getGraphDefBuilder()
        .addNode(
            node("huge", "Const")
                .putAttr(
                    "value",
                    AttrValue.newBuilder()
                        .setTensor(
                            TensorProto.newBuilder()
                                .setTensorShape(shape(1L << 40, 1L << 40))
                                .addFloatVal(0))
                        .build()));
    ExampleGraphs.assertRefused(directory, constant, "constant \"huge\"");

    MetaGraphDef.Builder variable = ExampleGraphs.sound();
    variable
        .getGraphDefBuilder()
        .addNode(
            node("huge", "VarHandleOp")
                .putAttr("shape", AttrValue.newBuilder().setShape(shape(1L << 40)).build()));
    ExampleGraphs.assertRefused(directory, variable, "variables of", "huge");
  }

  @Test
  void refuses_models_that_exceed_the_limits() throws IOException {
    MetaGraphDef.Builder meta = ExampleGraphs.sound();
    write(meta);
    Files.createDirectories(directory.resolve("variables"));
    Files.write(directory.resolve("variables").resolve("variables.index"), new byte[100]);

    assertThatThrownBy(
            () -> GraphInspection.inspect(directory, new InspectionLimits(10, 1000, 1000, 10)))
        .hasMessageContaining("saved_model.pb of");
    assertThatThrownBy(
            () -> GraphInspection.inspect(directory, new InspectionLimits(1000, 99, 1000, 10)))
        .hasMessageContaining("100 bytes of variables");
    assertThatThrownBy(
            () -> GraphInspection.inspect(directory, new InspectionLimits(1000, 1000, 1000, 1)))
        .hasMessageContaining("2 nodes");
  }

  @Test
  void reports_a_truncated_file_wherever_it_is_cut() throws IOException {
    byte[] whole = bytes(ExampleGraphs.sound());
    Path file = directory.resolve("saved_model.pb");
    for (int length = 0; length < whole.length; length++) {
      Files.write(file, Arrays.copyOf(whole, length));
      assertThatThrownBy(this::inspect)
          .isInstanceOf(InvalidFileException.class)
          .hasMessageContaining("truncated");
    }
  }

  @Test
  void reports_a_signature_that_refers_to_a_missing_tensor() throws IOException {
    MetaGraphDef.Builder meta = ExampleGraphs.sound();
    meta.putSignatureDef(
        "odd",
        SignatureDef.newBuilder()
            .putOutputs("z", TensorInfo.newBuilder().setName("nowhere:0").build())
            .build());
    write(meta);

    assertThatThrownBy(this::inspect)
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("signature odd: z is at \"nowhere:0\"");
  }

  @Test
  void requires_serve_as_the_only_tag() throws IOException {
    MetaGraphDef.Builder meta = ExampleGraphs.sound();
    meta.getMetaInfoDefBuilder().addTags("gpu");
    write(meta);

    assertThatThrownBy(this::inspect).hasMessageContaining("tag \"serve\" alone");
  }

  /** TensorFlow counts a repeated tag once, so it would load the first of these. */
  @Test
  void inspects_the_graph_that_tensorflow_loads_if_a_tag_is_repeated() throws IOException {
    MetaGraphDef.Builder evil = ExampleGraphs.sound();
    evil.getMetaInfoDefBuilder().addTags("serve");
    evil.getGraphDefBuilder().addNode(node("evil", "ReadFile"));
    Files.write(
        directory.resolve("saved_model.pb"),
        SavedModel.newBuilder()
            .addMetaGraphs(evil)
            .addMetaGraphs(ExampleGraphs.sound())
            .build()
            .toByteArray());

    assertThatThrownBy(this::inspect)
        .isInstanceOf(RefusedModelException.class)
        .hasMessageContaining("node \"evil\"");
  }

  @Test
  void reports_a_missing_model() {
    assertThatThrownBy(this::inspect)
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("saved_model.pb: missing");
  }

  /** TensorFlow frees nested lists recursively. */
  @Test
  void refuses_nested_tensor_lists() throws IOException {
    MetaGraphDef.Builder meta = ExampleGraphs.sound();
    NodeDef.Builder list = node("list", "TensorListPushBack", "lists", "y");
    meta.getGraphDefBuilder()
        .addNode(list.putAttr("element_dtype", HandMadeModel.type(DataType.DT_VARIANT)));
    write(meta);
    assertThatThrownBy(this::inspect)
        .isInstanceOf(RefusedModelException.class)
        .hasMessageContaining("TensorListPushBack (node \"list\") is of lists in a list");

    // The caller of the function determines the type.
    MetaGraphDef.Builder called = ExampleGraphs.sound();
    list.putAttr("element_dtype", AttrValue.newBuilder().setPlaceholder("T").build());
    called
        .getGraphDefBuilder()
        .addNode(ExampleGraphs.call("f"))
        .getLibraryBuilder()
        .addFunction(ExampleGraphs.function("f", list.build()));
    write(called);
    assertThatThrownBy(this::inspect)
        .isInstanceOf(RefusedModelException.class)
        .hasMessageContaining("node \"list\" of function \"f\"");

    MetaGraphDef.Builder numbers = ExampleGraphs.sound();
    list.putAttr("element_dtype", HandMadeModel.type(DataType.DT_FLOAT));
    numbers.getGraphDefBuilder().addNode(list);
    write(numbers);
    assertThat(inspect().signatures()).containsKey("serving_default");
  }

  @Test
  void a_directory_in_place_of_a_file_is_not_reported_as_missing() throws IOException {
    Files.createDirectories(directory.resolve("saved_model.pb"));

    assertThatThrownBy(this::inspect)
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("saved_model.pb: is a directory (expected: a file)");
  }

  @Test
  void every_listed_operation_exists_and_none_touches_files_or_devices() throws IOException {
    TF_Buffer operations = TF_GetAllOpList();
    Set<String> registered =
        OpList.parseFrom(operations.dataAsByteBuffer()).getOpList().stream()
            .map(OpDef::getName)
            .collect(Collectors.toSet());
    TF_DeleteBuffer(operations);

    assertThat(registered).containsAll(AllowedOperations.load());
    assertThat(AllowedOperations.load())
        .noneMatch(
            name -> name.matches(".*(File[A-Z]|File$|Dataset|Reader|PyFunc|Summary|Print).*"))
        .noneMatch(
            name ->
                name.matches(".*(CropAndResize|Stack(Push|Pop)|Mutex|Barrier|Batch(Function)?$).*"))
        .noneMatch(name -> name.matches(".*(Send|Recv|Save|Restore|Rpc|Debug|Queue|Iterator).*"));
  }

  private void write(MetaGraphDef.Builder meta) throws IOException {
    HandMadeModel.write(directory, meta);
  }

  private InspectedModel inspect() throws IOException {
    return GraphInspection.inspect(directory, LIMITS);
  }
}
