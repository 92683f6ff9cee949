// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.light.internal.tape.Opcode;
import java.util.Arrays;
import java.util.List;

/** Operators along dimensions. */
final class LightReductions {
  private LightReductions() {}

  static Placed reduced(LightStep step, Opcode opcode) {
    Placed x = step.in(0);
    int rank = x.rank();
    int[] dimensions =
        Arrays.stream(step.wholes(1)).mapToInt(d -> step.dimension(d, rank)).sorted().toArray();
    for (int d : dimensions) {
      x = along(step, opcode, x, d);
    }
    if (!step.operation().is("keep_dims")) {
      for (int i = dimensions.length - 1; i >= 0; i--) {
        x = x.without(dimensions[i]);
      }
    }
    return x;
  }

  /** Along one dimension, which stays with size 1. */
  private static Placed along(LightStep step, Opcode opcode, Placed x, int dimension) {
    int axis = x.axes().get(dimension);
    if (axis == Placed.ROWS) {
      throw step.unsupported("dimension of the rows");
    }
    return axis == Placed.NONE
        ? x
        : x.resized(step.tensors().add(opcode, List.of(x.tensor()), axis), dimension, 1);
  }

  static Placed softmax(LightStep step) {
    List<Long> shape = step.result().shape();
    Placed x = step.in(0);
    int last = x.rank() - 1;
    Placed largest = along(step, Opcode.LARGEST, x, last);
    Placed e =
        step.tensors()
            .apply(Opcode.EXP, step.tensors().combine(Opcode.SUBTRACT, List.of(x, largest), shape));
    return step.tensors()
        .combine(Opcode.DIVIDE, List.of(e, along(step, Opcode.SUM, e, last)), shape);
  }

  static Placed cumulated(LightStep step) {
    if (step.operation().is("exclusive") || step.operation().is("reverse")) {
      throw step.unsupported("exclusive or reverse");
    }
    Placed x = step.in(0);
    int axis = x.axes().get(step.dimension(step.whole(1), x.rank()));
    return axis == Placed.NONE
        ? x
        : x.with(step.tensors().add(Opcode.CUMULATE, List.of(x.tensor()), axis));
  }
}
