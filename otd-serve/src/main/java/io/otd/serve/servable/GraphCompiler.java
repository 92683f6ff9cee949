package io.otd.serve.servable;

import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteBuffer;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteFunction;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_DeleteImportGraphDefOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_FunctionSetAttrValueProto;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphCopyFunction;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphImportGraphDef;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_GraphToFunction;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_ImportGraphDefOptionsAddInputMapping;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_ImportGraphDefOptionsSetPrefix;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewBufferFromString;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_NewImportGraphDefOptions;
import static org.tensorflow.internal.c_api.global.tensorflow.TF_OperationOutputType;

import com.google.protobuf.MessageLite;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.bytedeco.javacpp.BytePointer;
import org.bytedeco.javacpp.PointerPointer;
import org.bytedeco.javacpp.PointerScope;
import org.tensorflow.internal.c_api.TF_Buffer;
import org.tensorflow.internal.c_api.TF_Function;
import org.tensorflow.internal.c_api.TF_FunctionOptions;
import org.tensorflow.internal.c_api.TF_ImportGraphDefOptions;
import org.tensorflow.internal.c_api.TF_Operation;
import org.tensorflow.internal.c_api.TF_Output;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NameAttrList;
import org.tensorflow.proto.NodeDef;

/**
 * Adds to a loaded graph, beside what is there, a function that XLA compiles when it is first
 * called with tensors of certain sizes, its call, and what runs after it.
 *
 * @implNote XLA takes a function only if both it and its call say that they must be compiled; with
 *     one of the two it is silently run operation by operation.
 */
final class GraphCompiler {
  private static final String MUST_COMPILE = "_XlaMustCompile";
  private static final AttrValue YES = AttrValue.newBuilder().setB(true).build();
  private static final String CALL = "call";

  private final NativeGraph graph;
  private final CompiledPart part;
  private final String name;

  /**
   * Nothing added yet.
   *
   * @param graph to add to
   * @param part of it
   * @param name of the function and of the scope of all that is added, not yet in the graph
   */
  GraphCompiler(NativeGraph graph, CompiledPart part, String name) {
    this.graph = graph;
    this.part = part;
    this.name = name;
  }

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
      addNodes(status);
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

  /** Where the call gives a tensor of the function. */
  private String called(String tensor) {
    return CALL + ":" + part.outputs().indexOf(tensor);
  }

  private void addFunction(NativeStatus status) {
    List<String> members = List.copyOf(part.members());
    PointerPointer<TF_Operation> operations = new PointerPointer<>(members.size());
    for (int i = 0; i < members.size(); i++) {
      operations.put(i, graph.place(members.get(i)).operation());
    }
    TF_Function function =
        TF_GraphToFunction(
            graph.handle(),
            text(name),
            (byte) 0,
            members.size(),
            operations,
            part.inputs().size(),
            outputs(part.inputs()),
            part.outputs().size(),
            outputs(part.outputs()),
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

  private TF_Output outputs(List<String> tensors) {
    TF_Output outputs = new TF_Output(Math.max(1, tensors.size()));
    for (int i = 0; i < tensors.size(); i++) {
      graph.place(tensors.get(i)).set(outputs, i);
    }
    return outputs.position(0);
  }

  private void addNodes(NativeStatus status) {
    GraphDef.Builder added = GraphDef.newBuilder().addNode(call());
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
    TF_ImportGraphDefOptions options = TF_NewImportGraphDefOptions();
    TF_Buffer buffer = buffer(added.build());
    try {
      TF_ImportGraphDefOptionsSetPrefix(options, text(name));
      for (String tensor : foreign) {
        NativeGraph.Place place = graph.place(tensor);
        TF_Output output = new TF_Output(1);
        place.set(output, 0);
        TF_ImportGraphDefOptionsAddInputMapping(
            options,
            text(tensor.substring(0, tensor.lastIndexOf(':'))),
            place.index(),
            output.position(0));
      }
      TF_GraphImportGraphDef(graph.handle(), buffer, options, status.handle());
      status.requireOk();
    } finally {
      TF_DeleteBuffer(buffer);
      TF_DeleteImportGraphDefOptions(options);
    }
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
    TF_Output output = new TF_Output(1);
    for (String tensor : tensors) {
      graph.place(tensor).set(output, 0);
      types.addType(DataType.forNumber(TF_OperationOutputType(output.position(0))));
    }
    return AttrValue.newBuilder().setList(types).build();
  }

  private static TF_Buffer buffer(MessageLite message) {
    byte[] bytes = message.toByteArray();
    return TF_NewBufferFromString(new BytePointer(bytes), bytes.length);
  }

  private static BytePointer text(String value) {
    return new BytePointer(value, StandardCharsets.UTF_8);
  }
}
