// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.tape;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A program that grows. What is there already is not added again. */
public final class TapeBuilder {
  private final int inputs;
  private final TensorList tensors;
  private final Map<Constant, Integer> constants = new HashMap<>();
  private final Map<Instruction, Integer> results = new LinkedHashMap<>();

  /**
   * Begins a program.
   *
   * @param inputs d_x
   */
  public TapeBuilder(int inputs) {
    this.inputs = inputs;
    this.tensors = new TensorList(inputs);
  }

  /** Adds a constant; returns its number until the program is built. */
  public int add(Constant constant) {
    return constants.computeIfAbsent(
        constant,
        key -> {
          tensors.add(key);
          return tensors.count() - 1;
        });
  }

  /** Adds an instruction; returns the number of its result until the program is built. */
  public int add(Opcode opcode, List<Integer> from, List<Integer> numbers) {
    return add(new Instruction(opcode, from, numbers));
  }

  /** Adds an instruction; returns the number of its result until the program is built. */
  public int add(Instruction instruction) {
    Integer known = results.get(instruction);
    if (known != null) {
      return known;
    }
    TapeType unused = tensors.add(instruction);
    results.put(instruction, tensors.count() - 1);
    return tensors.count() - 1;
  }

  /**
   * What computes a tensor.
   *
   * @throws IllegalArgumentException if it is not computed
   */
  public Instruction instruction(int tensor) {
    return results.entrySet().stream()
        .filter(entry -> entry.getValue() == tensor)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("tensor " + tensor + " (expected: a computed one)"));
  }

  /** Type of a tensor. */
  public TapeType type(int tensor) {
    return tensors.type(tensor);
  }

  /** Whether a tensor is a constant. */
  public boolean isConstant(int tensor) {
    return tensors.isConstant(tensor);
  }

  /** A constant. */
  public Constant constant(int tensor) {
    return tensors.constant(tensor);
  }

  /**
   * The program, without what no output needs.
   *
   * @param outputs numbers of tensors, by name
   */
  public Tape build(Map<String, Integer> outputs) {
    List<Map.Entry<Instruction, Integer>> all = List.copyOf(results.entrySet());
    boolean[] needed = new boolean[tensors.count()];
    outputs.values().forEach(t -> needed[t] = true);
    for (int i = all.size() - 1; i >= 0; i--) {
      if (needed[all.get(i).getValue()]) {
        all.get(i).getKey().inputs().forEach(t -> needed[t] = true);
      }
    }
    int[] places = new int[needed.length];
    List<Constant> kept = new ArrayList<>();
    for (int t = 0; t < needed.length; t++) {
      if (needed[t] && isConstant(t)) {
        kept.add(constant(t));
        places[t] = kept.size();
      }
    }
    List<Instruction> instructions = new ArrayList<>();
    for (Map.Entry<Instruction, Integer> entry : all) {
      if (needed[entry.getValue()]) {
        Instruction instruction = entry.getKey();
        instructions.add(
            new Instruction(
                instruction.opcode(),
                instruction.inputs().stream().map(t -> places[t]).toList(),
                instruction.numbers()));
        places[entry.getValue()] = kept.size() + instructions.size();
      }
    }
    Map<String, Integer> named = new LinkedHashMap<>();
    outputs.forEach((name, t) -> named.put(name, places[t]));
    return new Tape(inputs, kept, instructions, named);
  }
}
