// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteFunction;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_FunctionSetAttrValueProto;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphCopyFunction;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphToFunction;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_OperationOutputType;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;
import org.tensorflow.internal.c_api.TF_Function;
import org.tensorflow.internal.c_api.TF_FunctionOptions;
import org.tensorflow.internal.c_api.TF_Operation;
import org.tensorflow.internal.c_api.TF_Output;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NameAttrList;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.VersionDef;

/**
 * Adds to a loaded graph a function that XLA compiles when it is first called with tensors of
 * certain sizes, its call, and what runs after it.
 *
 * @implNote XLA compiles a function only if both it and its call request compilation; with only one
 *     of the two, it silently runs operation by operation.
 * @param name of the function and of the scope of all that is added, not yet in the graph
 */
record GraphCompiler(NativeGraph graph, VersionDef versions, CompiledPart part, String name) {
  private static final String MUST_COMPILE = "_XlaMustCompile";
  private static final AttrValue YES = AttrValue.newBuilder().setB(true).build();
  private static final String CALL = "call";
  private static final String INPUT = "otd_input_";
  private static final String COLOCATION = "_class";
  private static final int ALL_NODES = -1;

  /**
   * Adds it. Nothing is compiled before the first run.
   *
   * @param fetches tensors of the graph
   * @return by each of them the tensor with the same value
   */
  @SuppressWarnings("try") // The scope frees what is made inside it.
  Map<String, String> add(List<String> fetches) {
    try (PointerScope scope = new PointerScope();
        NativeStatus status = new NativeStatus()) {
      addFunction(status);
      addNodes();
    }
    Set<String> behind = new HashSet<>();
    part.after().forEach(node -> behind.add(node.getName()));
    Map<String, String> places = new HashMap<>();
    for (String fetch : fetches) {
      String tensor = CompiledPart.full(fetch);
      String node = tensor.substring(0, tensor.lastIndexOf(':'));
      if (part.outputs().contains(tensor)) {
        places.put(fetch, name + "/" + called(tensor));
      } else {
        places.put(fetch, behind.contains(node) ? name + "/" + tensor : tensor);
      }
    }
    return places;
  }

  /** The output of the call for a tensor of the function. */
  private String called(String tensor) {
    return CALL + ":" + part.outputs().indexOf(tensor);
  }

  /**
   * Makes the function from a separate graph: the loaded one does not have all of its nodes.
   *
   * @implNote A node that supplies an input is always left out of the function.
   */
  private void addFunction(NativeStatus status) {
    GraphDef.Builder nodes = GraphDef.newBuilder().setVersions(versions);
    List<String> inputs = new ArrayList<>();
    for (String tensor : part.inputs()) {
      String input = INPUT + inputs.size();
      inputs.add(input);
      nodes.addNode(
          NodeDef.newBuilder()
              .setName(input)
              .setOp("Placeholder")
              .putAttr("dtype", AttrValue.newBuilder().setType(type(tensor)).build()));
    }
    for (NodeDef node : part.members()) {
      NodeDef.Builder copy = node.toBuilder().clearInput().removeAttr(COLOCATION);
      for (String tensor : CompiledPart.tensors(node)) {
        int input = part.inputs().indexOf(tensor);
        copy.addInput(input < 0 ? tensor : inputs.get(input));
      }
      nodes.addNode(copy);
    }
    try (NativeGraph body = new NativeGraph()) {
      body.add(nodes.build(), "", List.of());
      TF_Function function =
          TF_GraphToFunction(
              body.handle(),
              text(name),
              (byte) 0,
              ALL_NODES,
              (PointerPointer<TF_Operation>) null,
              inputs.size(),
              outputs(body, inputs),
              part.outputs().size(),
              outputs(body, part.outputs()),
              (PointerPointer<BytePointer>) null,
              (TF_FunctionOptions) null,
              (BytePointer) null,
              status.handle());
      status.requireOk();
      try {
        byte[] yes = YES.toByteArray();
        TF_FunctionSetAttrValueProto(
            function, text(MUST_COMPILE), new BytePointer(yes), yes.length, status.handle());
        status.requireOk();
        TF_GraphCopyFunction(graph.handle(), function, null, status.handle());
        status.requireOk();
      } finally {
        TF_DeleteFunction(function);
      }
    }
  }

  private static TF_Output outputs(NativeGraph of, List<String> tensors) {
    TF_Output outputs = new TF_Output(Math.max(1, tensors.size()));
    for (int i = 0; i < tensors.size(); i++) {
      of.place(tensors.get(i)).set(outputs, i);
    }
    return outputs.position(0);
  }

  private void addNodes() {
    GraphDef.Builder added = GraphDef.newBuilder().setVersions(versions).addNode(call());
    Set<String> own = new HashSet<>();
    part.after().forEach(node -> own.add(node.getName()));
    Set<String> foreign = new TreeSet<>(part.inputs());
    for (NodeDef node : part.after()) {
      NodeDef.Builder copy = node.toBuilder().clearInput();
      for (String tensor : CompiledPart.tensors(node)) {
        boolean compiled = part.outputs().contains(tensor);
        copy.addInput(compiled ? called(tensor) : tensor);
        if (!compiled && !own.contains(tensor.substring(0, tensor.lastIndexOf(':')))) {
          foreign.add(tensor);
        }
      }
      added.addNode(copy);
    }
    graph.add(added.build(), name, foreign);
  }

  private NodeDef call() {
    NodeDef.Builder call = NodeDef.newBuilder().setName(CALL).setOp("StatefulPartitionedCall");
    part.inputs().forEach(call::addInput);
    return call.putAttr("Tin", types(part.inputs()))
        .putAttr("Tout", types(part.outputs()))
        .putAttr(
            "f", AttrValue.newBuilder().setFunc(NameAttrList.newBuilder().setName(name)).build())
        .putAttr(MUST_COMPILE, YES)
        .build();
  }

  private AttrValue types(List<String> tensors) {
    AttrValue.ListValue.Builder types = AttrValue.ListValue.newBuilder();
    tensors.forEach(tensor -> types.addType(type(tensor)));
    return AttrValue.newBuilder().setList(types).build();
  }

  private DataType type(String tensor) {
    TF_Output output = new TF_Output(1);
    graph.place(tensor).set(output, 0);
    return DataType.forNumber(TF_OperationOutputType(output.position(0)));
  }

  private static BytePointer text(String value) {
    return new BytePointer(value, StandardCharsets.UTF_8);
  }
}
