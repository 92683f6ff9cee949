// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import static io.otd.serve.HandMadeModel.node;
import static io.otd.serve.HandMadeModel.type;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.serve.HandMadeModel;
import io.otd.serve.internal.servable.Servable;
import io.otd.serve.internal.tensor.HostTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.CollectionDef;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.OpDef;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;
import org.tensorflow.proto.VersionDef;

/**
 * A model that looks words up in a vocabulary, as TensorFlow 1 and 2 write it, and hostile variants
 * that would read another file.
 */
class VocabularyTest {
  private static final String OWN_CHOOSING = "a file of its own choosing";

  /** How the path reaches the operation that reads. */
  private enum Form {
    /** From the constant that the loader replaces. */
    CONSTANT,
    /** Through a variable, to a function. */
    VARIABLE
  }

  @TempDir Path folder;

  private Path directory;
  private Path vocabulary;

  @BeforeEach
  void aVocabulary() throws IOException {
    directory = Files.createDirectories(folder.resolve("1"));
    Path assets = Files.createDirectory(directory.resolve("assets"));
    vocabulary = Files.writeString(assets.resolve("words.txt"), "red\ngreen\nblue\n");
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void a_vocabulary_among_the_assets_is_served(Form form) throws IOException {
    HandMadeModel.write(directory, model(form));
    try (Servable servable = Servable.load(directory, InspectionLimits.DEFAULT)) {
      byte[][] words = {"blue".getBytes(UTF_8), "red".getBytes(UTF_8), "pink".getBytes(UTF_8)};
      Map<String, HostTensor> out =
          servable.run(
              "serving_default",
              Map.of("x", HostTensor.ofStrings(new long[] {3}, words)),
              List.of());
      assertThat(out.get("y").bytes().asLongBuffer().get(0)).isEqualTo(2);
      assertThat(out.get("y").bytes().asLongBuffer().get(1)).isEqualTo(0);
      assertThat(out.get("y").bytes().asLongBuffer().get(2)).isEqualTo(-1);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"../../secret.txt", "/etc/hostname", "a/../../../secret.txt"})
  void a_file_outside_the_assets_is_refused(String name) throws IOException {
    Files.writeString(folder.resolve("secret.txt"), "secret\n");
    Files.createDirectory(directory.resolve("assets/a"));
    MetaGraphDef.Builder meta = model(Form.CONSTANT);
    meta.getAssetFileDefBuilder(0).setFilename(name);
    ExampleGraphs.assertRefused(directory, meta, "asset \"" + name + "\"");
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void a_link_out_of_the_assets_is_refused_and_one_within_them_is_not() throws Exception {
    Path secret = Files.writeString(folder.resolve("secret.txt"), "secret\n");
    Files.move(vocabulary, vocabulary.resolveSibling("real.txt"));
    Files.createSymbolicLink(vocabulary, Path.of("real.txt"));
    HandMadeModel.write(directory, model(Form.VARIABLE));
    GraphInspection.inspect(directory, InspectionLimits.DEFAULT);

    Files.delete(vocabulary);
    Files.createSymbolicLink(vocabulary, secret);
    ExampleGraphs.assertRefused(directory, model(Form.VARIABLE), "words.txt", secret.toString());
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void assets_that_are_a_link_elsewhere_are_refused() throws Exception {
    Path other = Files.createDirectory(folder.resolve("other"));
    Files.move(vocabulary, other.resolve("words.txt"));
    Files.delete(directory.resolve("assets"));
    Files.createSymbolicLink(directory.resolve("assets"), other);
    ExampleGraphs.assertRefused(directory, model(Form.CONSTANT), "words.txt", other.toString());
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void a_pipe_is_refused_before_anything_reads_it() throws Exception {
    Files.delete(vocabulary);
    assertThat(new ProcessBuilder("mkfifo", vocabulary.toString()).start().waitFor()).isZero();
    assertInvalid(": is a FIFO");
  }

  @Test
  void a_missing_vocabulary_is_told() throws IOException {
    Files.delete(vocabulary);
    assertInvalid(": missing");
  }

  private void assertInvalid(String problem) throws IOException {
    HandMadeModel.write(directory, model(Form.CONSTANT));
    assertThatThrownBy(() -> GraphInspection.inspect(directory, InspectionLimits.DEFAULT))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageStartingWith(vocabulary + problem);
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void a_path_that_the_loader_does_not_set_is_refused(Form form) throws IOException {
    MetaGraphDef.Builder meta = model(form);
    meta.getAssetFileDefBuilder(0).getTensorInfoBuilder().setName("elsewhere:0");
    ExampleGraphs.assertRefused(directory, meta, "InitializeTableFromTextFileV2", OWN_CHOOSING);
  }

  @Test
  void a_path_that_is_computed_from_the_loaders_is_refused() throws IOException {
    MetaGraphDef.Builder meta = model(Form.CONSTANT);
    meta.getGraphDefBuilder().addNode(node("joined", "StringJoin", "file", "file"));
    nodeOf(meta, "read").setInput(1, "joined:0");
    ExampleGraphs.assertRefused(directory, meta, OWN_CHOOSING);
  }

  @Test
  void a_variable_with_another_value_is_no_path() throws IOException {
    MetaGraphDef.Builder meta = model(Form.VARIABLE);
    meta.getGraphDefBuilder()
        .addNode(node("other", "Const"))
        .addNode(node("other_assigned", "AssignVariableOp", "variable", "other"));
    ExampleGraphs.assertRefused(directory, meta, OWN_CHOOSING);
  }

  @Test
  void a_variable_that_another_node_names_too_is_no_path() throws IOException {
    MetaGraphDef.Builder meta = model(Form.VARIABLE);
    meta.getGraphDefBuilder().addNode(nodeOf(meta, "variable").clone().setName("the_same"));
    ExampleGraphs.assertRefused(directory, meta, OWN_CHOOSING);

    MetaGraphDef.Builder within = model(Form.VARIABLE);
    within
        .getGraphDefBuilder()
        .getLibraryBuilder()
        .addFunction(ExampleGraphs.function("naming", nodeOf(within, "variable").build()));
    ExampleGraphs.assertRefused(directory, within, OWN_CHOOSING);
  }

  @Test
  void a_variable_that_is_passed_on_is_no_path() throws IOException {
    MetaGraphDef.Builder meta = model(Form.VARIABLE);
    meta.getGraphDefBuilder()
        .addNode(ExampleGraphs.call("reading").toBuilder().setName("more").addInput("variable"));
    ExampleGraphs.assertRefused(directory, meta, OWN_CHOOSING);
  }

  @Test
  void a_function_that_reads_another_argument_is_refused() throws IOException {
    MetaGraphDef.Builder meta = model(Form.VARIABLE);
    meta.getGraphDefBuilder()
        .getLibraryBuilder()
        .getFunctionBuilder(0)
        .getNodeDefBuilder(0)
        .setInput(1, "table");
    ExampleGraphs.assertRefused(directory, meta, OWN_CHOOSING);
  }

  @Test
  void a_request_may_not_read_a_vocabulary() throws IOException {
    MetaGraphDef.Builder meta = model(Form.CONSTANT);
    nodeOf(meta, "y").addInput("^read");
    ExampleGraphs.assertRefused(
        directory, meta, "InitializeTableFromTextFileV2", "would run with a request");
  }

  /** Its usual output has no type and cannot be requested. */
  @Test
  void an_initialiser_that_a_client_could_request_is_refused() throws IOException {
    MetaGraphDef.Builder meta = model(Form.CONSTANT);
    meta.getGraphDefBuilder().addNode(node("typed", "Const").addInput("^read"));
    meta.putSignatureDef(
        "__saved_model_init_op",
        SignatureDef.newBuilder()
            .putOutputs(
                "__saved_model_init_op",
                TensorInfo.newBuilder().setName("typed:0").setDtype(DataType.DT_FLOAT).build())
            .build());
    ExampleGraphs.assertRefused(directory, meta, "would run with a request");
  }

  @Test
  void restoring_may_not_read_a_vocabulary() throws IOException {
    MetaGraphDef.Builder meta = model(Form.CONSTANT);
    meta.getGraphDefBuilder().addNode(node("restore_all", "NoOp").addInput("^read"));
    meta.getSaverDefBuilder().setFilenameTensorName("f:0").setRestoreOpName("restore_all");
    ExampleGraphs.assertRefused(directory, meta, "while variables are restored");
  }

  private static NodeDef.Builder nodeOf(MetaGraphDef.Builder meta, String name) {
    return meta.getGraphDefBuilder().getNodeBuilderList().stream()
        .filter(node -> node.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static MetaGraphDef.Builder model(Form form) {
    MetaGraphDef.Builder meta = HandMadeModel.empty();
    GraphDef.Builder graph = meta.getGraphDefBuilder();
    graph.setVersions(VersionDef.newBuilder().setProducer(HandMadeModel.PRODUCER));
    AttrValue any =
        AttrValue.newBuilder().setShape(TensorShapeProto.newBuilder().setUnknownRank(true)).build();
    graph
        .addNode(
            node("x", "Placeholder")
                .putAttr("dtype", type(DataType.DT_STRING))
                .putAttr("shape", any))
        .addNode(
            HandMadeModel.constant(
                "unknown",
                DataType.DT_INT64,
                TensorProto.newBuilder().addInt64Val(-1).setTensorShape(HandMadeModel.shape())))
        .addNode(
            HandMadeModel.constant(
                "file",
                DataType.DT_STRING,
                TensorProto.newBuilder()
                    .addStringVal(ByteString.copyFromUtf8("/where/it/was/written"))
                    .setTensorShape(HandMadeModel.shape())))
        .addNode(
            node("table", "HashTableV2")
                .putAttr("key_dtype", type(DataType.DT_STRING))
                .putAttr("value_dtype", type(DataType.DT_INT64))
                .putAttr("shared_name", text("words")))
        .addNode(
            node("y", "LookupTableFindV2", "table", "x", "unknown")
                .putAttr("Tin", type(DataType.DT_STRING))
                .putAttr("Tout", type(DataType.DT_INT64)));
    if (form == Form.CONSTANT) {
      graph.addNode(reading("table", "file"));
      graph.addNode(node("initialised", "NoOp", "^read"));
    } else {
      throughAVariable(graph);
    }
    meta.putCollectionDef(
        "saved_model_main_op",
        CollectionDef.newBuilder()
            .setNodeList(CollectionDef.NodeList.newBuilder().addValue("initialised"))
            .build());
    meta.addAssetFileDefBuilder().setFilename("words.txt").getTensorInfoBuilder().setName("file:0");
    meta.putSignatureDef(
        "serving_default",
        SignatureDef.newBuilder()
            .setMethodName("tensorflow/serving/predict")
            .putInputs("x", info("x:0", DataType.DT_STRING))
            .putOutputs("y", info("y:0", DataType.DT_INT64))
            .build());
    return meta;
  }

  private static void throughAVariable(GraphDef.Builder graph) {
    graph
        .addNode(
            node("variable", "VarHandleOp")
                .putAttr("dtype", type(DataType.DT_STRING))
                .putAttr("shape", AttrValue.newBuilder().setShape(HandMadeModel.shape()).build())
                .putAttr("shared_name", text("path")))
        .addNode(
            node("assigned", "AssignVariableOp", "variable", "file")
                .putAttr("dtype", type(DataType.DT_STRING)))
        .addNode(
            node("value", "ReadVariableOp", "variable", "^assigned")
                .putAttr("dtype", type(DataType.DT_STRING)))
        .addNode(
            ExampleGraphs.call("reading").toBuilder()
                .setName("called")
                .setOp("StatefulPartitionedCall")
                .addInput("value")
                .addInput("table")
                .putAttr("Tin", types(DataType.DT_STRING, DataType.DT_RESOURCE))
                .putAttr("Tout", types()))
        .addNode(node("initialised", "NoOp", "^called"));
    FunctionDef.Builder function = FunctionDef.newBuilder().addNodeDef(reading("handle", "path"));
    function
        .getSignatureBuilder()
        .setName("reading")
        .setIsStateful(true)
        .addInputArg(OpDef.ArgDef.newBuilder().setName("path").setType(DataType.DT_STRING))
        .addInputArg(OpDef.ArgDef.newBuilder().setName("handle").setType(DataType.DT_RESOURCE))
        .addControlOutput("done");
    function.putControlRet("done", "read");
    graph.getLibraryBuilder().addFunction(function);
  }

  private static NodeDef reading(String table, String file) {
    return node("read", "InitializeTableFromTextFileV2", table, file)
        .putAttr("key_index", AttrValue.newBuilder().setI(-2).build())
        .putAttr("value_index", AttrValue.newBuilder().setI(-1).build())
        .build();
  }

  private static AttrValue text(String text) {
    return AttrValue.newBuilder().setS(ByteString.copyFromUtf8(text)).build();
  }

  private static AttrValue types(DataType... types) {
    return AttrValue.newBuilder()
        .setList(AttrValue.ListValue.newBuilder().addAllType(List.of(types)))
        .build();
  }

  private static TensorInfo info(String name, DataType type) {
    return TensorInfo.newBuilder()
        .setName(name)
        .setDtype(type)
        .setTensorShape(HandMadeModel.shape(-1))
        .build();
  }
}
