// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import com.google.protobuf.InvalidProtocolBufferException;
import io.otd.serve.internal.inspection.ModelState;
import io.otd.serve.internal.servable.NativeSession.Threads;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/**
 * Asks whether the variables and tables of a loaded graph are filled: one that is not fails the
 * first request that reads it.
 */
final class StateProbe {
  private static final String SCOPE = "otd_state";
  private static final String TABLE = "HashTableV2";

  private final GraphDef.Builder added = GraphDef.newBuilder();
  private final List<String> read = new ArrayList<>();
  private final List<NodeDef> variables = new ArrayList<>();
  private final List<NodeDef> tables = new ArrayList<>();

  private StateProbe(GraphDef state) {
    added.setVersions(state.getVersions());
    for (NodeDef node : state.getNodeList()) {
      read.add(node.getName() + ":0");
      if (node.getOp().equals(TABLE)) {
        tables.add(node);
        addTable(node);
      } else {
        variables.add(node);
        addVariable(node);
      }
    }
  }

  /**
   * Requires that all are filled.
   *
   * @throws ServingException naming one that is not
   */
  static void require(NativeSession session, ModelState state) {
    if (state.graph().isEmpty()) {
      return;
    }
    try {
      new StateProbe(GraphDef.parseFrom(state.graph())).run(session);
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a message of this process cannot be read", e);
    }
  }

  private void addVariable(NodeDef variable) {
    NodeDef.Builder probe = probe(variable).addInput(variable.getName());
    if (variable.getOp().equals("VarHandleOp")) {
      probe.setOp("VarIsInitializedOp");
    } else {
      probe.setOp("IsVariableInitialized").putAttr("dtype", variable.getAttrOrThrow("dtype"));
    }
    added.addNode(probe);
  }

  /** Looks up no keys. */
  private void addTable(NodeDef table) {
    AttrValue keys = table.getAttrOrThrow("key_dtype");
    AttrValue values = table.getAttrOrThrow("value_dtype");
    String name = probe(table).getName();
    added
        .addNode(empty(name + "_keys", keys.getType(), 0))
        .addNode(empty(name + "_default", values.getType()))
        .addNode(
            probe(table)
                .setOp("LookupTableFindV2")
                .addInput(table.getName())
                .addInput(name + "_keys")
                .addInput(name + "_default")
                .putAttr("Tin", keys)
                .putAttr("Tout", values));
  }

  private static NodeDef empty(String name, DataType type, long... sizes) {
    TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
    for (long size : sizes) {
      shape.addDimBuilder().setSize(size);
    }
    TensorProto value = TensorProto.newBuilder().setDtype(type).setTensorShape(shape).build();
    return NodeDef.newBuilder()
        .setName(name)
        .setOp("Const")
        .putAttr("dtype", AttrValue.newBuilder().setType(type).build())
        .putAttr("value", AttrValue.newBuilder().setTensor(value).build())
        .build();
  }

  private NodeDef.Builder probe(NodeDef of) {
    return NodeDef.newBuilder().setName("of_" + of.getName());
  }

  private static String tensor(NodeDef of) {
    return "%s/of_%s:0".formatted(SCOPE, of.getName());
  }

  private void run(NativeSession session) {
    session.add(added.build(), SCOPE, read);
    if (!variables.isEmpty()) {
      requireVariables(session);
    }
    for (NodeDef table : tables) {
      try {
        List<HostTensor> unused =
            session.run(Map.of(), List.of(tensor(table)), Threads.OF_THE_SESSION);
      } catch (ServingException e) {
        throw empty("table", table);
      }
    }
  }

  private void requireVariables(NativeSession session) {
    List<HostTensor> filled =
        session.run(
            Map.of(), variables.stream().map(StateProbe::tensor).toList(), Threads.OF_THE_SESSION);
    for (int i = 0; i < filled.size(); i++) {
      if (filled.get(i).bytes().get(0) == 0) {
        throw empty("variable", variables.get(i));
      }
    }
  }

  private static ServingException empty(String kind, NodeDef node) {
    return new ServingException(
        StatusCode.FAILED_PRECONDITION,
        "%s \"%s\": not initialized (expected: by the files of the variables, or by the model's initializer)"
            .formatted(kind, node.getName()));
  }
}
