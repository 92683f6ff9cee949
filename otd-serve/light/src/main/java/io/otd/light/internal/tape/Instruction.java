// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.tape;

import java.util.List;

/**
 * An instruction: it computes one tensor from others.
 *
 * @param opcode what it computes
 * @param inputs numbers of the tensors that it reads; see {@link Tape}
 * @param numbers of the opcode, such as an axis
 */
public record Instruction(Opcode opcode, List<Integer> inputs, List<Integer> numbers) {
  /** Copies. */
  public Instruction {
    inputs = List.copyOf(inputs);
    numbers = List.copyOf(numbers);
  }
}
