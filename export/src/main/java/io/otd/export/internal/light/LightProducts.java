// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.light.internal.tape.AffineParts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Products with constant matrices. */
final class LightProducts {
  private LightProducts() {}

  static Placed add(LightStep step) {
    for (String attribute : List.of("transpose_a", "transpose_b", "adj_x", "adj_y")) {
      if (step.operation().is(attribute)) {
        throw step.unsupported(attribute);
      }
    }
    Placed right = step.in(1);
    return step.tensors().tape().isConstant(right.tensor()) && right.rank() == 2
        ? fromRight(step, step.in(0), right)
        : fromLeft(step, step.in(0), right);
  }

  private static Placed fromRight(LightStep step, Placed x, Placed kernel) {
    Placed value = withUnits(step, x, x.rank() - 1);
    return affine(step, value, x.rank() - 1, step.tensors().plain(kernel).tensor());
  }

  /** The product of the transposed matrices, transposed. */
  private static Placed fromLeft(LightStep step, Placed kernel, Placed x) {
    if (x.rank() != 2 || !step.tensors().tape().isConstant(kernel.tensor())) {
      throw step.unsupported("two computed matrices");
    }
    Placed value = withUnits(step, x, 0);
    int transposed =
        step.tensors().transposed(step.tensors().plain(kernel).tensor(), List.of(1, 0));
    return affine(step, value, 0, transposed);
  }

  private static Placed affine(LightStep step, Placed x, int dimension, int kernel) {
    AffineParts parts =
        new AffineParts(
            x.tensor(),
            kernel,
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Optional.empty());
    int product = step.tensors().tape().add(parts.instruction());
    return x.resized(product, dimension, step.tensors().tape().type(product).units());
  }

  /** A value in which a dimension of the graph's tensor is the last one of the tape's. */
  private static Placed withUnits(LightStep step, Placed x, int dimension) {
    int rank = step.tensors().tape().type(x.tensor()).rank();
    if (rank > 0 && x.axes().get(dimension) == rank - 1) {
      return x;
    }
    Placed plain = step.tensors().plain(x);
    int axis = plain.axes().get(dimension);
    int tapeRank = step.tensors().tape().type(plain.tensor()).rank();
    List<Integer> order = new ArrayList<>();
    for (int i = 0; i < tapeRank; i++) {
      if (i != axis) {
        order.add(i);
      }
    }
    order.add(axis);
    int moved = step.tensors().transposed(plain.tensor(), order);
    List<Integer> axes =
        plain.axes().stream().map(a -> a < 0 ? a : Integer.valueOf(order.indexOf(a))).toList();
    return new Placed(moved, plain.shape(), axes);
  }
}
