// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Gather;
import org.tensorflow.op.core.ReduceAny;
import org.tensorflow.op.core.ReduceMax;
import org.tensorflow.op.core.Squeeze;
import org.tensorflow.op.core.Stack;
import org.tensorflow.op.core.Sum;
import org.tensorflow.op.math.Mean;
import org.tensorflow.op.nn.TopK;
import org.tensorflow.types.TBool;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TFloat64;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TInt64;

/** Operations of TensorFlow on ordinary and on extreme numbers. */
@SuppressWarnings("unchecked") // the types of the inputs are those of the case
public final class OperatorCases {
  private static final double[] EXTREMES = {
    Double.NEGATIVE_INFINITY,
    -100,
    -1.5,
    -1,
    -.5,
    -1e-3,
    -0.0,
    0,
    1e-3,
    .5,
    1,
    1.5,
    2.5,
    80,
    Double.POSITIVE_INFINITY,
    Double.NaN
  };
  private static final double[] FINITE = {-3.5, -3, -2.5, -1, -.5, 0, .5, 1, 2.5, 3, 3.5, 7};
  private static final long[] CUBE = {2, 3, 4};

  private OperatorCases() {}

  public static Operand<TFloat32> floats(List<Operand<?>> in, int number) {
    return (Operand<TFloat32>) in.get(number);
  }

  public static Operand<TFloat64> doubles(List<Operand<?>> in, int number) {
    return (Operand<TFloat64>) in.get(number);
  }

  public static Operand<TInt32> ints(List<Operand<?>> in, int number) {
    return (Operand<TInt32>) in.get(number);
  }

  public static Operand<TBool> truths(List<Operand<?>> in, int number) {
    return (Operand<TBool>) in.get(number);
  }

  private static InputValues cube() {
    double[] values = new double[24];
    for (int i = 0; i < values.length; i++) {
      values[i] = Math.sin(3 * i);
    }
    return InputValues.floats(CUBE, values);
  }

  private static OperatorCase on(
      String name,
      List<InputValues> inputs,
      BiFunction<Ops, List<Operand<?>>, List<? extends Operand<?>>> operations) {
    return new OperatorCase(name, inputs, operations);
  }

  private interface OfFloats {
    Operand<?> of(Ops tf, Operand<TFloat32> x);
  }

  private interface OfDoubles {
    Operand<?> of(Ops tf, Operand<TFloat64> x);
  }

  public static List<OperatorCase> ofElements() {
    Map<String, OfFloats> single = new LinkedHashMap<>();
    single.put("Neg", (tf, x) -> tf.math.neg(x));
    single.put("Abs", (tf, x) -> tf.math.abs(x));
    single.put("Floor", (tf, x) -> tf.math.floor(x));
    single.put("Exp", (tf, x) -> tf.math.exp(x));
    single.put("Sqrt", (tf, x) -> tf.math.sqrt(x));
    single.put("Square", (tf, x) -> tf.math.square(x));
    single.put("Tanh", (tf, x) -> tf.math.tanh(x));
    single.put("Sigmoid", (tf, x) -> tf.math.sigmoid(x));
    single.put("Relu", (tf, x) -> tf.nn.relu(x));
    single.put("Elu", (tf, x) -> tf.nn.elu(x));
    single.put("Softplus", (tf, x) -> tf.math.softplus(x));
    // ONNX Runtime's function is 1 for what is no number; the activation then multiplies by it.
    single.put("Erf", (tf, x) -> tf.math.mul(x, tf.math.erf(x)));
    single.put("Expm1", (tf, x) -> tf.math.expm1(x));
    single.put("Log1p", (tf, x) -> tf.math.log1p(x));
    single.put("IsNan", (tf, x) -> tf.math.isNan(x));
    single.put("IsInf", (tf, x) -> tf.math.isInf(x));
    single.put("ZerosLike", (tf, x) -> tf.zerosLike(x));
    single.put("Cast", (tf, x) -> tf.dtypes.cast(tf.math.isNan(x), TFloat32.class));
    Map<String, OfDoubles> twice = new LinkedHashMap<>();
    twice.put("Floor", (tf, x) -> tf.math.floor(x));
    twice.put("Exp", (tf, x) -> tf.math.exp(x));
    twice.put("Log", (tf, x) -> tf.math.log(x));
    twice.put("Expm1", (tf, x) -> tf.math.expm1(x));
    twice.put("Log1p", (tf, x) -> tf.math.log1p(x));
    twice.put("Sqrt", (tf, x) -> tf.math.sqrt(x));
    twice.put("Cast", (tf, x) -> tf.dtypes.cast(x, TFloat32.class));
    twice.put("Bucketize none", (tf, x) -> tf.bucketize(x, List.of()));
    twice.put("Bucketize", (tf, x) -> buckets(tf, x, List.of(-1f, 0f, .5f, 1f, 1.5f)));
    twice.put("Bucketize one", (tf, x) -> buckets(tf, x, List.of(.5f)));
    List<OperatorCase> cases = new ArrayList<>();
    long[] shape = {EXTREMES.length};
    single.forEach(
        (name, operation) ->
            cases.add(
                on(
                    name,
                    List.of(InputValues.floats(shape, EXTREMES)),
                    (tf, in) -> List.of(operation.of(tf, floats(in, 0))))));
    twice.forEach(
        (name, operation) ->
            cases.add(
                on(
                    name,
                    List.of(InputValues.doubles(shape, EXTREMES)),
                    (tf, in) -> List.of(operation.of(tf, doubles(in, 0))))));
    cases.add(
        on(
            "Cast",
            List.of(InputValues.floats(new long[] {FINITE.length}, FINITE)),
            (tf, in) ->
                List.of(
                    tf.dtypes.cast(floats(in, 0), TInt32.class),
                    tf.dtypes.cast(floats(in, 0), TInt64.class))));
    return cases;
  }

