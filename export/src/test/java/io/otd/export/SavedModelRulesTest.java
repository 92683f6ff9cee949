// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.schema.NumericInput;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tensorflow.SavedModelBundle;
import org.tensorflow.Tensor;
import org.tensorflow.TensorFlow;
import org.tensorflow.exceptions.TFInvalidArgumentException;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.OpDef;
import org.tensorflow.proto.SaverDef;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.VariableDef;

/** The rules on which TensorFlow Serving and its clients rely, one test per group. */
class SavedModelRulesTest {
  private static final Set<DataType> TYPES =
      Set.of(DataType.DT_FLOAT, DataType.DT_INT64, DataType.DT_STRING);

  private static ExportedModels models;

  @BeforeAll
  static void export() {
    models = new ExportedModels();
  }

  @AfterAll
  static void close() {
    models.close();
  }

  /** S01 to S03. */
  @ParameterizedTest
  @EnumSource(TestModels.class)
  void the_directory_holds_the_model_and_nothing_else(TestModels fixture) throws IOException {
    Path directory = models.directory(fixture);

    assertThat(directory.getFileName().toString()).isEqualTo("1");
    assertThat(models.files(fixture))
        .containsExactlyInAnyOrder(
            "saved_model.pb",
            "variables/variables.index",
            "variables/variables.data-00000-of-00001",
            "assets.extra/otd-light.bin",
            "assets.extra/otd.json",
            "assets.extra/tf_serving_warmup_requests");
    try (Stream<Path> base = Files.list(directory.resolveSibling("."))) {
      assertThat(base.map(p -> p.getFileName().toString())).containsExactly("1");
    }
  }

  /** S04, S05, S09. */
  @ParameterizedTest
  @EnumSource(TestModels.class)
  void there_is_a_single_graph_with_plainly_named_signatures(TestModels fixture)
      throws IOException {
    assertThat(models.savedModel(fixture).getSavedModelSchemaVersion()).isEqualTo(1);
    assertThat(models.savedModel(fixture).getMetaGraphsCount()).isEqualTo(1);
    MetaGraphDef meta = models.meta(fixture);
    assertThat(meta.getMetaInfoDef().getTagsList()).containsExactly("serve");
    assertThat(meta.getSignatureDefMap().keySet())
        .containsExactlyInAnyOrder(
            "serving_default", "sample", "probability", "draw", "parts", "by_name");
    for (SignatureDef signature : meta.getSignatureDefMap().values()) {
      assertThat(signature.getMethodName()).isEqualTo("tensorflow/serving/predict");
      assertThat(signature.getDefaultsMap()).isEmpty();
      assertThat(signature.getInputsMap()).isNotEmpty();
      assertThat(signature.getOutputsMap()).isNotEmpty();
      assertThat(GraphParts.names(signature))
          .allMatch(name -> name.matches("[A-Za-z_][A-Za-z0-9_]*"));
      assertThat(GraphParts.names(signature)).noneMatch(name -> name.endsWith("_bytes"));
    }
  }

  /** S06 to S08. */
  @ParameterizedTest
  @EnumSource(TestModels.class)
  void every_tensor_declares_its_type_and_shape_with_the_batch_dimension_first(TestModels fixture)
      throws IOException {
    MetaGraphDef meta = models.meta(fixture);
    SavedModelBundle bundle = models.loaded(fixture);
    for (SignatureDef signature : meta.getSignatureDefMap().values()) {
      for (TensorInfo info : GraphParts.tensors(signature)) {
        assertThat(info.hasTensorShape()).isTrue();
        List<Long> stated =
            info.getTensorShape().getDimList().stream().map(d -> d.getSize()).toList();
        assertThat(stated.get(0)).isEqualTo(-1);
        assertThat(stated.subList(1, stated.size())).allMatch(size -> size > 0);
        assertThat(TYPES).contains(info.getDtype());
        var output = bundle.graph().operation(info.getName().replace(":0", "")).output(0);
        assertThat(output.dataType().getNumber()).isEqualTo(info.getDtype().getNumber());
        assertThat(output.shape().numDimensions()).isEqualTo(stated.size());
      }
    }
  }

