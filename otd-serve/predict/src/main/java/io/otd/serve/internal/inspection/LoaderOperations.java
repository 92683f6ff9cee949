// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.tensorflow.proto.CollectionDef;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.OpDef;
import org.tensorflow.proto.SaverDef;
import org.tensorflow.proto.SignatureDef;

/**
 * The operations that touch files. Nothing that a request or an initialiser runs may save or
 * restore variables; restoring may need only {@code RestoreV2}, reading from the file that the
 * loader names. Initialisers alone may read the model's assets.
 *
 * @param meta the model
 * @param graph its nodes
 * @param refusal what is wrong
 */
record LoaderOperations(MetaGraphDef meta, GraphNodes graph, Refusal refusal) {
  /** Reads variables from files. */
  static final String RESTORE = "RestoreV2";

  /** The signature whose output the loader runs once; clients cannot request it. */
  private static final String INITIALISER = "__saved_model_init_op";

  private static final Set<String> FILES =
      Stream.concat(
              AllowedOperations.OF_THE_LOADER.stream(), Stream.of(AllowedOperations.ASSET_READER))
          .collect(Collectors.toUnmodifiableSet());

  /**
   * Checks all of them.
   *
   * @param assets that initialisers may read
   */
  void require(AssetFiles assets) throws RefusedModelException {
    requireNone(FILES, needed(requested()), "would run with a request");
    Collection<NodeDef> initialisers = needed(initialisers());
    requireNone(AllowedOperations.OF_THE_LOADER, initialisers, "would run with a request");
    new AssetReads(graph, refusal).require(initialisers, AssetPaths.in(meta.getGraphDef(), assets));
    requireRestoring();
  }

  private List<NodeDef> needed(Collection<String> tensors) {
    return graph.needed(tensors);
  }

  private void requireRestoring() throws RefusedModelException {
    SaverDef saver = meta.getSaverDef();
    if (saver.getRestoreOpName().isEmpty()) {
      return;
    }
    String file = TensorNames.node(saver.getFilenameTensorName());
    for (NodeDef node : needed(List.of(saver.getRestoreOpName()))) {
      requireFile(node, readsFrom(node, file));
      for (String name : GraphNodes.called(node)) {
        requireRestoring(node, graph.function(name), file);
      }
    }
  }

  /** The nodes and everything in the functions that they call, and those call. */
  private void requireNone(Set<String> operations, Collection<NodeDef> nodes, String when)
      throws RefusedModelException {
    for (NodeDef node : graph.withCalled(nodes)) {
      if (operations.contains(node.getOp())) {
        throw refusal.because(
            "operation %s (node \"%s\") %s".formatted(node.getOp(), node.getName(), when));
      }
    }
  }

  /** A function that restores, as TensorFlow 2 writes it: it is given the name of the file. */
  private void requireRestoring(NodeDef call, @Nullable FunctionDef function, String file)
      throws RefusedModelException {
    if (function == null) {
      return;
    }
    Set<String> given = new HashSet<>();
    List<OpDef.ArgDef> arguments = function.getSignature().getInputArgList();
    for (int i = 0; i < Math.min(arguments.size(), call.getInputCount()); i++) {
      if (isFile(call.getInput(i), file)) {
        given.add(arguments.get(i).getName());
      }
    }
    for (NodeDef node : function.getNodeDefList()) {
      requireFile(node, node.getInputCount() > 0 && given.contains(node.getInput(0)));
      for (String name : GraphNodes.called(node)) {
        FunctionDef called = graph.function(name);
        if (called != null) {
          requireNone(FILES, called.getNodeDefList(), "would run while variables are restored");
        }
      }
    }
  }

  private void requireFile(NodeDef node, boolean loaders) throws RefusedModelException {
    boolean restore = node.getOp().equals(RESTORE);
    if (FILES.contains(node.getOp()) && !restore) {
      throw refusal.because(
          "operation %s (node \"%s\") would run while variables are restored"
              .formatted(node.getOp(), node.getName()));
    }
    if (restore && !loaders) {
      throw refusal.because(
          "operation %s (node \"%s\") reads a file of its own choosing"
              .formatted(node.getOp(), node.getName()));
    }
  }

  private boolean readsFrom(NodeDef restore, String file) {
    return restore.getInputCount() > 0 && isFile(restore.getInput(0), file);
  }

  /**
   * The loader feeds the tensor that the saver names, so its replacement does not matter as long as
   * it has one output: TensorFlow 1 has a constant there, TensorFlow 2 a placeholder.
   */
  private boolean isFile(String tensor, String file) {
    NodeDef source = graph.node(file);
    return TensorNames.node(tensor).equals(file)
        && source != null
        && (source.getOp().equals("Const") || source.getOp().startsWith("Placeholder"));
  }

  /** Everything that requests name: of the initialiser's signature, what a client could fetch. */
  private Collection<String> requested() {
    List<String> names = new ArrayList<>();
    meta.getSignatureDefMap()
        .forEach(
            (name, signature) ->
                signature.getOutputsMap().values().stream()
                    .filter(o -> !name.equals(INITIALISER) || o.getDtype() != DataType.DT_INVALID)
                    .forEach(o -> names.add(TensorNames.node(o.getName()))));
    return names;
  }

  /** Everything that initialisers name. */
  private Collection<String> initialisers() {
    List<String> names = new ArrayList<>();
    SignatureDef signature =
        meta.getSignatureDefOrDefault(INITIALISER, SignatureDef.getDefaultInstance());
    signature.getOutputsMap().values().forEach(o -> names.add(TensorNames.node(o.getName())));
    for (CollectionDef collection : meta.getCollectionDefMap().values()) {
      collection.getNodeList().getValueList().forEach(n -> names.add(TensorNames.node(n)));
      collection.getBytesList().getValueList().stream()
          .filter(ByteString::isValidUtf8)
          .forEach(n -> names.add(n.toStringUtf8()));
    }
    return names;
  }
}
