// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import java.util.Set;
import java.util.stream.Stream;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NodeDef;

/** The loops of a graph: only a run of a graph that has some may never end. */
public enum Loops {
  /** Each operation runs at most once. */
  NONE,

  /** One operation calls a function for each pass. */
  OF_FUNCTIONS,

  /** Edges lead back to earlier operations, as TensorFlow 1 writes loops. */
  OF_FRAMES;

  private static final Set<String> WHILE = Set.of("While", "StatelessWhile");

  /** Lead back. There is one in every such loop. */
  private static final Set<String> BACK = Set.of("NextIteration", "RefNextIteration");

  static Loops in(GraphDef graph) {
    Loops found = NONE;
    for (NodeDef node : (Iterable<NodeDef>) nodes(graph)::iterator) {
      if (leadsBack(node.getOp())) {
        return OF_FRAMES;
      }
      if (WHILE.contains(node.getOp())) {
        found = OF_FUNCTIONS;
      }
    }
    return found;
  }

  private static Stream<NodeDef> nodes(GraphDef graph) {
    return Stream.concat(
        graph.getNodeList().stream(),
        graph.getLibrary().getFunctionList().stream()
            .map(FunctionDef::getNodeDefList)
            .flatMap(nodes -> nodes.stream()));
  }

  /** Whether an operation leads back to the begin of the next pass. */
  public static boolean leadsBack(String operation) {
    return BACK.contains(operation);
  }
}