  /** S10, S11. */
  @ParameterizedTest
  @EnumSource(TestModels.class)
  @Tag("long")
  void every_variable_is_restored_by_the_saver(TestModels fixture) throws IOException {
    MetaGraphDef meta = models.meta(fixture);
    SaverDef saver = meta.getSaverDef();
    Map<String, NodeDef> nodes =
        meta.getGraphDef().getNodeList().stream()
            .collect(Collectors.toMap(NodeDef::getName, n -> n));

    assertThat(saver.getVersion()).isEqualTo(SaverDef.CheckpointFormatVersion.V2);
    assertThat(nodes)
        .containsKeys(
            saver.getRestoreOpName(),
            saver.getFilenameTensorName().replace(":0", ""),
            saver.getSaveTensorName().replace(":0", ""));
    assertThat(GraphParts.operations(meta)).contains("SaveV2", "MergeV2Checkpoints", "RestoreV2");
    Set<String> variables =
        nodes.values().stream()
            .filter(n -> n.getOp().equals("VarHandleOp"))
            .map(NodeDef::getName)
            .collect(Collectors.toSet());
    Set<String> assigned =
        nodes.get(saver.getRestoreOpName()).getInputList().stream()
            .map(input -> nodes.get(input.substring(1)))
            .map(assign -> assign.getInput(0))
            .collect(Collectors.toSet());
    assertThat(assigned).isEqualTo(variables).hasSizeGreaterThan(1);
  }

  /** Saving a loaded model gives the same files. */
  @ParameterizedTest
  @EnumSource(TestModels.class)
  void saving_a_restored_model_writes_identical_variables(TestModels fixture, @TempDir Path copies)
      throws IOException {
    SaverDef saver = models.meta(fixture).getSaverDef();
    SavedModelBundle bundle = models.loaded(fixture);
    try (Tensor file =
        org.tensorflow.types.TString.scalarOf(copies.resolve("variables").toString())) {
      bundle
          .session()
          .runner()
          .feed(saver.getFilenameTensorName(), file)
          .addTarget(saver.getSaveTensorName().replace(":0", ""))
          .run()
          .close();
    }
    Path data = Path.of("variables.data-00000-of-00001");
    assertThat(copies.resolve(data))
        .hasSameBinaryContentAs(models.directory(fixture).resolve("variables").resolve(data));
  }

  /** S12 to S16. */
  @ParameterizedTest
  @EnumSource(TestModels.class)
  void the_graph_holds_only_stock_operations_for_inference(TestModels fixture) throws IOException {
    MetaGraphDef meta = models.meta(fixture);

    assertThat(GraphParts.operations(meta))
        .noneMatch(op -> op.contains("Xla") || op.contains("Grad") || op.contains("Apply"))
        .noneMatch(op -> op.contains("Summary") || op.contains("Queue") || op.contains("Print"))
        .noneMatch(op -> op.contains("Random") && !op.startsWith("Stateless"));
    for (NodeDef node : GraphParts.allNodes(meta)) {
      assertThat(node.getDevice()).isEmpty();
      assertThat(node.getAttrMap().keySet()).noneMatch(name -> name.startsWith("_"));
      assertThat(node.getAttrMap()).doesNotContainEntry("debug_name", string(""));
    }
    assertThat(meta.getGraphDef().getVersions().getProducer()).isPositive();
    assertThat(meta.getGraphDef().getVersions().getMinConsumer()).isLessThanOrEqualTo(12);
    assertThat(meta.getMetaInfoDef().getStrippedDefaultAttrs()).isTrue();
    Map<String, OpDef> registered =
        TensorFlow.registeredOpList().getOpList().stream()
            .collect(Collectors.toMap(OpDef::getName, op -> op));
    for (NodeDef node : GraphParts.allNodes(meta)) {
      for (OpDef.AttrDef attribute : registered.get(node.getOp()).getAttrList()) {
        if (attribute.hasDefaultValue()) {
          assertThat(node.getAttrMap().get(attribute.getName()))
              .isNotEqualTo(attribute.getDefaultValue());
        }
      }
    }
  }

  /** S13, S17: only placeholders that a signature or the saver declares. */
  @ParameterizedTest
  @EnumSource(TestModels.class)
  void every_placeholder_is_declared(TestModels fixture) throws IOException {
    MetaGraphDef meta = models.meta(fixture);
    Set<String> declared = new HashSet<>();
    declared.add(meta.getSaverDef().getFilenameTensorName());
    for (SignatureDef signature : meta.getSignatureDefMap().values()) {
      signature.getInputsMap().values().forEach(info -> declared.add(info.getName()));
    }

    assertThat(
            meta.getGraphDef().getNodeList().stream()
                .filter(n -> n.getOp().startsWith("Placeholder"))
                .map(n -> n.getName() + ":0"))
        .containsExactlyInAnyOrderElementsOf(declared);
  }

