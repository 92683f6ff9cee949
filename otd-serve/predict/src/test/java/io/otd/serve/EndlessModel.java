// SPDX-License-Identifier: Apache-2.0
package io.otd.serve;

import static io.otd.serve.HandMadeModel.PRODUCER;
import static io.otd.serve.HandMadeModel.constant;
import static io.otd.serve.HandMadeModel.node;
import static io.otd.serve.HandMadeModel.shape;
import static io.otd.serve.HandMadeModel.type;
import static io.otd.serve.HandMadeModel.typed;

import com.google.protobuf.ByteString;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NameAttrList;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.OpDef;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.VersionDef;

/**
 * A model of one number, {@code x}: it is the answer, unless it is positive; then there is none.
 */
public final class EndlessModel {
  private static final DataType FLOAT = DataType.DT_FLOAT;
  private static final AttrValue FLOATS = types(FLOAT);

  private EndlessModel() {}

  /** The ways to write a loop in a graph. */
  public enum Loop {
    /** Edges lead back, as TensorFlow 1 writes it. */
    OF_FRAMES,

    /** The same, and not all of the passes look at a condition. */
    OF_FRAMES_WITHOUT_CONDITION,

    /** An operation calls a function for each pass. */
    OF_FUNCTIONS,

    /** The same, and TensorFlow is asked to make it a loop of frames, as Keras does. */
    OF_LOWERED_FUNCTIONS,

    /** Such a loop, within a function. */
    IN_A_FUNCTION
  }

  /** Writes a version. */
  public static void write(Path version, Loop loop) throws IOException {
    MetaGraphDef.Builder meta = HandMadeModel.empty();
    GraphDef.Builder graph = meta.getGraphDefBuilder();
    graph.setVersions(VersionDef.newBuilder().setProducer(PRODUCER));
    graph.addNode(
        node("x", "Placeholder")
            .putAttr("dtype", type(FLOAT))
            .putAttr("shape", AttrValue.newBuilder().setShape(shape()).build()));
    switch (loop) {
      case OF_FRAMES -> frames(graph);
      case OF_FRAMES_WITHOUT_CONDITION -> {
        frames(graph);
        withoutCondition(graph);
      }
      case OF_FUNCTIONS -> functions(graph, repeated("y", "x", false));
      case OF_LOWERED_FUNCTIONS -> functions(graph, repeated("y", "x", true));
      case IN_A_FUNCTION -> {
        functions(
            graph,
            node("y", "StatefulPartitionedCall", "x")
                .putAttr("Tin", FLOATS)
                .putAttr("Tout", FLOATS)
                .putAttr("f", function("repeat")));
        graph
            .getLibraryBuilder()
            .addFunction(function("repeat", FLOAT, "y:output:0", repeated("y", "x", true)));
      }
    }
    TensorInfo.Builder number = TensorInfo.newBuilder().setDtype(FLOAT).setTensorShape(shape());
    meta.putSignatureDef(
        "serving_default",
        SignatureDef.newBuilder()
            .putInputs("x", number.setName("x:0").build())
            .putOutputs("y", number.setName("y:0").build())
            .setMethodName("tensorflow/serving/predict")
            .build());
    HandMadeModel.write(version, meta);
  }

  private static void frames(GraphDef.Builder graph) {
    graph
        .addNode(enter("begin", "x"))
        .addNode(typed("pass", "Merge", FLOAT, "begin", "back").putAttr("N", number(2)))
        .addNode(zero("zero").addInput("^pass"))
        .addNode(typed("positive", "Greater", FLOAT, "pass", "zero"))
        .addNode(node("condition", "LoopCond", "positive"))
        .addNode(typed("switch", "Switch", FLOAT, "pass", "condition"))
        .addNode(typed("same", "Identity", FLOAT, "switch:1"))
        .addNode(typed("back", "NextIteration", FLOAT, "same"))
        .addNode(typed("y", "Exit", FLOAT, "switch"));
  }

  /** Begins, in the frame of the other loop, with its first pass. */
  private static void withoutCondition(GraphDef.Builder graph) {
    graph
        .addNode(typed("again", "Merge", FLOAT, "same", "on").putAttr("N", number(2)))
        .addNode(typed("negative", "Neg", FLOAT, "again"))
        .addNode(typed("on", "NextIteration", FLOAT, "negative"));
  }

  private static NodeDef.Builder enter(String name, String of) {
    return typed(name, "Enter", FLOAT, of)
        .putAttr(
            "frame_name", AttrValue.newBuilder().setS(ByteString.copyFromUtf8("loop")).build());
  }

  private static NodeDef.Builder zero(String name) {
    return constant(name, FLOAT, TensorProto.newBuilder().setTensorShape(shape()).addFloatVal(0));
  }

  private static void functions(GraphDef.Builder graph, NodeDef.Builder last) {
    graph.addNode(last);
    graph
        .getLibraryBuilder()
        .addFunction(
            function(
                "positive",
                DataType.DT_BOOL,
                "positive:z:0",
                zero("zero"),
                typed("positive", "Greater", FLOAT, "x", "zero:output:0")))
        .addFunction(
            function("same", FLOAT, "same:output:0", typed("same", "Identity", FLOAT, "x")));
  }

  private static NodeDef.Builder repeated(String name, String of, boolean lowered) {
    return node(name, "While", of)
        .putAttr("T", FLOATS)
        .putAttr("cond", function("positive"))
        .putAttr("body", function("same"))
        .putAttr("_lower_using_switch_merge", AttrValue.newBuilder().setB(lowered).build());
  }

  private static FunctionDef function(
      String name, DataType to, String result, NodeDef.Builder... nodes) {
    FunctionDef.Builder function =
        FunctionDef.newBuilder()
            .setSignature(
                OpDef.newBuilder()
                    .setName(name)
                    .addInputArg(OpDef.ArgDef.newBuilder().setName("x").setType(FLOAT))
                    .addOutputArg(OpDef.ArgDef.newBuilder().setName("result").setType(to)))
            .putAllRet(Map.of("result", result));
    List.of(nodes).forEach(function::addNodeDef);
    return function.build();
  }

  private static AttrValue function(String name) {
    return AttrValue.newBuilder().setFunc(NameAttrList.newBuilder().setName(name)).build();
  }

  private static AttrValue number(long value) {
    return AttrValue.newBuilder().setI(value).build();
  }

  private static AttrValue types(DataType type) {
    return AttrValue.newBuilder().setList(AttrValue.ListValue.newBuilder().addType(type)).build();
  }
}
