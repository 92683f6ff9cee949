// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.tape;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The tensors of a program so far, by their numbers. */
final class TensorList {
  private final List<TapeType> types = new ArrayList<>();
  private final Map<Integer, Constant> constants = new HashMap<>();

  /**
   * Begins with the encoded rows.
   *
   * @param inputs d_x
   */
  TensorList(int inputs) {
    types.add(new TapeType(Element.FLOAT, true, List.of(inputs)));
  }

  void add(Constant constant) {
    constants.put(types.size(), constant);
    types.add(constant.type());
  }

  /** Adds what an instruction computes. */
  TapeType add(Instruction instruction) {
    TapeType type = new TypeRule(this, instruction).result();
    types.add(type);
    return type;
  }

  int count() {
    return types.size();
  }

  TapeType type(int tensor) {
    return types.get(tensor);
  }

  boolean isConstant(int tensor) {
    return constants.containsKey(tensor);
  }

  Constant constant(int tensor) {
    Constant constant = constants.get(tensor);
    if (constant == null) {
      throw new IllegalArgumentException(
          "tensor %s: computed (expected: a constant)".formatted(tensor));
    }
    return constant;
  }

  void requireBefore(String reader, int tensor) {
    if (tensor < 0 || tensor >= types.size()) {
      throw new IllegalArgumentException(
          "tensor of %s: %s (expected: from 0 to %s)".formatted(reader, tensor, types.size() - 1));
    }
  }
}
