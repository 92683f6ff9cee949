// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.RegularFiles;
import io.otd.core.internal.savedmodel.ServingNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.SavedModel;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;

/**
 * Reads a SavedModel without running anything, and rejects one that could do more than compute.
 *
 * <p>Operations must be on a list. Files are touched only by the operations that save and restore
 * variables, and by those that fill lookup tables: they may not be needed by any signature, what is
 * restored must be the file that the loader names, and tables are filled from the model's own
 * assets. Sizes are bounded.
 */
public final class GraphInspection {
  private static final String FINGERPRINT = "fingerprint.pb";

  private final Path directory;
  private final InspectionLimits limits;
  private final MetaGraphDef meta;
  private final GraphNodes graph;

  private GraphInspection(Path directory, InspectionLimits limits, MetaGraphDef meta) {
    this.directory = directory;
    this.limits = limits;
    this.meta = meta;
    graph = new GraphNodes(meta.getGraphDef());
  }

  /**
   * Inspects a model.
   *
   * @param limits how large it may be
   * @return its signatures, and otd's description
   * @throws RefusedModelException naming the operation, if it could do more than compute, or the
   *     size, if it is too large
   * @throws InvalidFileException if it is truncated or no SavedModel for serving, or a file of it
   *     is missing or truncated
   * @throws IOException if it cannot be read
   */
  public static InspectedModel inspect(Path directory, InspectionLimits limits) throws IOException {
    MetaGraphDef meta = read(directory, limits);
    GraphInspection inspection = new GraphInspection(directory, limits, meta);
    inspection.run();
    return InspectedModel.of(
        meta, inspection.graph, OtdDescription.of(directory, meta.getSignatureDefMap()));
  }

  private static MetaGraphDef read(Path directory, InspectionLimits limits) throws IOException {
    Path file = directory.resolve(ServingNames.MODEL_FILE);
    long size = RegularFiles.size(file);
    if (size > limits.graphBytes()) {
      throw new RefusedModelException(
          directory,
          "%s of %s bytes (expected: at most %s)"
              .formatted(ServingNames.MODEL_FILE, size, limits.graphBytes()));
    }
    SavedModel model;
    try {
      model = SavedModel.parseFrom(Files.readAllBytes(file));
    } catch (InvalidProtocolBufferException e) {
      throw new InvalidFileException(file, "truncated, or not a SavedModel: " + e.getMessage(), e);
    }
    // TensorFlow loads the first whose tags are the wanted ones as a set: a repeated tag counts
    // once.
    Set<ByteString> tag = Set.of(ByteString.copyFromUtf8(ServingNames.TAG));
    return model.getMetaGraphsList().stream()
        .filter(m -> new HashSet<>(m.getMetaInfoDef().getTagsList().asByteStringList()).equals(tag))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidFileException(
                    file,
                    "truncated, or no graph with the tag \"%s\" alone"
                        .formatted(ServingNames.TAG)));
  }

  private void run() throws IOException {
    requireFiles();
    requireVariablesWithinLimits();
    long nodes = graph.all().count();
    if (nodes > limits.nodes()) {
      throw refused("%s nodes (expected: at most %s)".formatted(nodes, limits.nodes()));
    }
    requireAllowed(meta.getGraphDef());
    Set<String> endless = graph.endless();
    if (!endless.isEmpty()) {
      throw refused("function \"%s\" calls itself".formatted(endless.iterator().next()));
    }
    new TensorSizes(limits, this::refused).require(graph);
    new LoaderOperations(meta, graph, this::refused).require(new AssetFiles(directory, meta));
    VariableFiles.requireWhole(directory, meta, graph);
    requireSignatures();
  }

  /** What TensorFlow reads besides the graph and the variables. */
  private void requireFiles() throws IOException {
    Path fingerprint = directory.resolve(FINGERPRINT);
    if (RegularFiles.isPresent(fingerprint)) {
      long unused = RegularFiles.size(fingerprint);
    }
    new AssetFiles(directory, meta).require(limits.variableBytes(), this::refused);
  }

  private void requireVariablesWithinLimits() throws IOException {
    Path variables = directory.resolve(ServingNames.VARIABLES_DIRECTORY);
    if (!Files.isDirectory(variables)) {
      return;
    }
    long total = 0;
    try (Stream<Path> files = Files.list(variables)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        total += Files.size(file);
      }
    }
    if (total > limits.variableBytes()) {
      throw refused(
          "%s bytes of variables (expected: at most %s)".formatted(total, limits.variableBytes()));
    }
  }

  private void requireAllowed(GraphDef graph) throws RefusedModelException {
    Set<String> allowed = new HashSet<>(AllowedOperations.load());
    allowed.addAll(AllowedOperations.OF_THE_LOADER);
    allowed.add(AllowedOperations.ASSET_READER);
    for (NodeDef node : graph.getNodeList()) {
      requireAllowed(allowed, node, "node \"%s\"".formatted(node.getName()));
    }
    for (FunctionDef function : graph.getLibrary().getFunctionList()) {
      String name = function.getSignature().getName();
      for (NodeDef node : function.getNodeDefList()) {
        requireAllowed(
            allowed, node, "node \"%s\" of function \"%s\"".formatted(node.getName(), name));
      }
    }
  }

  private void requireAllowed(Set<String> allowed, NodeDef node, String place)
      throws RefusedModelException {
    if (!allowed.contains(node.getOp())) {
      throw refused(
          "operation %s (%s) is not on the list of operations that only compute"
              .formatted(node.getOp(), place));
    }
    // TensorFlow frees nested lists recursively: enough levels exhaust the stack.
    AttrValue element = node.getAttrOrDefault("element_dtype", AttrValue.getDefaultInstance());
    if (element.getType() == DataType.DT_VARIANT || element.hasPlaceholder()) {
      throw refused(
          "operation %s (%s) is of lists in a list (expected: lists of numbers or strings)"
              .formatted(node.getOp(), place));
    }
  }

  private void requireSignatures() throws InvalidFileException {
    for (Map.Entry<String, SignatureDef> signature : meta.getSignatureDefMap().entrySet()) {
      Map<String, TensorInfo> all = new TreeMap<>(signature.getValue().getInputsMap());
      all.putAll(signature.getValue().getOutputsMap());
      for (Map.Entry<String, TensorInfo> tensor : all.entrySet()) {
        if (tensor.getValue().getEncodingCase() != TensorInfo.EncodingCase.NAME) {
          continue; // Sparse, for example: kept here, and rejected when requested.
        }
        if (graph.node(tensor.getValue().getName()) == null) {
          throw new InvalidFileException(
              directory.resolve(ServingNames.MODEL_FILE),
              "signature %s: %s is at \"%s\", which is not in the graph"
                  .formatted(signature.getKey(), tensor.getKey(), tensor.getValue().getName()));
        }
      }
    }
  }

  private RefusedModelException refused(String reason) {
    return new RefusedModelException(directory, reason);
  }
}