  /** The piece of a number that is none is not defined. */
  private static Operand<?> buckets(Ops tf, Operand<TFloat64> x, List<Float> boundaries) {
    Operand<TInt32> piece = tf.bucketize(x, boundaries);
    return tf.select(tf.math.isNan(x), tf.constant(0), piece);
  }

  private interface OfPair {
    Operand<?> of(Ops tf, Operand<TFloat64> a, Operand<TFloat64> b);
  }

  public static List<OperatorCase> ofPairs() {
    Map<String, OfPair> numbers = new LinkedHashMap<>();
    numbers.put("Add", (tf, a, b) -> tf.math.add(a, b));
    numbers.put("Sub", (tf, a, b) -> tf.math.sub(a, b));
    numbers.put("Mul", (tf, a, b) -> tf.math.mul(a, b));
    numbers.put("Div", (tf, a, b) -> tf.math.div(a, b));
    numbers.put("RealDiv", (tf, a, b) -> tf.math.realDiv(a, b));
    numbers.put("Less", (tf, a, b) -> tf.math.less(a, b));
    numbers.put("LessEqual", (tf, a, b) -> tf.math.lessEqual(a, b));
    numbers.put("Greater", (tf, a, b) -> tf.math.greater(a, b));
    numbers.put("GreaterEqual", (tf, a, b) -> tf.math.greaterEqual(a, b));
    numbers.put("Equal", (tf, a, b) -> tf.math.equal(a, b));
    numbers.put("SelectV2", (tf, a, b) -> tf.select(tf.math.less(a, b), a, tf.constant(7.0)));
    List<OperatorCase> cases = new ArrayList<>();
    InputValues column = InputValues.doubles(new long[] {16, 1}, EXTREMES);
    numbers.forEach(
        (name, operation) ->
            cases.add(
                on(
                    name,
                    List.of(column),
                    (tf, in) -> List.of(operation.of(tf, doubles(in, 0), tf.constant(EXTREMES))))));
    Map<String, OfPair> finite = new LinkedHashMap<>();
    finite.put("Maximum", (tf, a, b) -> tf.math.maximum(a, b));
    finite.put("Minimum", (tf, a, b) -> tf.math.minimum(a, b));
    finite.put("FloorMod", (tf, a, b) -> tf.math.floorMod(a, b));
    finite.put("Pow", (tf, a, b) -> tf.math.pow(tf.math.abs(a), b));
    double[] divisors = {-7, -2.5, -1, .5, 1, 2, 7, 400};
    InputValues some = InputValues.doubles(new long[] {12, 1}, FINITE);
    finite.forEach(
        (name, operation) ->
            cases.add(
                on(
                    name,
                    List.of(some),
                    (tf, in) -> List.of(operation.of(tf, doubles(in, 0), tf.constant(divisors))))));
    InputValues truth = InputValues.truths(new long[] {4}, 0, 0, 1, 1);
    InputValues other = InputValues.truths(new long[] {4}, 0, 1, 0, 1);
    cases.add(
        on(
            "Logical",
            List.of(truth, other),
            (tf, in) ->
                List.of(
                    tf.math.logicalAnd(truths(in, 0), truths(in, 1)),
                    tf.math.logicalOr(truths(in, 0), truths(in, 1)),
                    tf.math.logicalNot(truths(in, 0)))));
    cases.add(
        on(
            "whole numbers",
            List.of(
                InputValues.ints(new long[] {4}, -2, 0, 3, 5),
                InputValues.ints(new long[] {4}, 4, 0, -1, 5)),
            (tf, in) ->
                List.of(
                    tf.math.add(ints(in, 0), ints(in, 1)),
                    tf.math.maximum(ints(in, 0), ints(in, 1)),
                    tf.math.less(ints(in, 0), ints(in, 1)),
                    tf.select(
                        tf.math.equal(ints(in, 0), ints(in, 1)), ints(in, 0), tf.constant(9)))));
    cases.add(
        on(
            "MatMul",
            List.of(InputValues.floats(new long[] {2, 3}, 1, 2, 3, 4, 5, 6)),
            (tf, in) ->
                List.of(
                    tf.linalg.matMul(
                        floats(in, 0), tf.constant(new float[][] {{1, -1}, {2, 0}, {.5f, 3}})))));
    cases.add(
        on(
            "BatchMatMulV3",
            List.of(cube()),
            (tf, in) ->
                List.of(
                    tf.train.batchMatMul(
                        floats(in, 0),
                        tf.constant(new float[][] {{1}, {2}, {3}, {4}}),
                        TFloat32.class))));
    return cases;
  }

