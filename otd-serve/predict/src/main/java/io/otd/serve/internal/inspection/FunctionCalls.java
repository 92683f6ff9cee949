// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NodeDef;

/** The call graph of functions: inlining a function that reaches itself would never end. */
final class FunctionCalls {
  private final Map<String, Set<String>> calls = new HashMap<>();

  FunctionCalls(GraphDef graph) {
    for (FunctionDef function : graph.getLibrary().getFunctionList()) {
      Set<String> called = new TreeSet<>();
      for (NodeDef node : function.getNodeDefList()) {
        called.addAll(called(node));
      }
      calls.put(function.getSignature().getName(), called);
    }
  }

  /** The functions that a node calls, in the order of their names. */
  static Set<String> called(NodeDef node) {
    Set<String> called = new TreeSet<>();
    node.getAttrMap().values().forEach(value -> collect(value, called::add));
    return called;
  }

  private static void collect(AttrValue value, Consumer<String> to) {
    if (value.hasFunc()) {
      to.accept(value.getFunc().getName());
    }
    value.getList().getFuncList().forEach(function -> to.accept(function.getName()));
  }

  /**
   * Removes functions that call no remaining function, until none is left or none can be removed.
   */
  void requireNoRecursion(Refusal refusal) throws RefusedModelException {
    Map<String, Set<String>> open = new HashMap<>(calls);
    boolean shrunk = true;
    while (shrunk) {
      shrunk = open.values().removeIf(called -> called.stream().noneMatch(open::containsKey));
    }
    if (!open.isEmpty()) {
      throw refusal.because(
          "function \"" + new TreeSet<>(open.keySet()).first() + "\" calls itself");
    }
  }
}
