package io.otd.serve.inspection;

import com.google.protobuf.ByteString;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tensorflow.proto.CollectionDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.SaverDef;
import org.tensorflow.proto.SignatureDef;

/**
 * The operations that save and restore variables. Nothing that a request or an initialiser runs may
 * need one; restoring may need only {@code RestoreV2}, reading from the file that the loader names.
 */
final class LoaderOperations {
  private static final String RESTORE = "RestoreV2";

  private final MetaGraphDef meta;
  private final Refusal refusal;
  private final Map<String, NodeDef> nodes = new HashMap<>();

  LoaderOperations(MetaGraphDef meta, Refusal refusal) {
    this.meta = meta;
    this.refusal = refusal;
    meta.getGraphDef().getNodeList().forEach(node -> nodes.put(node.getName(), node));
  }

  void require() throws RefusedModelException {
    for (NodeDef node : needed(run())) {
      if (AllowedOperations.OF_THE_LOADER.contains(node.getOp())) {
        throw refusal.because(
            "operation %s (node \"%s\") would run with a request"
                .formatted(node.getOp(), node.getName()));
      }
    }
    SaverDef saver = meta.getSaverDef();
    if (saver.getRestoreOpName().isEmpty()) {
      return;
    }
    String file = TensorNames.node(saver.getFilenameTensorName());
    for (NodeDef node : needed(List.of(saver.getRestoreOpName()))) {
      boolean restore = node.getOp().equals(RESTORE);
      if (AllowedOperations.OF_THE_LOADER.contains(node.getOp()) && !restore) {
        throw refusal.because(
            "operation %s (node \"%s\") would run while variables are restored"
                .formatted(node.getOp(), node.getName()));
      }
      if (restore && !readsFrom(node, file)) {
        throw refusal.because(
            "operation %s (node \"%s\") reads a file of its own choice"
                .formatted(node.getOp(), node.getName()));
      }
    }
  }

  private boolean readsFrom(NodeDef restore, String file) {
    NodeDef source = nodes.get(file);
    return restore.getInputCount() > 0
        && TensorNames.node(restore.getInput(0)).equals(file)
        && source != null
        && source.getOp().startsWith("Placeholder");
  }

  /** Everything that requests and initialisers name. */
  private Collection<String> run() {
    List<String> names = new ArrayList<>();
    for (SignatureDef signature : meta.getSignatureDefMap().values()) {
      signature.getOutputsMap().values().forEach(o -> names.add(TensorNames.node(o.getName())));
    }
    for (CollectionDef collection : meta.getCollectionDefMap().values()) {
      collection.getNodeList().getValueList().forEach(n -> names.add(TensorNames.node(n)));
      collection.getBytesList().getValueList().stream()
          .filter(ByteString::isValidUtf8)
          .forEach(n -> names.add(n.toStringUtf8()));
    }
    return names;
  }

  private List<NodeDef> needed(Collection<String> roots) {
    Set<String> seen = new HashSet<>();
    List<NodeDef> needed = new ArrayList<>();
    Deque<String> open = new ArrayDeque<>(roots);
    while (!open.isEmpty()) {
      String name = open.pop();
      NodeDef node = nodes.get(name);
      if (node != null && seen.add(name)) {
        needed.add(node);
        node.getInputList().forEach(input -> open.push(TensorNames.node(input)));
      }
    }
    return needed;
  }
}
