// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import io.otd.export.internal.flat.NumberType;
import io.otd.export.internal.onnx.proto.OnnxProtos.AttributeProto;
import java.util.List;

/**
 * The operators of ONNX that models need, in the versions of {@link #OPSET}.
 *
 * @param graph that they are added to
 */
record OnnxOps(OnnxGraph graph) {
  /** Version of the operators. */
  static final int OPSET = 17;

  private static final long[] SCALAR = {};

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

  OnnxValue wholeScalar(long value) {
    return graph.constant(new long[] {value}, SCALAR);
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

  OnnxValue min(OnnxValue a, OnnxValue b) {
    return plain("Min", a, b);
  }

  OnnxValue exp(OnnxValue x) {
    return plain("Exp", x);
  }

  OnnxValue log(OnnxValue x) {
    return plain("Log", x);
  }

  OnnxValue matMul(OnnxValue a, OnnxValue b) {
    return plain("MatMul", a, b);
  }

  OnnxValue isNan(OnnxValue x) {
    return plain("IsNaN", x);
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

  OnnxValue cast(OnnxValue x, NumberType type) {
    return graph.node("Cast", List.of(whole("to", OnnxGraph.number(type))), List.of(x));
  }

  OnnxValue softmax(OnnxValue x, int axis) {
    return graph.node("Softmax", List.of(whole("axis", axis)), List.of(x));
  }

  OnnxValue cumulated(OnnxValue x, int axis) {
    return plain("CumSum", x, graph.constant(new long[] {axis}, SCALAR));
  }

  /** A reduction along axes that are an attribute. */
  OnnxValue reduce(String operator, OnnxValue x, long[] axes, boolean keep) {
    return graph.node(
        operator, List.of(wholes("axes", axes), whole("keepdims", keep ? 1 : 0)), List.of(x));
  }

  /** The sum along axes. */
  OnnxValue sum(OnnxValue x, long[] axes, boolean keep) {
    return graph.node(
        "ReduceSum", List.of(whole("keepdims", keep ? 1 : 0)), List.of(x, vector(axes)));
  }

  OnnxValue concat(List<OnnxValue> values, int axis) {
    return values.size() == 1
        ? values.get(0)
        : graph.node("Concat", List.of(whole("axis", axis)), values);
  }

  OnnxValue unsqueeze(OnnxValue x, int axis) {
    return plain("Unsqueeze", x, vector((long) axis));
  }

  OnnxValue squeeze(OnnxValue x, long... axes) {
    return plain("Squeeze", x, vector(axes));
  }

  OnnxValue transpose(OnnxValue x, long... order) {
    return graph.node("Transpose", List.of(wholes("perm", order)), List.of(x));
  }

  /** The sizes of all dimensions, int64. */
  OnnxValue shape(OnnxValue x) {
    return plain("Shape", x);
  }

  /** Parts of axes. */
  OnnxValue slice(OnnxValue x, long[] axes, long[] from, long[] to) {
    return plain("Slice", x, vector(from), vector(to), vector(axes));
  }

  /** The values at places of an axis. */
  OnnxValue gather(OnnxValue x, OnnxValue places, int axis) {
    return graph.node("Gather", List.of(whole("axis", axis)), List.of(x, places));
  }

  /** The values at places of an axis, with places of their own for each row of the other axes. */
  OnnxValue gatherElements(OnnxValue x, OnnxValue places, int axis) {
    return graph.node("GatherElements", List.of(whole("axis", axis)), List.of(x, places));
  }

  /** The largest values of an axis, descending, and their places; equal ones in their order. */
  List<OnnxValue> largest(OnnxValue x, int axis, int count) {
    return graph.nodes(
        "",
        "TopK",
        List.of(whole("axis", axis), whole("largest", 1), whole("sorted", 1)),
        List.of(x, vector((long) count)),
        2);
  }

  /** The remainder of numbers, with the sign of the dividend. */
  OnnxValue remainder(OnnxValue x, OnnxValue y) {
    return graph.node("Mod", List.of(whole("fmod", 1)), List.of(x, y));
  }

  /** An operator without attributes. */
  OnnxValue node(String operator, List<OnnxValue> inputs) {
    return graph.node(operator, List.of(), inputs);
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
