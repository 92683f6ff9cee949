// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.core.internal.check.Check;
import io.otd.export.internal.flat.NumberType;
import io.otd.light.internal.tape.Opcode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/** TensorFlow's operators as instructions: those that the exporter's own builders use. */
final class LightTable {
  private static final Map<String, Opcode> FUNCTIONS =
      Map.ofEntries(
          Map.entry("Abs", Opcode.ABSOLUTE),
          Map.entry("Elu", Opcode.ELU),
          Map.entry("Erf", Opcode.ERF),
          Map.entry("Erfinv", Opcode.ERFINV),
          Map.entry("Exp", Opcode.EXP),
          Map.entry("Expm1", Opcode.EXPM1),
          Map.entry("Floor", Opcode.FLOOR),
          Map.entry("IsInf", Opcode.IS_INFINITE),
          Map.entry("IsNan", Opcode.IS_NAN),
          Map.entry("Log", Opcode.LOG),
          Map.entry("Log1p", Opcode.LOG1P),
          Map.entry("Neg", Opcode.NEGATE),
          Map.entry("Relu", Opcode.RELU),
          Map.entry("Sigmoid", Opcode.SIGMOID),
          Map.entry("Softplus", Opcode.SOFTPLUS),
          Map.entry("Sqrt", Opcode.ROOT),
          Map.entry("Square", Opcode.SQUARE),
          Map.entry("Tanh", Opcode.TANH));

  private static final Map<String, Opcode> COMBINATIONS =
      Map.ofEntries(
          Map.entry("Add", Opcode.ADD),
          Map.entry("BitwiseAnd", Opcode.AND),
          Map.entry("Div", Opcode.DIVIDE),
          Map.entry("Equal", Opcode.EQUAL),
          Map.entry("Less", Opcode.LESS),
          Map.entry("LessEqual", Opcode.LESS_EQUAL),
          Map.entry("LogicalAnd", Opcode.AND),
          Map.entry("LogicalOr", Opcode.OR),
          Map.entry("Maximum", Opcode.MAXIMUM),
          Map.entry("Minimum", Opcode.MINIMUM),
          Map.entry("Mul", Opcode.MULTIPLY),
          Map.entry("Pow", Opcode.POWER),
          Map.entry("RealDiv", Opcode.DIVIDE),
          Map.entry("RightShift", Opcode.SHIFT),
          Map.entry("SelectV2", Opcode.SELECT),
          Map.entry("Sub", Opcode.SUBTRACT));

  private static final Map<String, Opcode> REDUCTIONS =
      Map.of("Sum", Opcode.SUM, "Mean", Opcode.MEAN, "Max", Opcode.LARGEST, "Any", Opcode.LARGEST);

  private static final Map<String, Function<LightStep, Placed>> RULES = rules();

  private LightTable() {}

  /** The operators that have a translation. */
  static Set<String> operators() {
    return RULES.keySet();
  }

  /**
   * Adds the instructions of an operation; returns its result.
   *
   * @param which of its results
   * @throws IllegalArgumentException if there is no translation, or not for these attributes
   */
  static Placed add(LightStep step, int which) {
    String operator = step.operation().operator();
    if (operator.equals("TopKV2")) {
      return LightOrders.add(step, which);
    }
    return Check.known("operator", operator, RULES).apply(step);
  }

  private static Map<String, Function<LightStep, Placed>> rules() {
    Map<String, Function<LightStep, Placed>> rules = new TreeMap<>();
    FUNCTIONS.forEach(
        (name, opcode) -> rules.put(name, step -> step.tensors().apply(opcode, step.in(0))));
    COMBINATIONS.forEach((name, opcode) -> rules.put(name, step -> combined(step, opcode)));
    REDUCTIONS.forEach(
        (name, opcode) -> rules.put(name, step -> LightReductions.reduced(step, opcode)));
    rules.put("Greater", step -> swapped(step, Opcode.LESS));
    rules.put("GreaterEqual", step -> swapped(step, Opcode.LESS_EQUAL));
    rules.put("Cast", LightTable::cast);
    rules.put("ClipByValue", LightElements::clipped);
    rules.put("LogicalNot", LightElements::inverted);
    rules.put("ZerosLike", LightElements::zeros);
    rules.put("Fill", LightElements::filled);
    rules.put("OneHot", LightElements::oneHot);
    rules.put("Bucketize", LightElements::bucket);
    rules.put("StatelessRandomUniformFullIntV2", LightRandom::add);
    rules.put("MatMul", LightProducts::add);
    rules.put("BatchMatMulV3", LightProducts::add);
    rules.put("Softmax", LightReductions::softmax);
    rules.put("Cumsum", LightReductions::cumulated);
    rules.put("TopKV2", step -> LightOrders.add(step, 0)); // Its other result: see add.
    rules.put("Reshape", LightShapes::reshape);
    rules.put("ExpandDims", LightShapes::expand);
    rules.put("Squeeze", LightShapes::squeeze);
    rules.put("Transpose", LightShapes::transpose);
    rules.put("ConcatV2", LightShapes::concat);
    rules.put("Pack", LightShapes::pack);
    rules.put("Slice", LightShapes::slice);
    rules.put("PadV2", LightShapes::pad);
    rules.put("GatherV2", LightGathers::add);
    return Map.copyOf(rules);
  }

  private static Placed combined(LightStep step, Opcode opcode) {
    return step.tensors().combine(opcode, step.all(), step.result().shape());
  }

  private static Placed swapped(LightStep step, Opcode opcode) {
    return step.tensors().combine(opcode, List.of(step.in(1), step.in(0)), step.result().shape());
  }

  private static Placed cast(LightStep step) {
    NumberType to = step.result().element();
    return switch (to) {
      case FLOAT32 -> step.tensors().apply(Opcode.TO_FLOAT, step.in(0));
      case FLOAT64 -> step.tensors().apply(Opcode.TO_DOUBLE, step.in(0));
      case INT32, INT64 -> step.tensors().apply(Opcode.TO_INT, step.in(0));
      case BOOL -> throw step.unsupported(to);
    };
  }
}
