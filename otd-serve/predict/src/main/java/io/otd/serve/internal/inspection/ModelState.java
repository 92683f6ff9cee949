// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
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

  static ModelState of(MetaGraphDef meta, GraphNodes graph) {
    List<NodeDef> needed = graph.needed(outputs(meta));
    GraphDef.Builder held = GraphDef.newBuilder();
    needed.stream().filter(node -> HELD.contains(node.getOp())).forEach(held::addNode);
    boolean fills =
        graph.withCalled(needed).stream().anyMatch(node -> FILLS.contains(node.getOp()));
    return held.getNodeCount() == 0 || fills
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
}
