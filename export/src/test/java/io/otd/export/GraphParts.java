// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;

/** Parts of an exported graph and of its signatures. */
final class GraphParts {
  private GraphParts() {}

  static List<NodeDef> allNodes(MetaGraphDef meta) {
    List<NodeDef> nodes = new ArrayList<>(meta.getGraphDef().getNodeList());
    meta.getGraphDef()
        .getLibrary()
        .getFunctionList()
        .forEach(function -> nodes.addAll(function.getNodeDefList()));
    return nodes;
  }

  static Set<String> operations(MetaGraphDef meta) {
    return allNodes(meta).stream().map(NodeDef::getOp).collect(Collectors.toSet());
  }

  static List<String> names(SignatureDef signature) {
    return Stream.concat(
            signature.getInputsMap().keySet().stream(), signature.getOutputsMap().keySet().stream())
        .toList();
  }

  static List<TensorInfo> tensors(SignatureDef signature) {
    return Stream.concat(
            signature.getInputsMap().values().stream(), signature.getOutputsMap().values().stream())
        .toList();
  }
}
