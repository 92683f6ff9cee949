// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.tape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TapeTest {
  /** Tensors: 0 the row [3], 1 FLOAT [3, 2], 2 INT [2] of 0 and 1, 3 FLOAT [2], 4 INT [4] of 9. */
  private static Tape tape(Instruction... instructions) {
    return new Tape(
        3,
        List.of(
            constant(Element.FLOAT, 0, 3, 2),
            constant(Element.INT, 1, 2),
            constant(Element.FLOAT, 0, 2),
            constant(Element.INT, 9, 4)),
        List.of(instructions),
        Map.of());
  }

  private static Constant constant(Element element, int value, Integer... dims) {
    TapeType type = new TapeType(element, false, List.of(dims));
    ByteBuffer bytes = ByteBuffer.allocate(type.size() * element.bytes());
    while (bytes.hasRemaining()) {
      bytes.putInt(element == Element.INT ? value : 0);
    }
    return new Constant(type, bytes.rewind());
  }

  private static Instruction of(Opcode opcode, List<Integer> inputs, Integer... numbers) {
    return new Instruction(opcode, inputs, List.of(numbers));
  }

  /** An instruction that is refused, and what is said of it. */
  record Refused(Instruction instruction, String message) {}

  private static Refused refused(
      Opcode opcode, List<Integer> inputs, List<Integer> numbers, String message) {
    return new Refused(new Instruction(opcode, inputs, numbers), message);
  }

  static List<Refused> refusals() {
    return List.of(
        refused(Opcode.ADD, List.of(0, 7), List.of(), "tensor of ADD: 7 (expected: from 0 to 4)"),
        refused(Opcode.ADD, List.of(0), List.of(), "ADD: 1 inputs, 0 numbers (expected: more)"),
        refused(Opcode.ADD, List.of(0, 2), List.of(), "elements of ADD: "),
        refused(Opcode.ADD, List.of(0, 3), List.of(), "shapes of ADD: [3] and [2]"),
        refused(Opcode.EXP, List.of(2), List.of(), "elements of EXP: INT"),
        refused(Opcode.AND, List.of(0, 0), List.of(), "elements of AND: FLOAT"),
        refused(Opcode.TANH, List.of(2), List.of(), "elements of TANH: INT"),
        refused(Opcode.SUM, List.of(0), List.of(1), "axis of SUM: 1"),
        refused(Opcode.SUM, List.of(0), List.of(-1), "axis of SUM: -1"),
        refused(Opcode.MEAN, List.of(2), List.of(0), "elements of MEAN: "),
        refused(Opcode.SORT, List.of(2), List.of(0), "elements of SORT: INT"),
        refused(Opcode.RANK, List.of(0, 3), List.of(0), "sorted values of RANK: "),
        refused(Opcode.RANK, List.of(2, 2), List.of(0), "elements of RANK: "),
        refused(Opcode.SELECT, List.of(0, 0, 0), List.of(), "condition of SELECT: "),
        refused(Opcode.SELECT, List.of(2, 3, 2), List.of(), "elements of SELECT: "),
        refused(Opcode.AFFINE, List.of(0, 0), List.of(0, -1), "tensor 0: computed (expected: a"),
        refused(Opcode.AFFINE, List.of(3, 1), List.of(0, -1), "shapes of AFFINE: "),
        refused(Opcode.AFFINE, List.of(0, 1), List.of(9, -1), "parts of AFFINE: 9, 2 inputs"),
        refused(Opcode.AFFINE, List.of(0, 1), List.of(1, -1), "parts of AFFINE: 1, 2 inputs"),
        refused(Opcode.AFFINE, List.of(0, 1), List.of(0, 99), "function of AFFINE: 99"),
        refused(
            Opcode.AFFINE,
            List.of(0, 1),
            List.of(0, Opcode.ADD.number()),
            "function of AFFINE: " + Opcode.ADD.number()),
        refused(Opcode.AFFINE, List.of(0, 1, 2), List.of(1, -1), "operand of AFFINE: "),
        refused(Opcode.AFFINE, List.of(0, 1, 1), List.of(2, -1), "of AFFINE: "),
        refused(Opcode.TAKE, List.of(0, 3), List.of(0), "places of TAKE: "),
        refused(Opcode.LOOKUP, List.of(0, 2), List.of(), "tensor 0: computed"),
        refused(Opcode.LOOKUP, List.of(3, 0), List.of(), "places of LOOKUP: "),
        refused(Opcode.BUCKET, List.of(0, 2), List.of(), "boundaries of BUCKET: "),
        refused(Opcode.BUCKET, List.of(2, 3), List.of(), "elements of BUCKET: "),
        refused(Opcode.PICK, List.of(0, 4), List.of(0), "place of PICK: 9 (expected: from 0 to 2)"),
        refused(Opcode.PICK, List.of(0, 3), List.of(0), "places of PICK: "),
        refused(Opcode.RESHAPE, List.of(0), List.of(4), "shape of RESHAPE: [4]"),
        refused(Opcode.RESHAPE, List.of(0), List.of(-3, -1), "shape: [-3, -1]"),
        refused(Opcode.RESHAPE, List.of(0), List.of(3, 1, 1, 1, 1, 1, 1), "shape: ["),
        refused(Opcode.TRANSPOSE, List.of(1), List.of(1, 1), "order of TRANSPOSE: [1, 1]"),
        refused(Opcode.SLICE, List.of(0), List.of(2, 2), "part of SLICE: [2, 2]"),
        refused(Opcode.SLICE, List.of(0), List.of(1), "numbers of SLICE: [1]"),
        refused(Opcode.SLICE, List.of(0), List.of(1, Integer.MAX_VALUE), "part of SLICE: "),
        refused(Opcode.BROADCAST, List.of(0), List.of(2), "shape of BROADCAST: [2]"),
        refused(Opcode.BROADCAST, List.of(1), List.of(2), "shape of BROADCAST: [2]"),
        refused(
            Opcode.BROADCAST,
            List.of(0),
            List.of(1 << 20, 1 << 20, 3),
            "shape: [1048576, 1048576, 3]"),
        refused(Opcode.BROADCAST, List.of(0), List.of(1 << 25, 3), "elements in memory: 100663296"),
        refused(Opcode.CONCAT, List.of(0, 1), List.of(0), "shape of CONCAT: "),
        refused(Opcode.CONCAT, List.of(3, 2), List.of(0), "shape of CONCAT: "),
        refused(Opcode.RANDOM, List.of(), List.of(0), "numbers of RANDOM: [0]"),
        refused(Opcode.DESCEND, List.of(1, 2, 2, 3, 2, 2), List.of(1), "row of DESCEND: "),
        refused(Opcode.DESCEND, List.of(0, 3, 2, 3, 2, 2), List.of(1), "places of DESCEND: "),
        refused(Opcode.DESCEND, List.of(0, 2, 2, 3, 2, 2), List.of(3), "steps of DESCEND: 3"),
        refused(Opcode.DESCEND, List.of(0, 2, 2, 2, 2, 2), List.of(1), "table of DESCEND: "),
        refused(Opcode.DESCEND, List.of(0, 2, 4, 3, 2, 2), List.of(1), "of DESCEND: "));
  }

  @ParameterizedTest
  @MethodSource("refusals")
  void an_instruction_that_does_not_suit_its_inputs_is_refused(Refused refused) {
    assertThatThrownBy(() -> tape(refused.instruction()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(refused.message())
        .hasMessageContaining("expected: ");
  }

  @Test
  void a_constant_has_the_bytes_of_its_shape() {
    TapeType type = new TapeType(Element.DOUBLE, false, List.of(2));
    assertThatThrownBy(() -> new Constant(type, ByteBuffer.allocate(15)))
        .hasMessageContaining("15 bytes (expected: 16)");
  }

  @Test
  void outputs_are_tensors_of_the_program() {
    assertThatThrownBy(() -> new Tape(1, List.of(), List.of(), Map.of("y", 1)))
        .hasMessageContaining("tensor of y: 1 (expected: from 0 to 0)");
    assertThatThrownBy(() -> tape().output("mean"))
        .hasMessageContaining("output: mean (expected: one of [])");
  }

  @Test
  void tensors_that_are_needed_together_are_counted_together() {
    Tape tape =
        tape(
            of(Opcode.AFFINE, List.of(0, 1), 0, -1),
            of(Opcode.EXP, List.of(5)),
            of(Opcode.MULTIPLY, List.of(6, 6)),
            of(Opcode.ADD, List.of(7, 5)));
    assertThat(tape.mostAlive()).isEqualTo(6);
    assertThat(tape.type(8)).isEqualTo(new TapeType(Element.FLOAT, true, List.of(2)));
  }

  @Test
  void a_built_program_has_only_what_its_outputs_need() {
    TapeBuilder builder = new TapeBuilder(3);
    int unused = builder.add(Opcode.EXP, List.of(Tape.ROWS), List.of());
    int kernel = builder.add(constant(Element.FLOAT, 0, 3, 2));
    int other = builder.add(constant(Element.FLOAT, 0, 5));
    int y = builder.add(Opcode.AFFINE, List.of(Tape.ROWS, kernel), List.of(0, -1));
    assertThat(builder.add(Opcode.AFFINE, List.of(Tape.ROWS, kernel), List.of(0, -1))).isEqualTo(y);
    assertThat(builder.add(constant(Element.FLOAT, 0, 5))).isEqualTo(other);
    assertThat(builder.instruction(unused).opcode()).isEqualTo(Opcode.EXP);
    Tape tape = builder.build(Map.of("y", y));
    assertThat(tape.constants()).hasSize(1);
    assertThat(tape.instructions()).hasSize(1);
    assertThat(tape.output("y")).isEqualTo(2);
    assertThatThrownBy(() -> builder.instruction(kernel))
        .hasMessageContaining("expected: a computed one");
  }
}
