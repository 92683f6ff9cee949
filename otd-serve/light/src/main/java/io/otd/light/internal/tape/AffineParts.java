// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.tape;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The inputs of an {@link Opcode#AFFINE}.
 *
 * @param x that is multiplied
 * @param kernel a constant, {@code [in, out]}
 * @param bias a constant, {@code [out]}
 * @param function after the sum
 * @param factor of the function's value
 * @param summand after that
 */
public record AffineParts(
    int x,
    int kernel,
    Optional<Integer> bias,
    Optional<Opcode> function,
    Optional<Integer> factor,
    Optional<Integer> summand) {
  private static final int BIAS = 1;
  private static final int FACTOR = 2;
  private static final int SUMMAND = 4;

  /**
   * The parts of an instruction.
   *
   * @throws IllegalArgumentException if its numbers are none of such an instruction
   */
  public static AffineParts of(Instruction instruction) {
    int flags = instruction.numbers().get(0);
    int function = instruction.numbers().get(1);
    if (flags < 0
        || flags > (BIAS | FACTOR | SUMMAND)
        || instruction.inputs().size() != 2 + Integer.bitCount(flags)) {
      throw new IllegalArgumentException(
          "parts of AFFINE: %s, %s inputs (expected: as many as the parts)"
              .formatted(flags, instruction.inputs().size()));
    }
    int next = 2;
    Optional<Integer> bias = part(instruction, flags, BIAS, next);
    next += bias.isPresent() ? 1 : 0;
    Optional<Integer> factor = part(instruction, flags, FACTOR, next);
    next += factor.isPresent() ? 1 : 0;
    return new AffineParts(
        instruction.inputs().get(0),
        instruction.inputs().get(1),
        bias,
        function < 0 ? Optional.empty() : Optional.of(function(function)),
        factor,
        part(instruction, flags, SUMMAND, next));
  }

  private static Optional<Integer> part(Instruction instruction, int flags, int part, int place) {
    return (flags & part) == 0 ? Optional.empty() : Optional.of(instruction.inputs().get(place));
  }

  private static Opcode function(int number) {
    List<Opcode> all = Opcode.all();
    if (number >= all.size() || !all.get(number).function()) {
      throw new IllegalArgumentException(
          "function of AFFINE: %s (expected: one of a float)".formatted(number));
    }
    return all.get(number);
  }

  /** The instruction. */
  public Instruction instruction() {
    List<Integer> inputs = new ArrayList<>(List.of(x, kernel));
    bias.ifPresent(inputs::add);
    factor.ifPresent(inputs::add);
    summand.ifPresent(inputs::add);
    int flags =
        (bias.isPresent() ? BIAS : 0)
            | (factor.isPresent() ? FACTOR : 0)
            | (summand.isPresent() ? SUMMAND : 0);
    return new Instruction(
        Opcode.AFFINE, inputs, List.of(flags, function.map(Opcode::number).orElse(-1)));
  }
}
