// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import io.otd.light.internal.tape.Opcode;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** The largest values along the last dimension, and their places. */
final class LightOrders {
  private LightOrders() {}

  /**
   * Adds one of both.
   *
   * @param which 0 for the values, 1 for the places
   */
  static Placed add(LightStep step, int which) {
    if (which == 1) {
      Optional<Placed> ranks = ranks(step);
      if (ranks.isPresent()) {
        return ranks.get();
      }
    }
    Placed x = real(step, step.in(0));
    int last = x.rank() - 1;
    int axis = x.axes().get(last);
    int all =
        step.tensors().add(which == 0 ? Opcode.SORT : Opcode.ORDER, List.of(x.tensor()), axis);
    return first(step, x.with(all), step.whole(1));
  }

  /** A value whose last dimension is one of the tape's. */
  private static Placed real(LightStep step, Placed x) {
    return x.axes().get(x.rank() - 1) < 0 ? step.tensors().plain(x) : x;
  }

  private static Placed first(LightStep step, Placed x, int count) {
    int last = x.rank() - 1;
    if (x.shape().get(last) == count) {
      return x;
    }
    List<Integer> dims = new ArrayList<>(step.tensors().tape().type(x.tensor()).dims());
    List<Integer> numbers = new ArrayList<>(Collections.nCopies(dims.size(), 0));
    dims.set(x.axes().get(last), count);
    numbers.addAll(dims);
    int part = step.tensors().tape().add(Opcode.SLICE, List.of(x.tensor()), numbers);
    return x.resized(part, last, count);
  }

  /** The places of the places, negated: the rank of each value. */
  private static Optional<Placed> ranks(LightStep step) {
    return operation(step, step.operation().inputs().get(0), "Neg", 0)
        .flatMap(negated -> operation(step, negated.inputs().get(0), "TopKV2", 1))
        .filter(sorted -> isWhole(step.of(sorted)) && isWhole(step))
        .map(
            sorted -> {
              Placed x = real(step, step.of(sorted).in(0));
              int axis = x.axes().get(x.rank() - 1);
              int values = step.tensors().add(Opcode.SORT, List.of(x.tensor()), axis);
              return x.with(step.tensors().add(Opcode.RANK, List.of(x.tensor(), values), axis));
            });
  }

  private static boolean isWhole(LightStep step) {
    List<Long> shape = step.type(0).shape();
    return shape.get(shape.size() - 1) == step.whole(1);
  }

  private static Optional<Operation> operation(
      LightStep step, Ref ref, String operator, int result) {
    return ref.result() == result
            && step.graph().nodes().get(ref.node()) instanceof Operation operation
            && operation.operator().equals(operator)
        ? Optional.of(operation)
        : Optional.empty();
  }
}
