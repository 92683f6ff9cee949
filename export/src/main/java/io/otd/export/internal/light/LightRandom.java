// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.export.internal.flat.FlatNode;
import io.otd.export.internal.flat.FlatNode.Constant;
import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import io.otd.light.internal.tape.Opcode;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Random bits of a key, which is the seed mixed with constants. */
final class LightRandom {
  private static final int COUNTER = 2;

  private LightRandom() {}

  static Placed add(LightStep step) {
    if (Arrays.stream(step.wholes(COUNTER)).anyMatch(word -> word != 0)) {
      throw step.unsupported("counter other than 0");
    }
    long mixed = mixed(step, step.operation().inputs().get(1));
    List<Integer> numbers = new ArrayList<>();
    numbers.add((int) (mixed >>> Integer.SIZE));
    numbers.add((int) mixed);
    for (long size : step.wholes(0)) {
      numbers.add(Math.toIntExact(size));
    }
    return Placed.plain(
        step.tensors().tape().add(Opcode.RANDOM, List.of(), numbers), step.result().shape());
  }

  /** What the seed is mixed with on its way to a key. */
  private static long mixed(LightStep step, Ref key) {
    FlatNode node = step.graph().nodes().get(key.node());
    if (node instanceof FlatNode.Input) {
      return 0;
    } else if (node instanceof Operation operation) {
      LightStep before = step.of(operation);
      if (operation.operator().equals("Reshape")) {
        return mixed(step, operation.inputs().get(0));
      } else if (operation.operator().equals("BitwiseXor")) {
        int constant = before.known(0) ? 0 : 1;
        return word(before, constant) ^ mixed(step, operation.inputs().get(1 - constant));
      }
    }
    throw step.unsupported("key of " + node);
  }

  private static long word(LightStep step, int number) {
    if (step.node(number) instanceof Constant constant) {
      return constant.bytes().asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN).getLong();
    }
    throw step.unsupported("computed mixture");
  }
}
