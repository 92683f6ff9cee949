// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Operations that XLA compiles for any shape, and runs faster than TensorFlow does one by one.
 * {@code TopKV2} is not among them: it is several times slower when compiled; but see {@link
 * FullSort}.
 */
final class CompiledOperations {
  /** XLA needs only the shapes of their inputs. */
  private static final String OF_SHAPES =
      "Abs Add AddN AddV2 BatchMatMul BatchMatMulV2 BiasAdd Cast Ceil Cos Div DivNoNan Elu EnsureShape"
          + " Equal Erf Exp Expm1 Floor FloorDiv FloorMod Greater GreaterEqual Identity IsFinite IsInf"
          + " IsNan LeakyRelu Less LessEqual Log Log1p LogSoftmax LogicalAnd LogicalNot LogicalOr"
          + " MatMul Maximum Minimum Mul MulNoNan Neg NotEqual Pack Pow RealDiv Reciprocal Relu"
          + " Relu6 Rint Round Rsqrt Select SelectV2 Selu Sigmoid Sign Sin Softmax Softplus"
          + " Softsign Sqrt Square SquaredDifference Squeeze StopGradient Sub Tan Tanh Unpack Xdivy"
          + " Xlogy";

  /** They give what is known when the shapes are. */
  private static final String OF_STATIC_VALUE = "OnesLike Rank Shape Size ZerosLike";

  /** Positions of the inputs whose values XLA needs when it compiles; the last one is -1. */
  private static final List<String> OF_VALUES =
      List.of(
          "All 1",
          "Any 1",
          "BroadcastTo 1",
          "ConcatV2 -1",
          "ExpandDims 1",
          "Fill 0",
          "GatherV2 2",
          "Max 1",
          "Mean 1",
          "Min 1",
          "OneHot 1",
          "Pad 1",
          "PadV2 1",
          "Prod 1",
          "Range 0 1 2",
          "Reshape 1",
          "Slice 1 2",
          "Split 0",
          "SplitV 1 2",
          "StridedSlice 1 2 3",
          "Sum 1",
          "Tile 1",
          "Transpose 1");

  private static final Map<String, List<Integer>> ALL = all();

  private CompiledOperations() {}

  private static Map<String, List<Integer>> all() {
    Map<String, List<Integer>> all = new HashMap<>();
    for (String name : (OF_SHAPES + " " + OF_STATIC_VALUE).split(" ", -1)) {
      all.put(name, List.of());
    }
    for (String entry : OF_VALUES) {
      List<String> words = List.of(entry.split(" ", -1));
      all.put(words.get(0), words.stream().skip(1).map(Integer::valueOf).toList());
    }
    return Map.copyOf(all);
  }

  static boolean contains(String operation) {
    return ALL.containsKey(operation);
  }

  /**
   * The inputs whose values must be known when an operation is compiled: what is compiled holds for
   * these values only.
   *
   * @param operation one that is here
   * @param inputs how many it has
   */
  static int[] known(String operation, int inputs) {
    return ALL.getOrDefault(operation, List.of()).stream()
        .mapToInt(position -> position < 0 ? inputs + position : position)
        .filter(position -> position < inputs)
        .toArray();
  }

  /** Whether the value of an operation is known once the shapes of its inputs are. */
  static boolean isOfStaticValue(String operation) {
    return Arrays.asList(OF_STATIC_VALUE.split(" ", -1)).contains(operation);
  }
}