  /** A loader that freezes the graph finds the variables there. */
  @ParameterizedTest
  @EnumSource(TestModels.class)
  void every_variable_is_listed_with_its_read_and_assign_ops(TestModels fixture) throws Exception {
    MetaGraphDef meta = models.meta(fixture);
    Map<String, NodeDef> nodes = new LinkedHashMap<>();
    meta.getGraphDef().getNodeList().forEach(node -> nodes.put(node.getName(), node));
    List<String> listed = new ArrayList<>();
    for (ByteString bytes :
        meta.getCollectionDefOrThrow("variables").getBytesList().getValueList()) {
      VariableDef variable = VariableDef.parseFrom(bytes);
      assertThat(variable.getIsResource()).isTrue();
      String handle = variable.getVariableName().replace(":0", "");
      listed.add(handle);
      NodeDef read = nodes.get(variable.getSnapshotName().replace(":0", ""));
      assertThat(read.getOp()).isEqualTo("ReadVariableOp");
      assertThat(read.getInput(0)).isEqualTo(handle);
      NodeDef set = nodes.get(variable.getInitializerName());
      assertThat(set.getOp()).isEqualTo("AssignVariableOp");
      assertThat(set.getInput(0)).isEqualTo(handle);
    }
    assertThat(listed)
        .isNotEmpty()
        .containsExactlyElementsOf(
            nodes.values().stream()
                .filter(node -> node.getOp().equals("VarHandleOp"))
                .map(NodeDef::getName)
                .toList());
  }

  /** S18, S19, S20. */
  @ParameterizedTest
  @EnumSource(TestModels.class)
  void constants_are_small_and_readable_and_all_used_operations_are_listed(TestModels fixture)
      throws IOException {
    MetaGraphDef meta = models.meta(fixture);
    for (NodeDef node : GraphParts.allNodes(meta)) {
      if (node.containsAttr("value")) {
        TensorProto tensor = node.getAttrOrThrow("value").getTensor();
        assertThat(tensor.getSerializedSize()).isLessThan(1 << 20);
        if (tensor.getDtype() == DataType.DT_STRING) {
          assertThat(tensor.getTensorContent()).isEqualTo(ByteString.EMPTY);
          assertThat(tensor.getStringValList())
              .noneMatch(text -> text.toStringUtf8().startsWith("/"));
        }
      }
    }
    assertThat(meta.getMetaInfoDef().getTensorflowVersion()).isEqualTo(TensorFlow.version());
    assertThat(meta.getMetaInfoDef().getStrippedOpList().getOpList().stream().map(OpDef::getName))
        .containsExactlyInAnyOrderElementsOf(GraphParts.operations(meta));
  }

  /** S21, S24, S28: any number of rows, including none. */
  @ParameterizedTest
  @EnumSource(TestModels.class)
  void every_signature_returns_one_entry_per_row(TestModels fixture) throws IOException {
    MetaGraphDef meta = models.meta(fixture);
    List<PredictRequest> requests = models.warmup(fixture);
    SavedModelBundle bundle = models.loaded(fixture);
    for (PredictRequest request : requests) {
      SignatureDef signature =
          meta.getSignatureDefOrThrow(request.getModelSpec().getSignatureName());
      for (int rows : new int[] {0, 1, 3, 8}) {
        if (rows <= RequestTensors.rows(request)) {
          SignatureRuns.run(bundle, signature, RequestTensors.of(request, rows), rows);
        }
      }
    }
  }

