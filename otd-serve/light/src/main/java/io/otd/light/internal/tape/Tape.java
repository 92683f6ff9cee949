// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.tape;

import io.otd.core.internal.check.Check;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A program. Its tensors are numbered: 0 are the encoded rows, {@code [d_x]} for each row; then the
 * constants; then the results of the instructions, each of which reads tensors before it only.
 */
public final class Tape {
  /** Number of the tensor of encoded rows. */
  public static final int ROWS = 0;

  /** The largest number of elements that are computed for a row. */
  private static final long MOST_COMPUTED = 1L << 34;

  /** The largest number of elements that are in memory for a row. */
  private static final long MOST_ALIVE = 1L << 26;

  private final List<Constant> constants;
  private final List<Instruction> instructions;
  private final Map<String, Integer> outputs;
  private final TensorList tensors;
  private final long alive;

  /**
   * Checks a program.
   *
   * @param inputs d_x, at least 1
   * @param constants numbered from 1
   * @param instructions numbered from 1 plus the number of constants
   * @param outputs numbers of tensors, by name
   * @throws IllegalArgumentException if the shapes of an instruction do not suit one another
   */
  public Tape(
      int inputs,
      List<Constant> constants,
      List<Instruction> instructions,
      Map<String, Integer> outputs) {
    this.constants = List.copyOf(constants);
    this.instructions = List.copyOf(instructions);
    this.outputs = Collections.unmodifiableMap(new LinkedHashMap<>(outputs));
    tensors = new TensorList(inputs);
    for (Constant constant : this.constants) {
      tensors.add(constant);
    }
    long computed = 0;
    for (Instruction instruction : this.instructions) {
      computed += tensors.add(instruction).size();
    }
    if (computed > MOST_COMPUTED) {
      throw new IllegalArgumentException(
          "elements that are computed: %s (expected: at most %s)"
              .formatted(computed, MOST_COMPUTED));
    }
    alive = new Lifetimes(this).mostAlive();
    if (alive > MOST_ALIVE) {
      throw new IllegalArgumentException(
          "elements in memory: %s (expected: at most %s; fewer draws or units)"
              .formatted(alive, MOST_ALIVE));
    }
    for (Map.Entry<String, Integer> output : this.outputs.entrySet()) {
      tensors.requireBefore(output.getKey(), output.getValue());
    }
  }

  /** d_x. */
  public int inputs() {
    return tensors.type(ROWS).size();
  }

  /** The largest number of computed elements of a row that are needed at the same time. */
  public long mostAlive() {
    return alive;
  }

  /** The constants. */
  public List<Constant> constants() {
    return constants;
  }

  /** The instructions. */
  public List<Instruction> instructions() {
    return instructions;
  }

  /** Numbers of tensors, by name. */
  public Map<String, Integer> outputs() {
    return outputs;
  }

  /** Number of the result of an instruction. */
  public int result(int instruction) {
    return 1 + constants.size() + instruction;
  }

  /** How many tensors there are. */
  public int tensors() {
    return tensors.count();
  }

  /** Type of a tensor. */
  public TapeType type(int tensor) {
    return tensors.type(tensor);
  }

  /** Whether a tensor is a constant. */
  public boolean isConstant(int tensor) {
    return tensors.isConstant(tensor);
  }

  /**
   * A constant.
   *
   * @throws IllegalArgumentException if the tensor is none
   */
  public Constant constant(int tensor) {
    return tensors.constant(tensor);
  }

  /**
   * Number of an output.
   *
   * @throws IllegalArgumentException if there is none of that name
   */
  public int output(String name) {
    return Check.known("output", name, outputs);
  }
}
