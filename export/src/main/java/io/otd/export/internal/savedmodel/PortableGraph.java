// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.savedmodel;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.FunctionDefLibrary;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NameAttrList;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.OpDef;
import org.tensorflow.proto.OpList;

/**
 * A portable graph: only the necessary parts, functions named by their position instead of at
 * random, no attributes with default values, and strings in the form that every reader supports.
 * The same graph always gives the same bytes.
 */
public final class PortableGraph {
  private final Map<String, OpDef> operations = new HashMap<>();
  private final Map<String, FunctionDef> functions = new HashMap<>();
  private final Map<String, String> names = new LinkedHashMap<>();
  private final Map<String, OpDef> used = new TreeMap<>();
  private final GraphDef graph;

  /**
   * Cleans a graph.
   *
   * @param raw as returned by TensorFlow
   * @param roots names of the nodes that must stay, with all that they need
   * @param registered all operations of this TensorFlow
   * @throws IllegalStateException if a root, a function or an operation is unknown
   */
  public PortableGraph(GraphDef raw, Collection<String> roots, OpList registered) {
    registered.getOpList().forEach(op -> operations.put(op.getName(), op));
    raw.getLibrary().getFunctionList().forEach(f -> functions.put(f.getSignature().getName(), f));
    Set<String> needed = needed(raw, roots);
    GraphDef.Builder builder = GraphDef.newBuilder().setVersions(raw.getVersions());
    for (NodeDef node : raw.getNodeList()) {
      if (needed.contains(node.getName())) {
        builder.addNode(node(node));
      }
    }
    builder.setLibrary(library());
    graph = builder.build();
  }

  /** The cleaned graph. */
  public GraphDef graph() {
    return graph;
  }

  /** Definitions of the operations in it, by name, without their texts. */
  public OpList operations() {
    OpList.Builder list = OpList.newBuilder();
    for (OpDef definition : used.values()) {
      OpDef.Builder op = definition.toBuilder().clearSummary().clearDescription();
      op.getInputArgBuilderList().forEach(OpDef.ArgDef.Builder::clearDescription);
      op.getOutputArgBuilderList().forEach(OpDef.ArgDef.Builder::clearDescription);
      op.getAttrBuilderList().forEach(OpDef.AttrDef.Builder::clearDescription);
      list.addOp(op);
    }
    return list.build();
  }

  private static Set<String> needed(GraphDef raw, Collection<String> roots) {
    Map<String, NodeDef> nodes = new HashMap<>();
    raw.getNodeList().forEach(node -> nodes.put(node.getName(), node));
    Set<String> needed = new HashSet<>();
    Deque<String> open = new ArrayDeque<>(roots);
    while (!open.isEmpty()) {
      String name = open.pop();
      NodeDef node = nodes.get(name);
      if (node == null) {
        throw new IllegalStateException("graph: no node \"" + name + "\"");
      }
      if (needed.add(name)) {
        node.getInputList().forEach(input -> open.push(producer(input)));
      }
    }
    return needed;
  }

  /** {@code node}, {@code node:1} and {@code ^node} all name a node. */
  private static String producer(String input) {
    String name = input.startsWith("^") ? input.substring(1) : input;
    int colon = name.indexOf(':');
    return colon < 0 ? name : name.substring(0, colon);
  }

  /** The functions in use, and those that they call. */
  private FunctionDefLibrary library() {
    FunctionDefLibrary.Builder library = FunctionDefLibrary.newBuilder();
    Set<String> done = new HashSet<>();
    for (List<String> open = open(done); !open.isEmpty(); open = open(done)) {
      for (String name : open) {
        done.add(name);
        FunctionDef function = function(name);
        FunctionDef.Builder clean = function.toBuilder().clearNodeDef().clearAttr();
        clean.getSignatureBuilder().setName(newName(name));
        // TensorFlow lists the nodes in hash order; their names never change.
        function.getNodeDefList().stream()
            .sorted(Comparator.comparing(NodeDef::getName))
            .forEach(node -> clean.addNodeDef(node(node)));
        library.addFunction(clean);
      }
    }
    return library.build();
  }

  private List<String> open(Set<String> done) {
    return names.keySet().stream().filter(name -> !done.contains(name)).toList();
  }

  private FunctionDef function(String name) {
    FunctionDef function = functions.get(name);
    if (function == null) {
      throw new IllegalStateException("graph: no function \"" + name + "\"");
    }
    return function;
  }

  private String newName(String name) {
    String known = names.get(name);
    if (known == null) {
      known = "otd_function_" + names.size();
      names.put(name, known);
    }
    return known;
  }

  private NodeDef node(NodeDef node) {
    OpDef operation = operations.get(node.getOp());
    if (operation == null) {
      throw new IllegalStateException(
          node.getName() + ": operation " + node.getOp() + " is not TensorFlow's own");
    }
    used.put(node.getOp(), operation);
    Map<String, AttrValue> defaults = new HashMap<>();
    for (OpDef.AttrDef attribute : operation.getAttrList()) {
      if (attribute.hasDefaultValue()) {
        defaults.put(attribute.getName(), attribute.getDefaultValue());
      }
    }
    NodeDef.Builder clean = node.toBuilder().clearAttr().clearDevice().clearExperimentalDebugInfo();
    new TreeMap<>(node.getAttrMap())
        .forEach(
            (name, value) -> {
              if (!name.startsWith("_") && !value.equals(defaults.get(name))) {
                clean.putAttr(name, attribute(value));
              }
            });
    return clean.build();
  }

  private AttrValue attribute(AttrValue value) {
    return switch (value.getValueCase()) {
      case FUNC -> value.toBuilder().setFunc(renamed(value.getFunc())).build();
      case LIST -> {
        AttrValue.Builder builder = value.toBuilder();
        List<NameAttrList> renamed = new ArrayList<>();
        value.getList().getFuncList().forEach(f -> renamed.add(renamed(f)));
        builder.getListBuilder().clearFunc().addAllFunc(renamed);
        yield builder.build();
      }
      case TENSOR -> value.toBuilder().setTensor(StringTensors.readable(value.getTensor())).build();
      default -> value;
    };
  }

  private NameAttrList renamed(NameAttrList function) {
    return function.toBuilder().setName(newName(function.getName())).build();
  }
}