  /**
   * Inputs that TensorFlow would broadcast, cut or read in another order: of a matrix of numbers,
   * and of columns of numbers and texts. The network behind them does not matter.
   */
  @ParameterizedTest
  @EnumSource(names = {"EULER", "MIXED"})
  void a_tensor_of_the_wrong_shape_is_rejected_by_name(TestModels fixture) throws IOException {
    SavedModelBundle bundle = models.loaded(fixture);
    for (SignatureDef signature : models.meta(fixture).getSignatureDefMap().values()) {
      for (TensorInfo input : signature.getInputsMap().values()) {
        for (long[] shape : RequestTensors.otherShapes(input)) {
          assertThatThrownBy(() -> SignatureRuns.feed(bundle, signature, input, shape))
              .isInstanceOf(TFInvalidArgumentException.class)
              .hasMessageContaining("tensor _arg_" + input.getName().replace(":0", "_0"))
              .hasMessageContaining(Arrays.toString(shape).replace(" ", ""));
        }
        if (signature.getInputsCount() > 1) {
          for (int rows : new int[] {1, 3}) {
            AbstractThrowableAssert<?, ?> refused =
                assertThatThrownBy(
                        () ->
                            SignatureRuns.feed(
                                bundle, signature, input, SignatureRuns.shape(input, rows)))
                    .isInstanceOf(TFInvalidArgumentException.class);
            for (String key : List.of("threshold", "seed")) {
              if (input.getName().endsWith("_" + key + ":0")) {
                refused.hasMessageContaining(key + "_beside_rows");
              }
            }
          }
        }
      }
    }
  }

  /** S27: a hostile neighbour changes nothing. */
  @ParameterizedTest
  @EnumSource(value = TestModels.class, mode = EnumSource.Mode.EXCLUDE, names = "TEXTS")
  void rows_are_independent_of_one_another(TestModels fixture) throws IOException {
    float[][] rows = fixture.rows(4);
    List<List<String>> texts = fixture.texts(4);
    boolean refused =
        fixture.model().schema().numeric().stream().noneMatch(NumericInput::mayBeMissing);
    SavedModelBundle bundle = models.loaded(fixture);
    for (String output : List.of("mean", "std", "quantiles")) {
      float[] quiet = SignatureRuns.summary(bundle, rows, texts, output);
      int each = quiet.length / rows.length;
      for (float bad : new float[] {Float.NaN, Float.POSITIVE_INFINITY, 3e38f}) {
        float[][] disturbed = {rows[0], rows[1].clone(), rows[2], rows[3]};
        Arrays.fill(disturbed[1], bad);
        float[] loud = SignatureRuns.summary(bundle, disturbed, texts, output);
        for (int i = 0; i < loud.length; i++) {
          if (i / each != 1) {
            assertThat(loud[i]).isEqualTo(quiet[i]);
          } else if (Float.isNaN(bad) && refused) {
            assertThat(loud[i]).isNaN();
          }
        }
      }
    }
  }

  /** S30. */
  @ParameterizedTest
  @EnumSource(TestModels.class)
  void the_warmup_file_contains_runnable_requests(TestModels fixture) throws IOException {
    MetaGraphDef meta = models.meta(fixture);
    List<PredictRequest> requests = models.warmup(fixture);

    assertThat(requests).hasSizeBetween(1, 1000);
    assertThat(requests.stream().map(r -> r.getModelSpec().getSignatureName()).distinct())
        .containsExactlyInAnyOrderElementsOf(meta.getSignatureDefMap().keySet());
    assertThat(requests.stream().map(RequestTensors::rows).distinct()).contains(1, 2, 4, 8, 16, 32);
    SavedModelBundle bundle = models.loaded(fixture);
    for (PredictRequest request : requests) {
      SignatureDef signature =
          meta.getSignatureDefOrThrow(request.getModelSpec().getSignatureName());
      assertThat(request.getInputsMap().keySet()).isEqualTo(signature.getInputsMap().keySet());
      SignatureRuns.run(
          bundle,
          signature,
          RequestTensors.of(request, RequestTensors.rows(request)),
          RequestTensors.rows(request));
    }
  }

  /** S32. */
  @ParameterizedTest
  @EnumSource(TestModels.class)
  void no_file_reveals_the_machine_it_was_written_on(TestModels fixture) throws IOException {
    String host = InetAddress.getLocalHost().getHostName();
    Path directory = models.directory(fixture);
    for (String name : models.files(fixture)) {
      String bytes = Files.readString(directory.resolve(name), StandardCharsets.ISO_8859_1);
      assertThat(bytes).doesNotContain(directory.toString(), System.getProperty("user.home") + "/");
      if (host.length() > 5) {
        assertThat(bytes).doesNotContain(host);
      }
    }
  }

  private static AttrValue string(String text) {
    return AttrValue.newBuilder().setS(ByteString.copyFromUtf8(text)).build();
  }
}
