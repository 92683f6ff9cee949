// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.SignatureDef;

/**
 * The variables and tables that a model's signatures read, and that loading must have filled.
 *
 * @param graph a {@code tensorflow.GraphDef} of their nodes alone; empty if there are none, or a
 *     signature fills one itself
 */
public record ModelState(ByteString graph) {
  /** No variables, no tables. */
  public static final ModelState NONE = new ModelState(ByteString.EMPTY);

  private static final Set<String> HELD =
      Set.of("VarHandleOp", "Variable", "VariableV2", "HashTableV2");
  private static final Set<String> FILLS =
      Set.of("Assign", "AssignVariableOp", "InitializeTableV2", "LookupTableImportV2");

  /** Signatures of the loader. */
  private static final String LOADERS = "__saved_model_";

  static ModelState of(MetaGraphDef meta) {
    Map<String, NodeDef> all = new HashMap<>();
    meta.getGraphDef().getNodeList().forEach(node -> all.put(node.getName(), node));
    List<NodeDef> needed = NeededNodes.inOrder(all, NodeDef::getInputList, outputs(meta));
    GraphDef.Builder held = GraphDef.newBuilder();
    needed.stream().filter(node -> HELD.contains(node.getOp())).forEach(held::addNode);
    return held.getNodeCount() == 0 || fills(needed, meta)
        ? NONE
        : new ModelState(held.setVersions(meta.getGraphDef().getVersions()).build().toByteString());
  }

  private static List<String> outputs(MetaGraphDef meta) {
    List<String> outputs = new ArrayList<>();
    for (Map.Entry<String, SignatureDef> signature : meta.getSignatureDefMap().entrySet()) {
      if (!signature.getKey().startsWith(LOADERS)) {
        signature.getValue().getOutputsMap().values().forEach(o -> outputs.add(o.getName()));
      }
    }
    return outputs;
  }

  /** Whether the nodes, or the functions that they call, fill a variable or a table. */
  private static boolean fills(Collection<NodeDef> nodes, MetaGraphDef meta) {
    Map<String, FunctionDef> functions = new HashMap<>();
    for (FunctionDef function : meta.getGraphDef().getLibrary().getFunctionList()) {
      functions.put(function.getSignature().getName(), function);
    }
    Set<String> seen = new HashSet<>();
    List<NodeDef> open = new ArrayList<>(nodes);
    while (!open.isEmpty()) {
      NodeDef node = open.remove(open.size() - 1);
      if (FILLS.contains(node.getOp())) {
        return true;
      }
      for (String name : FunctionCalls.called(node)) {
        FunctionDef function = functions.get(name);
        if (function != null && seen.add(name)) {
          open.addAll(function.getNodeDefList());
        }
      }
    }
    return false;
  }
}
