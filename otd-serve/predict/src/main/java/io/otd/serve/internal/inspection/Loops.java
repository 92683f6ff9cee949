// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import java.util.Collections;
import java.util.Set;
import java.util.stream.Collectors;
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

  static Loops in(GraphNodes graph) {
    Set<String> operations = graph.all().map(NodeDef::getOp).collect(Collectors.toSet());
    if (!Collections.disjoint(operations, BACK)) {
      return OF_FRAMES;
    }
    return Collections.disjoint(operations, WHILE) ? NONE : OF_FUNCTIONS;
  }

  /** Whether an operation leads back to the begin of the next pass. */
  public static boolean leadsBack(String operation) {
    return BACK.contains(operation);
  }
}
