// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.flat;

import com.google.protobuf.ByteString;
import io.otd.export.internal.flat.FlatNode.Constant;
import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** How an operation computes its result with the first two dimensions exchanged. */
final class Exchange {
  /** What becomes of an input. */
  enum Form {
    /** It stays. */
    AS_IS,
    /** Its first two dimensions are exchanged. */
    EXCHANGED,
    /** A second dimension of size 1 is added. */
    WIDENED,
    /** It is a constant with a number per dimension; the first two are exchanged. */
    SIZES,
    /** It is a constant dimension, 0 or 1, and becomes the other one. */
    AXIS
  }

  /** Operators on elements, with broadcasting. */
  private static final Set<String> ELEMENTWISE =
      Set.of(
          "Abs",
          "Add",
          "Cast",
          "Div",
          "Elu",
          "Equal",
          "Erf",
          "Exp",
          "Expm1",
          "Floor",
          "Greater",
          "GreaterEqual",
          "IsInf",
          "IsNan",
          "Less",
          "LessEqual",
          "Log",
          "Log1p",
          "LogicalAnd",
          "LogicalNot",
          "LogicalOr",
          "Maximum",
          "Minimum",
          "Mul",
          "Neg",
          "Pow",
          "RealDiv",
          "Relu",
          "SelectV2",
          "Sigmoid",
          "Softplus",
          "Sqrt",
          "Square",
          "Sub",
          "Tanh");

  private Exchange() {}

  /** The forms of the inputs; none if the operation cannot do it. */
  static List<Form> forms(FlatGraph graph, Operation operation) {
    int rank = operation.results().get(0).rank();
    if (operation.results().size() > 1 || rank < 2) {
      return List.of();
    }
    if (ELEMENTWISE.contains(operation.operator())) {
      return operation.inputs().stream().map(in -> form(rank, graph.type(in).rank())).toList();
    }
    return switch (operation.operator()) {
      case "BatchMatMulV3" ->
          when(
              rank > 2
                  && !operation.is("adj_x")
                  && graph.type(operation.inputs().get(1)).rank() == 2,
              Form.EXCHANGED,
              Form.AS_IS);
      case "Softmax" -> when(rank > 2, Form.EXCHANGED);
      case "Cumsum", "Sum", "Mean", "Max", "Any" ->
          when(inner(graph, operation, 1), Form.EXCHANGED, Form.AS_IS);
      case "ConcatV2" -> concatenated(graph, operation);
      case "OneHot" -> when(rank > 2, Form.EXCHANGED, Form.AS_IS, Form.AS_IS, Form.AS_IS);
      case "ExpandDims" -> expanded(graph, operation);
      case "Slice" -> when(whole(graph, operation), Form.EXCHANGED, Form.SIZES, Form.SIZES);
      case "Reshape" -> when(keepsTwo(graph, operation), Form.EXCHANGED, Form.SIZES);
      default -> List.of();
    };
  }

  private static List<Form> when(boolean possible, Form... forms) {
    return possible ? List.of(forms) : List.of();
  }

  private static Form form(int rank, int ofInput) {
    return ofInput == rank ? Form.EXCHANGED : ofInput == rank - 1 ? Form.WIDENED : Form.AS_IS;
  }

  private static List<Form> concatenated(FlatGraph graph, Operation operation) {
    int last = operation.inputs().size() - 1;
    List<Form> forms = new ArrayList<>(Collections.nCopies(last, Form.EXCHANGED));
    forms.add(Form.AS_IS);
    return inner(graph, operation, last) ? forms : List.of();
  }

  private static List<Form> expanded(FlatGraph graph, Operation operation) {
    long[] axis = wholes(graph, operation, 1);
    return axis.length == 1 && (axis[0] == 0 || axis[0] == 1)
        ? List.of(Form.AS_IS, Form.AXIS)
        : when(inner(graph, operation, 1), Form.EXCHANGED, Form.AS_IS);
  }

  /** Whether an input, a list of dimensions, lacks the first two. */
  private static boolean inner(FlatGraph graph, Operation operation, int input) {
    int rank = graph.type(operation.inputs().get(0)).rank();
    long[] dimensions = wholes(graph, operation, input);
    return dimensions.length > 0
        && Arrays.stream(dimensions).allMatch(d -> (d < 0 ? d + rank : d) > 1);
  }

  private static boolean whole(FlatGraph graph, Operation slice) {
    List<Long> all = graph.type(slice.inputs().get(0)).shape();
    long[] from = wholes(graph, slice, 1);
    long[] size = wholes(graph, slice, 2);
    return from.length > 1
        && size.length > 1
        && IntStream.range(0, 2)
            .allMatch(d -> from[d] == 0 && (size[d] == -1 || size[d] == all.get(d)));
  }

  private static boolean keepsTwo(FlatGraph graph, Operation reshape) {
    List<Long> from = graph.type(reshape.inputs().get(0)).shape();
    List<Long> to = reshape.results().get(0).shape();
    return from.size() > 1
        && from.subList(0, 2).equals(to.subList(0, 2))
        && wholes(graph, reshape, 1).length > 0;
  }

  /** Whether an operation only exchanges the first two dimensions. */
  static boolean undoes(FlatGraph graph, Operation operation) {
    if (!operation.operator().equals("Transpose")) {
      return false;
    }
    long[] order = wholes(graph, operation, 1);
    return order.length > 1
        && IntStream.range(0, order.length).allMatch(d -> order[d] == (d < 2 ? 1 - d : d));
  }

  static TensorType type(TensorType type) {
    List<Long> shape = new ArrayList<>(type.shape());
    Collections.swap(shape, 0, 1);
    return new TensorType(type.element(), shape);
  }

  static long[] sizes(long[] sizes) {
    long[] exchanged = sizes.clone();
    exchanged[0] = sizes[1];
    exchanged[1] = sizes[0];
    return exchanged;
  }

  static Constant constant(Constant constant) {
    TensorType type = type(constant.type());
    int first = Math.toIntExact(type.shape().get(0));
    int second = Math.toIntExact(type.shape().get(1));
    int each = first * second == 0 ? 0 : constant.bytes().size() / (first * second);
    List<ByteString> parts = new ArrayList<>();
    for (int i = 0; i < first; i++) {
      for (int j = 0; j < second; j++) {
        int at = (j * first + i) * each;
        parts.add(constant.bytes().substring(at, at + each));
      }
    }
    return new Constant(type, ByteString.copyFrom(parts));
  }

  /** Known whole numbers, none if they are not known. */
  private static long[] wholes(FlatGraph graph, Operation operation, int input) {
    Ref ref = operation.inputs().get(input);
    return graph.nodes().get(ref.node()) instanceof Constant constant
        ? constant.wholes()
        : new long[0];
  }
}
