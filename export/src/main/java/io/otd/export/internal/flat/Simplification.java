// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.flat;

import io.otd.export.internal.flat.FlatNode.Constant;
import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Replaces operations of a flat graph by fewer ones that compute the same numbers. TensorFlow needs
 * the longer forms for its gradients and its compiler; other engines do not.
 *
 * @param flat the graph to add to
 */
record Simplification(FlatGraph.Builder flat) {
  private static final String KEEP = "keep_dims";

  /** Adds an operation with one result, or what replaces it. */
  Ref add(Operation operation) {
    Optional<Operation> simpler =
        switch (operation.operator()) {
          case "Reshape" -> product(operation);
          case "Slice" -> unfilled(operation);
          case "SelectV2" -> zero(operation);
          case "Mean" -> mean(operation);
          default -> Optional.empty();
        };
    return new Ref(flat.add(simpler.orElse(operation)), 0);
  }

  /** A product of a matrix with all rows of a tensor needs no reshapes before and after it. */
  private Optional<Operation> product(Operation reshape) {
    return input(reshape, 0, "MatMul")
        .filter(product -> !product.is("transpose_a") && !product.is("transpose_b"))
        .flatMap(
            product ->
                input(product, 0, "Reshape")
                    .map(before -> before.inputs().get(0))
                    .filter(x -> sameRows(type(x), reshape.results().get(0)))
                    .map(
                        x ->
                            new Operation(
                                "BatchMatMulV3",
                                List.of(x, product.inputs().get(1)),
                                Map.of(),
                                reshape.results())));
  }

  /** Whether two types differ in their last dimension only. */
  private static boolean sameRows(TensorType a, TensorType b) {
    int last = a.rank() - 1;
    return last > 0
        && b.rank() == a.rank()
        && a.shape().subList(0, last).equals(b.shape().subList(0, last))
        && Collections.frequency(a.shape(), -1L) <= 1;
  }

  /** Columns of zeros that are added to a matrix and cut off its product again. */
  private Optional<Operation> unfilled(Operation slice) {
    return input(slice, 0, "MatMul")
        .filter(product -> !product.is("transpose_b"))
        .flatMap(
            product ->
                input(product, 1, "PadV2")
                    .map(filled -> filled.inputs().get(0))
                    .filter(matrix -> firstColumns(slice, type(matrix).shape().get(1)))
                    .map(
                        matrix ->
                            new Operation(
                                "MatMul",
                                List.of(product.inputs().get(0), matrix),
                                product.attributes(),
                                slice.results())));
  }

  /** Whether a slice of a matrix are its first columns. */
  private boolean firstColumns(Operation slice, long columns) {
    return Arrays.equals(wholes(slice, 1), new long[] {0, 0})
        && Arrays.equals(wholes(slice, 2), new long[] {-1, columns});
  }

  private long[] wholes(Operation operation, int input) {
    return constant(operation.inputs().get(input)).map(Constant::wholes).orElse(new long[0]);
  }

  /** Zeros in the shape of the other choice. */
  private Optional<Operation> zero(Operation select) {
    TensorType result = select.results().get(0);
    return input(select, 1, "ZerosLike")
        .filter(zeros -> type(select.inputs().get(2)).equals(result))
        .map(
            zeros -> {
              List<Ref> inputs = new ArrayList<>(select.inputs());
              inputs.set(1, new Ref(flat.add(Constant.zero(result.element())), 0));
              return new Operation("SelectV2", inputs, select.attributes(), List.of(result));
            });
  }

  /** A mean whose dimensions were kept before. */
  private Optional<Operation> mean(Operation mean) {
    Ref x = mean.inputs().get(0);
    long[] axes = wholes(mean, 1);
    if (mean.is(KEEP) || axes.length != 1 || axes[0] < 0) {
      return Optional.empty();
    }
    List<Long> shape = new ArrayList<>(type(x).shape());
    shape.set((int) axes[0], 1L);
    TensorType kept = new TensorType(type(x).element(), shape);
    return flat.place(
            new Operation("Mean", mean.inputs(), Map.of(KEEP, List.of(1.0)), List.of(kept)))
        .map(
            place ->
                new Operation(
                    "Squeeze",
                    List.of(new Ref(place, 0)),
                    Map.of("squeeze_dims", List.of((double) axes[0])),
                    mean.results()));
  }

  private Optional<Constant> constant(Ref ref) {
    return flat.node(ref.node()) instanceof Constant constant
        ? Optional.of(constant)
        : Optional.empty();
  }

  private Optional<Operation> input(Operation operation, int number, String operator) {
    return flat.node(operation.inputs().get(number).node()) instanceof Operation input
            && input.operator().equals(operator)
        ? Optional.of(input)
        : Optional.empty();
  }

  private TensorType type(Ref ref) {
    return flat.node(ref.node()).results().get(ref.result());
  }
}
