// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import io.otd.export.internal.onnx.proto.OnnxProtos.AttributeProto;
import java.util.List;

/** ONNX's operators, as far as a model needs them, in the versions of {@link #OPSET}. */
final class OnnxOps {
  /** Version of the operators. */
  static final int OPSET = 17;

  private static final long[] SCALAR = {};

  private final OnnxGraph graph;

  /**
   * The operators of a graph.
   *
   * @param graph that they are added to
   */
  OnnxOps(OnnxGraph graph) {
    this.graph = graph;
  }

  /** The graph that they are added to. */
  OnnxGraph graph() {
    return graph;
  }

  /** Values in ascending or descending order, and their original positions. */
  record Sorted(OnnxValue values, OnnxValue places) {}

  OnnxValue scalar(double value) {
    return graph.constant(new double[] {value}, SCALAR);
  }

  OnnxValue scalar(float value) {
    return graph.constant(new float[] {value}, SCALAR);
  }

  OnnxValue vector(double... values) {
    return graph.constant(values, values.length);
  }

  OnnxValue vector(long... values) {
    return graph.constant(values, values.length);
  }

  OnnxValue places(int... values) {
    long[] places = new long[values.length];
    for (int i = 0; i < values.length; i++) {
      places[i] = values[i];
    }
    return vector(places);
  }

  OnnxValue add(OnnxValue a, OnnxValue b) {
    return plain("Add", a, b);
  }

  OnnxValue sub(OnnxValue a, OnnxValue b) {
    return plain("Sub", a, b);
  }

  OnnxValue mul(OnnxValue a, OnnxValue b) {
    return plain("Mul", a, b);
  }

  OnnxValue div(OnnxValue a, OnnxValue b) {
    return plain("Div", a, b);
  }

  OnnxValue max(OnnxValue a, OnnxValue b) {
    return plain("Max", a, b);
  }

  OnnxValue min(OnnxValue a, OnnxValue b) {
    return plain("Min", a, b);
  }

  OnnxValue neg(OnnxValue x) {
    return plain("Neg", x);
  }

  OnnxValue floor(OnnxValue x) {
    return plain("Floor", x);
  }

  OnnxValue exp(OnnxValue x) {
    return plain("Exp", x);
  }

  OnnxValue log(OnnxValue x) {
    return plain("Log", x);
  }

  OnnxValue sqrt(OnnxValue x) {
    return plain("Sqrt", x);
  }

  OnnxValue tanh(OnnxValue x) {
    return plain("Tanh", x);
  }

  OnnxValue erf(OnnxValue x) {
    return plain("Erf", x);
  }

  OnnxValue sigmoid(OnnxValue x) {
    return plain("Sigmoid", x);
  }

  OnnxValue relu(OnnxValue x) {
    return plain("Relu", x);
  }

  OnnxValue elu(OnnxValue x) {
    return plain("Elu", x);
  }

  OnnxValue softplus(OnnxValue x) {
    return plain("Softplus", x);
  }

  OnnxValue matMul(OnnxValue a, OnnxValue b) {
    return plain("MatMul", a, b);
  }

  OnnxValue isNan(OnnxValue x) {
    return plain("IsNaN", x);
  }

  OnnxValue isInf(OnnxValue x) {
    return plain("IsInf", x);
  }

  OnnxValue less(OnnxValue a, OnnxValue b) {
    return plain("Less", a, b);
  }

  OnnxValue lessOrEqual(OnnxValue a, OnnxValue b) {
    return plain("LessOrEqual", a, b);
  }

  OnnxValue equal(OnnxValue a, OnnxValue b) {
    return plain("Equal", a, b);
  }

  OnnxValue where(OnnxValue condition, OnnxValue yes, OnnxValue no) {
    return plain("Where", condition, yes, no);
  }

  OnnxValue cast(OnnxValue x, OnnxGraph.Type type) {
    return graph.node("Cast", List.of(whole("to", type.number())), List.of(x));
  }

  OnnxValue softmax(OnnxValue x, int axis) {
    return graph.node("Softmax", List.of(whole("axis", axis)), List.of(x));
  }

  OnnxValue cumulated(OnnxValue x, int axis) {
    return plain("CumSum", x, graph.constant(new long[] {axis}, SCALAR));
  }

  /** The mean along an axis, which is kept. */
  OnnxValue mean(OnnxValue x, int axis) {
    return graph.node("ReduceMean", List.of(wholes("axes", axis)), List.of(x));
  }

  /** The sum along an axis, which is kept. */
  OnnxValue sum(OnnxValue x, int axis) {
    return plain("ReduceSum", x, vector((long) axis));
  }

  OnnxValue concat(List<OnnxValue> values, int axis) {
    return values.size() == 1
        ? values.get(0)
        : graph.node("Concat", List.of(whole("axis", axis)), values);
  }

  OnnxValue unsqueeze(OnnxValue x, int axis) {
    return plain("Unsqueeze", x, vector((long) axis));
  }

  OnnxValue squeeze(OnnxValue x, int axis) {
    return plain("Squeeze", x, vector((long) axis));
  }

  /** Another shape; 0 keeps a dimension. */
  OnnxValue reshape(OnnxValue x, long... shape) {
    return plain("Reshape", x, vector(shape));
  }

  /** A part of an axis. */
  OnnxValue slice(OnnxValue x, int axis, long from, long to) {
    return plain("Slice", x, vector(from), vector(to), vector((long) axis));
  }

  /** The values at places of an axis. */
  OnnxValue gather(OnnxValue x, OnnxValue places, int axis) {
    return graph.node("Gather", List.of(whole("axis", axis)), List.of(x, places));
  }

  /** The values at places of an axis, other ones for each of the other axes' places. */
  OnnxValue gatherElements(OnnxValue x, OnnxValue places, int axis) {
    return graph.node("GatherElements", List.of(whole("axis", axis)), List.of(x, places));
  }

  /** All values of an axis, ascending; of equal ones the first one first. */
  Sorted ascending(OnnxValue x, int axis, int count) {
    List<OnnxValue> sorted =
        graph.nodes(
            "",
            "TopK",
            List.of(whole("axis", axis), whole("largest", 0), whole("sorted", 1)),
            List.of(x, vector((long) count)),
            2);
    return new Sorted(sorted.get(0), sorted.get(1));
  }

  private OnnxValue plain(String operator, OnnxValue... inputs) {
    return graph.node(operator, List.of(), List.of(inputs));
  }

  static AttributeProto whole(String name, long value) {
    return AttributeProto.newBuilder()
        .setName(name)
        .setType(AttributeProto.AttributeType.INT)
        .setI(value)
        .build();
  }

  static AttributeProto wholes(String name, long... values) {
    AttributeProto.Builder attribute =
        AttributeProto.newBuilder().setName(name).setType(AttributeProto.AttributeType.INTS);
    for (long value : values) {
      attribute.addInts(value);
    }
    return attribute.build();
  }
}