  public static List<OperatorCase> ofShapes() {
    List<OperatorCase> cases = new ArrayList<>();
    Map<String, OfFloats> cubes = new LinkedHashMap<>();
    cubes.put("Shape", (tf, x) -> tf.shape(x));
    cubes.put("Reshape", (tf, x) -> tf.reshape(x, tf.constant(new int[] {-1, 12})));
    cubes.put("ExpandDims", (tf, x) -> tf.expandDims(x, tf.constant(1)));
    cubes.put("ExpandDims last", (tf, x) -> tf.expandDims(x, tf.constant(-1)));
    cubes.put(
        "Squeeze",
        (tf, x) -> tf.squeeze(tf.expandDims(x, tf.constant(2)), Squeeze.axis(List.of(2L))));
    cubes.put("Transpose", (tf, x) -> tf.linalg.transpose(x, tf.constant(new int[] {1, 2, 0})));
    cubes.put("ConcatV2", (tf, x) -> tf.concat(List.of(x, tf.math.neg(x)), tf.constant(1)));
    cubes.put("ConcatV2 last", (tf, x) -> tf.concat(List.of(x, x), tf.constant(-1)));
    cubes.put("Pack", (tf, x) -> tf.stack(List.of(x, tf.math.neg(x)), Stack.axis(2L)));
    cubes.put("Slice", (tf, x) -> slice(tf, x, new int[] {0, 1, 2}, new int[] {-1, 2, 1}));
    cubes.put("Slice of rows", (tf, x) -> slice(tf, x, new int[] {1, 0, 1}, new int[] {-1, 3, -1}));
    cubes.put("Slice all", (tf, x) -> slice(tf, x, new int[] {0, 0, 0}, new int[] {-1, 3, 4}));
    cubes.put(
        "PadV2",
        (tf, x) -> tf.pad(x, tf.constant(new int[][] {{0, 0}, {1, 2}, {0, 3}}), tf.constant(.5f)));
    cubes.put(
        "GatherV2",
        (tf, x) -> tf.gather(x, tf.constant(new int[][] {{2, 0}, {1, 1}}), tf.constant(1)));
    cubes.put(
        "BroadcastTo",
        (tf, x) -> tf.broadcastTo(slice(tf, x, new int[3], new int[] {1, 1, 4}), tf.shape(x)));
    cubes.put("Fill", (tf, x) -> tf.fill(tf.shape(x), tf.constant(2.5f)));
    // Too large to be a constant.
    cubes.put(
        "Fill of many",
        (tf, x) ->
            tf.math.add(
                x,
                tf.reduceMax(
                    tf.fill(tf.constant(new int[] {50_000, 3, 4}), tf.constant(2.5f)),
                    tf.constant(0))));
    cubes.put("Softmax", (tf, x) -> tf.nn.softmax(x));
    cubes.put("Cumsum", (tf, x) -> tf.math.cumsum(x, tf.constant(2)));
    cubes.put("Cumsum last", (tf, x) -> tf.math.cumsum(x, tf.constant(-1)));
    cubes.forEach(
        (name, operation) ->
            cases.add(
                on(name, List.of(cube()), (tf, in) -> List.of(operation.of(tf, floats(in, 0))))));
    cases.add(
        on(
            "GatherV2 by row",
            List.of(
                InputValues.floats(new long[] {2, 3}, 1, 2, 3, 4, 5, 6),
                InputValues.ints(new long[] {2, 4}, 0, 2, 1, 0, 2, 2, 0, 1)),
            (tf, in) ->
                List.of(
                    tf.gather(floats(in, 0), ints(in, 1), tf.constant(1), Gather.batchDims(1L)))));
    cases.add(
        on(
            "OneHot",
            List.of(InputValues.ints(new long[] {2, 3}, 0, 2, 1, -1, 3, 2)),
            (tf, in) ->
                List.of(
                    tf.oneHot(ints(in, 0), tf.constant(3), tf.constant(1.5f), tf.constant(-1f)))));
    cases.add(
        on(
            "TopKV2",
            List.of(InputValues.floats(new long[] {2, 4}, 1, 3, 3, 2, 0, 0, 0, -1)),
            (tf, in) -> {
              TopK<TFloat32, TInt32> sorted =
                  tf.nn.topK(floats(in, 0), tf.constant(4), TInt32.class);
              return List.of(sorted.values(), sorted.indices());
            }));
    cases.add(
        on(
            "TopKV2 of whole numbers",
            List.of(InputValues.ints(new long[] {1, 4}, 2, 0, 3, 1)),
            (tf, in) -> List.of(tf.nn.topK(ints(in, 0), tf.constant(4), TInt32.class).indices())));
    return cases;
  }

