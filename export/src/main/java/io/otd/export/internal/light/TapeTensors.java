// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.light.internal.tape.Constant;
import io.otd.light.internal.tape.Opcode;
import io.otd.light.internal.tape.TapeBuilder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Operations on placed tensors.
 *
 * @param tape that grows
 */
record TapeTensors(TapeBuilder tape) {
  int add(Opcode opcode, List<Integer> inputs, Integer... numbers) {
    return tape.add(opcode, inputs, Arrays.asList(numbers));
  }

  private int tapeRank(int tensor) {
    return tape.type(tensor).rank();
  }

  /** Another shape; of a constant at once. */
  int reshaped(int tensor, List<Integer> dims) {
    if (tape.type(tensor).dims().equals(dims)) {
      return tensor;
    }
    if (tape.isConstant(tensor)) {
      Constant constant = tape.constant(tensor);
      return tape.add(new Constant(constant.type().with(dims), constant.bytes()));
    }
    return tape.add(Opcode.RESHAPE, List.of(tensor), dims);
  }

  /** Another order of the dimensions; of a constant at once. */
  int transposed(int tensor, List<Integer> order) {
    if (order.equals(IntStream.range(0, order.size()).boxed().toList())) {
      return tensor;
    }
    if (tape.isConstant(tensor)) {
      int[] places = order.stream().mapToInt(Integer::intValue).toArray();
      return tape.add(tape.constant(tensor).transposed(places));
    }
    return tape.add(Opcode.TRANSPOSE, List.of(tensor), order);
  }

  /** The same with the graph's dimensions in their order. */
  Placed plain(Placed value) {
    return value.isPlain(tapeRank(value.tensor()))
        ? value
        : Placed.plain(arranged(value, places(value)), value.shape());
  }

  /** The dimensions of a value but the rows, in their order. */
  private static int[] places(Placed value) {
    return IntStream.range(0, value.rank())
        .filter(i -> value.axes().get(i) != Placed.ROWS)
        .toArray();
  }

  /**
   * A tensor of some dimensions of a value.
   *
   * @param dimensions of the value, or -1 for one of size 1 that it lacks
   */
  private int arranged(Placed value, int[] dimensions) {
    List<Integer> order = new ArrayList<>();
    List<Integer> dims = new ArrayList<>();
    for (int dimension : dimensions) {
      int axis = dimension < 0 ? Placed.NONE : value.axes().get(dimension);
      dims.add(axis < 0 ? 1 : Math.toIntExact(value.shape().get(dimension)));
      if (axis >= 0) {
        order.add(axis);
      }
    }
    // What is left has size 1.
    for (int axis = 0; axis < tapeRank(value.tensor()); axis++) {
      if (!order.contains(axis)) {
        order.add(axis);
      }
    }
    return reshaped(transposedUnlessOnes(value.tensor(), order), dims);
  }

  /** The order of dimensions of size 1 does not matter. */
  private int transposedUnlessOnes(int tensor, List<Integer> order) {
    List<Integer> dims = tape.type(tensor).dims();
    List<Integer> larger = order.stream().filter(axis -> dims.get(axis) > 1).toList();
    List<Integer> sorted = new ArrayList<>(larger);
    Collections.sort(sorted);
    return sorted.equals(larger) ? tensor : transposed(tensor, order);
  }

  /** An elementwise operation on one value. */
  Placed apply(Opcode opcode, Placed x) {
    return x.with(add(opcode, List.of(x.tensor())));
  }

  /**
   * An elementwise operation on values that are broadcast.
   *
   * @param shape of the result
   */
  Placed combine(Opcode opcode, List<Placed> values, List<Long> shape) {
    Optional<Placed> like =
        values.stream()
            .filter(value -> covers(value, shape))
            .max(Comparator.comparingInt(this::preference));
    Placed plain = Placed.plain(0, shape);
    List<Integer> axes =
        new ArrayList<>(like.map(value -> aligned(value, shape.size())).orElse(plain.axes()));
    int rank = like.map(value -> tapeRank(value.tensor())).orElse(plain.ofRow().size());
    int rows = shape.indexOf(-1L);
    if (rows >= 0) {
      axes.set(rows, Placed.ROWS);
    }
    List<Integer> inputs = values.stream().map(v -> conformed(v, axes, rank)).toList();
    return new Placed(tape.add(opcode, inputs, List.of()), shape, axes);
  }

  /** A value that has all elements of the result, so that others may take its dimensions. */
  private static boolean covers(Placed value, List<Long> shape) {
    int more = shape.size() - value.rank();
    for (int i = 0; i < shape.size(); i++) {
      if (shape.get(i) > 1 && (i < more || !value.shape().get(i - more).equals(shape.get(i)))) {
        return false;
      }
    }
    return true;
  }

  private int preference(Placed value) {
    boolean plain = value.isPlain(tapeRank(value.tensor()));
    return (value.ofRows() ? 2 : 0) + (plain ? 0 : 1) + (tape.isConstant(value.tensor()) ? -4 : 0);
  }

  /** For each dimension of a result that of the tape's tensor of a value. */
  private static List<Integer> aligned(Placed value, int rank) {
    List<Integer> axes = new ArrayList<>(Collections.nCopies(rank - value.rank(), Placed.NONE));
    value.axes().forEach(axis -> axes.add(axis == Placed.ROWS ? Placed.NONE : axis));
    return axes;
  }

  /** The tensor of a value with the dimensions of a result that is there. */
  int conformed(Placed value, Placed result) {
    return conformed(value, result.axes(), tapeRank(result.tensor()));
  }

  /** The tensor of a value with the dimensions of a result. */
  private int conformed(Placed value, List<Integer> axes, int rank) {
    if (tape.type(value.tensor()).size() == 1) {
      return reshaped(value.tensor(), Collections.nCopies(rank, 1));
    }
    int[] dimensions = new int[rank];
    Arrays.fill(dimensions, -1);
    int more = axes.size() - value.rank();
    for (int i = 0; i < axes.size(); i++) {
      if (axes.get(i) >= 0 && i >= more) {
        dimensions[axes.get(i)] = i - more;
      }
    }
    int tensor = arranged(value, dimensions);
    if (tape.type(tensor).size() != tape.type(value.tensor()).size()) {
      throw new IllegalStateException(
          "%s: dimensions %s (expected: those of the result)".formatted(value, axes));
    }
    return tensor;
  }
}
