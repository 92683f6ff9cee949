// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Instruction;
import io.otd.light.internal.tape.Opcode;
import io.otd.light.internal.tape.Tape;
import io.otd.light.internal.tape.TapeType;
import java.util.List;

/**
 * Where the elements of a result come from, in row-major order.
 *
 * @param inputs that are moved
 * @param input for each element which of them
 * @param element for each element which of the input
 */
@SuppressWarnings("ArrayRecordComponent") // read at once
record Moved(List<Integer> inputs, int[] input, int[] element) {
  static Moved of(Tape tape, Instruction instruction, int result) {
    TapeType to = tape.type(result);
    int[] input = new int[to.size()];
    int[] element = new int[to.size()];
    for (int e = 0; e < element.length; e++) {
      element[e] = element(tape, instruction, to, e, input);
    }
    boolean one = instruction.opcode() != Opcode.CONCAT;
    List<Integer> inputs = one ? instruction.inputs().subList(0, 1) : instruction.inputs();
    if (instruction.opcode() == Opcode.PICK) {
      pick(tape, instruction, to, element);
    }
    return new Moved(inputs, input, element);
  }

  private static int element(Tape tape, Instruction instruction, TapeType to, int e, int[] input) {
    TapeType from = tape.type(instruction.inputs().get(0));
    return switch (instruction.opcode()) {
      case TRANSPOSE -> transposed(from, to, instruction.numbers(), e);
      case SLICE -> sliced(from, to, instruction.numbers(), e);
      case BROADCAST -> Broadcast.element(from, to, e);
      case CONCAT -> joined(tape, instruction, to, e, input);
      default -> e;
    };
  }

  private static int transposed(TapeType from, TapeType to, List<Integer> order, int e) {
    int at = 0;
    for (int d = 0; d < to.rank(); d++) {
      at += e / to.after(d) % to.dims().get(d) * from.after(order.get(d));
    }
    return at;
  }

  private static int sliced(TapeType from, TapeType to, List<Integer> numbers, int e) {
    int at = 0;
    for (int d = 0; d < to.rank(); d++) {
      at += (numbers.get(d) + e / to.after(d) % to.dims().get(d)) * from.after(d);
    }
    return at;
  }

  private static int joined(Tape tape, Instruction instruction, TapeType to, int e, int[] input) {
    int axis = instruction.numbers().get(0);
    int after = to.after(axis);
    int size = to.dims().get(axis);
    int place = e / after % size;
    int outer = e / after / size;
    int which = 0;
    int length = tape.type(instruction.inputs().get(0)).dims().get(axis);
    while (place >= length) {
      place -= length;
      which++;
      length = tape.type(instruction.inputs().get(which)).dims().get(axis);
    }
    input[e] = which;
    return (outer * length + place) * after + e % after;
  }

  private static void pick(Tape tape, Instruction instruction, TapeType to, int[] element) {
    int axis = instruction.numbers().get(0);
    TapeType from = tape.type(instruction.inputs().get(0));
    int[] places = tape.constant(instruction.inputs().get(1)).ints();
    int after = to.after(axis);
    int size = to.dims().get(axis);
    for (int e = 0; e < element.length; e++) {
      int outer = e / after / size;
      element[e] = (outer * from.dims().get(axis) + places[e / after % size]) * after + e % after;
    }
  }
}