  private static Operand<TFloat32> slice(Ops tf, Operand<TFloat32> x, int[] from, int[] size) {
    return tf.slice(x, tf.constant(from), tf.constant(size));
  }

  public static List<OperatorCase> ofReductions() {
    List<OperatorCase> cases = new ArrayList<>();
    cases.add(
        on(
            "reductions",
            List.of(cube()),
            (tf, in) -> {
              Operand<TFloat32> x = floats(in, 0);
              return List.of(
                  tf.sum(x, tf.constant(1), Sum.keepDims(true)),
                  tf.sum(x, tf.constant(-1)),
                  tf.sum(x, tf.constant(new int[] {1, 2})),
                  tf.math.mean(x, tf.constant(1), Mean.keepDims(true)),
                  tf.math.mean(x, tf.constant(1)),
                  tf.math.mean(x, tf.constant(2)),
                  tf.reduceMax(x, tf.constant(-1), ReduceMax.keepDims(true)));
            }));
    cases.add(
        on(
            "reductions of rows",
            List.of(cube()),
            (tf, in) ->
                List.of(
                    tf.sum(floats(in, 0), tf.constant(new int[] {0, 2})),
                    tf.reduceMax(floats(in, 0), tf.constant(0)))));
    cases.add(
        on(
            "Any",
            List.of(InputValues.floats(new long[] {3, 2}, 1, 2, Double.NaN, 0, 3, Double.NaN)),
            (tf, in) -> List.of(tf.reduceAny(tf.math.isNan(floats(in, 0)), tf.constant(1)))));
    cases.add(
        on(
            "Any of rows",
            List.of(InputValues.floats(new long[] {3, 2}, 1, 2, Double.NaN, 0, 3, Double.NaN)),
            (tf, in) ->
                List.of(
                    tf.reduceAny(
                        tf.math.isNan(floats(in, 0)), tf.constant(0), ReduceAny.keepDims(true)))));
    return cases;
  }
}
