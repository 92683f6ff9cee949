// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import io.otd.core.internal.check.Check;
import io.otd.export.internal.flat.NumberType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** TensorFlow's operators as nodes of ONNX: those that the exporter's own builders use. */
final class OnnxTable {
  /** The nodes of an operation; returns its results. */
  @FunctionalInterface
  private interface Rule {
    List<OnnxValue> add(OnnxStep step);
  }

  /** Operators that ONNX has by the same name. */
  private static final List<String> SAME =
      List.of(
          "Abs",
          "Add",
          "Div",
          "Elu",
          "Equal",
          "Erf",
          "Exp",
          "Floor",
          "Greater",
          "IsInf",
          "Less",
          "Log",
          "Mul",
          "Neg",
          "Pow",
          "Relu",
          "Sigmoid",
          "Softplus",
          "Sqrt",
          "Sub",
          "Tanh");

  /** Operators that ONNX has by another name. */
  private static final Map<String, String> RENAMED =
      Map.ofEntries(
          Map.entry("GreaterEqual", "GreaterOrEqual"),
          Map.entry("IsNan", "IsNaN"),
          Map.entry("LessEqual", "LessOrEqual"),
          Map.entry("LogicalAnd", "And"),
          Map.entry("LogicalNot", "Not"),
          Map.entry("LogicalOr", "Or"),
          Map.entry("Maximum", "Max"),
          Map.entry("Minimum", "Min"),
          Map.entry("RealDiv", "Div"),
          Map.entry("SelectV2", "Where"));

  private static final Map<String, Rule> RULES = rules();

  private OnnxTable() {}

  /** The operators that have a translation. */
  static Set<String> operators() {
    return RULES.keySet();
  }

  /**
   * Adds the nodes of an operation; returns its results.
   *
   * @throws IllegalArgumentException if there is no translation, or not for these attributes
   */
  static List<OnnxValue> add(OnnxStep step) {
    return Check.known("operator", step.operation().operator(), RULES).add(step);
  }

  private static Map<String, Rule> rules() {
    Map<String, Rule> rules = new TreeMap<>();
    renamed(rules);
    numbers(rules);
    shapes(rules);
    reductions(rules);
    return Map.copyOf(rules);
  }

  private static void put(
      Map<String, Rule> rules, String operator, Function<OnnxStep, OnnxValue> rule) {
    rules.put(operator, step -> List.of(rule.apply(step)));
  }

  private static void renamed(Map<String, Rule> rules) {
    SAME.forEach(name -> put(rules, name, step -> step.onnx().node(name, step.all())));
    RENAMED.forEach((name, to) -> put(rules, name, step -> step.onnx().node(to, step.all())));
  }

  private static void numbers(Map<String, Rule> rules) {
    put(rules, "Cast", step -> step.onnx().cast(step.in(0), step.result().element()));
    put(rules, "Square", step -> step.onnx().mul(step.in(0), step.in(0)));
    put(rules, "Expm1", OnnxElements::expm1);
    put(rules, "Log1p", OnnxElements::log1p);
    put(rules, "FloorMod", OnnxElements::floorMod);
    put(rules, "ZerosLike", OnnxElements::zerosLike);
    put(rules, "OneHot", OnnxElements::oneHot);
    put(rules, "Bucketize", OnnxBuckets::add);
    put(rules, "MatMul", OnnxElements::matMul);
    put(rules, "BatchMatMulV3", OnnxElements::batchMatMul);
    put(rules, "Softmax", step -> step.onnx().softmax(step.in(0), step.type(0).rank() - 1));
    put(rules, "Cumsum", OnnxElements::cumulated);
    rules.put("TopKV2", OnnxElements::largest);
  }

  private static void shapes(Map<String, Rule> rules) {
    put(rules, "Shape", OnnxShapes::shape);
    put(rules, "Fill", OnnxShapes::fill);
    put(rules, "BroadcastTo", OnnxShapes::broadcast);
    put(rules, "Reshape", OnnxShapes::reshape);
    put(rules, "ExpandDims", OnnxShapes::expand);
    put(rules, "Squeeze", OnnxShapes::squeeze);
    put(rules, "Transpose", OnnxShapes::transpose);
    put(rules, "ConcatV2", OnnxShapes::concat);
    put(rules, "Pack", OnnxShapes::pack);
    put(rules, "Slice", OnnxShapes::slice);
    put(rules, "PadV2", OnnxShapes::pad);
    put(rules, "GatherV2", OnnxShapes::gather);
  }

  private static void reductions(Map<String, Rule> rules) {
    put(rules, "Sum", step -> step.onnx().sum(step.in(0), axes(step), keeps(step)));
    put(
        rules,
        "Mean",
        step -> step.onnx().reduce("ReduceMean", step.in(0), axes(step), keeps(step)));
    put(rules, "Max", step -> step.onnx().reduce("ReduceMax", step.in(0), axes(step), keeps(step)));
    put(rules, "Any", OnnxTable::any);
  }

  /** ONNX reduces no truth values. */
  private static OnnxValue any(OnnxStep step) {
    OnnxOps onnx = step.onnx();
    OnnxValue ones = onnx.cast(step.in(0), NumberType.FLOAT32);
    return onnx.cast(onnx.reduce("ReduceMax", ones, axes(step), keeps(step)), NumberType.BOOL);
  }

  private static long[] axes(OnnxStep step) {
    int rank = step.type(0).rank();
    return Arrays.stream(step.wholes(1)).map(axis -> step.dimension(axis, rank)).toArray();
  }

  private static boolean keeps(OnnxStep step) {
    return step.operation().is("keep_dims");
  }
}
