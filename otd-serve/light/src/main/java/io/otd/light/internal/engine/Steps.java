// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.AffineParts;
import io.otd.light.internal.tape.Instruction;
import io.otd.light.internal.tape.Opcode;
import io.otd.light.internal.tape.Tape;
import io.otd.light.internal.tape.TapeType;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The step of an instruction.
 *
 * @param tape of the instruction
 * @param instruction to run
 * @param result number of what it computes
 * @param operands that it reads broadcast
 */
record Steps(Tape tape, Instruction instruction, int result, List<Operand> operands) {
  static Steps of(Tape tape, int instruction) {
    return new Steps(
        tape, tape.instructions().get(instruction), tape.result(instruction), new ArrayList<>());
  }

  /** The step; its operands are known afterwards. */
  Step step() {
    Opcode opcode = instruction.opcode();
    if (opcode.elementwise()) {
      return elementwise();
    } else if (opcode.moves()) {
      return MoveStep.of(tape, instruction, result);
    }
    return switch (opcode) {
      case AFFINE -> affine();
      case LOOKUP -> new LookupStep(tape, instruction, result);
      case TAKE -> TableSteps.take(tape, instruction, result);
      case BUCKET -> TableSteps.bucket(tape, instruction, result);
      case RANDOM -> TableSteps.random(tape, instruction, result);
      case DESCEND -> TableSteps.descend(tape, instruction, result);
      default -> FiberStep.of(tape, instruction, result);
    };
  }

  /** The constants that a step reads by itself, not as tensors. */
  static boolean readsAlone(Instruction instruction, int input) {
    return switch (instruction.opcode()) {
      case AFFINE -> input == 1 || (input == 2 && AffineParts.of(instruction).bias().isPresent());
      case LOOKUP -> input == 0;
      case BUCKET, PICK -> input == 1;
      case DESCEND -> input >= 2;
      default -> false;
    };
  }

  private Operand operand(int tensor, int buffer) {
    Operand operand = new Operand(tensor, buffer, tape.type(tensor), tape.type(result));
    operands.add(operand);
    return operand;
  }

  private Step elementwise() {
    List<Integer> inputs = instruction.inputs();
    Operand[] all = new Operand[inputs.size()];
    for (int i = 0; i < all.length; i++) {
      all[i] = operand(inputs.get(i), i);
    }
    TapeType values = tape.type(inputs.get(inputs.size() - 1));
    return new ElementStep(
        instruction.opcode(), all, values.element(), Layout.of(tape.type(result)), result);
  }

  private Step affine() {
    AffineParts parts = AffineParts.of(instruction);
    TapeType type = tape.type(result);
    return new AffineStep(
        parts.x(),
        result,
        Layout.of(type),
        tape.constant(parts.kernel()).floats(),
        bias(parts, type.units()),
        parts.function().orElse(null),
        optional(parts.factor(), 1),
        optional(parts.summand(), 2));
  }

  private float[] bias(AffineParts parts, int units) {
    float[] bias = new float[units];
    if (parts.bias().isPresent()) {
      float[] values = tape.constant(parts.bias().get()).floats();
      for (int i = 0; i < units; i++) {
        bias[i] = values[values.length == 1 ? 0 : i];
      }
    }
    return bias;
  }

  private @Nullable Operand optional(Optional<Integer> tensor, int buffer) {
    return tensor.isPresent() ? operand(tensor.get(), buffer) : null;
  }
}
