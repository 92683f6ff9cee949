// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static io.otd.serve.HandMadeModel.chain;
import static io.otd.serve.HandMadeModel.constant;
import static io.otd.serve.HandMadeModel.node;
import static io.otd.serve.HandMadeModel.shape;
import static io.otd.serve.HandMadeModel.type;
import static io.otd.serve.HandMadeModel.typed;

import io.otd.serve.HandMadeModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/** A model with two signatures that XLA compiles, for rows of two numbers. */
public final class CompilableModel {
  private CompilableModel() {}

  /** tanh of tanh ...; and the sum of that along an axis that depends on the values. */
  public static void write(Path directory) throws IOException {
    MetaGraphDef.Builder meta = HandMadeModel.empty();
    GraphDef.Builder graph = meta.getGraphDefBuilder();
    String last = chain(graph, "Tanh", -1, -1);
    graph.addNode(integers("axes", shape(2), 0, 1));
    graph.addNode(integers("two", shape(), 2));
    graph.addNode(integers("one", shape(), 1));
    graph.addNode(
        typed("nth", "NthElement", DataType.DT_FLOAT, "x", "one")
            .putAttr("reverse", AttrValue.newBuilder().setB(false).build()));
    graph.addNode(sum("sum", last, "axes"));
    graph.addNode(typed("ceil", "Ceil", DataType.DT_FLOAT, "sum"));
    graph.addNode(
        node("count", "Cast", "ceil")
            .putAttr("SrcT", type(DataType.DT_FLOAT))
            .putAttr("DstT", type(DataType.DT_INT32)));
    graph.addNode(typed("axis", "FloorMod", DataType.DT_INT32, "count", "two"));
    graph.addNode(sum("along", last, "axis"));
    meta.putSignatureDef("flat", signature(last + ":0", DataType.DT_FLOAT));
    meta.putSignatureDef("along", signature("along:0", DataType.DT_FLOAT));
    HandMadeModel.write(directory, meta);
  }

  private static NodeDef.Builder sum(String name, String of, String axes) {
    return typed(name, "Sum", DataType.DT_FLOAT, of, axes).putAttr("Tidx", type(DataType.DT_INT32));
  }

  private static NodeDef.Builder integers(String name, TensorShapeProto shape, Integer... values) {
    return constant(
        name,
        DataType.DT_INT32,
        TensorProto.newBuilder().setTensorShape(shape).addAllIntVal(List.of(values)));
  }

  private static SignatureDef signature(String output, DataType type) {
    return SignatureDef.newBuilder()
        .setMethodName("tensorflow/serving/predict")
        .putInputs(
            "x",
            TensorInfo.newBuilder()
                .setName("x:0")
                .setDtype(DataType.DT_FLOAT)
                .setTensorShape(shape(-1, 2))
                .build())
        .putOutputs("y", TensorInfo.newBuilder().setName(output).setDtype(type).build())
        .build();
  }
}
