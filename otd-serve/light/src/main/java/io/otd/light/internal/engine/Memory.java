// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.core.internal.check.Check;
import io.otd.light.internal.tape.Constant;
import io.otd.light.internal.tape.Instruction;
import io.otd.light.internal.tape.Tape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the tensors of a plan are in memory. Tensors that are not needed at the same time share
 * arrays.
 */
final class Memory {
  /** The largest number of values that a workspace holds. */
  static final long MOST_VALUES = 1L << 27;

  private final Tape tape;
  private final Phases phases;
  private final int rows;
  private final int[] roots;
  private final int[] lastUse;
  private final boolean[] repeated;
  private final boolean[] computed;
  private final boolean[] readByRows;
  private final boolean[] readAsTensor;
  private final int[] slots;
  private final List<Slot> all = new ArrayList<>();
  private final Object[] fixed;
  private int longest = 1;

  /** Arrays for tensors, one at a time. */
  private record Slot(Layout shape, int arrays, int length) {
    Object allocate() {
      return shape.allocate(arrays, length);
    }

    boolean fits(Slot other) {
      return shape.element() == other.shape.element()
          && arrays == other.arrays
          && length == other.length;
    }
  }

  Memory(Tape tape, Phases phases, int[] outputs, int rows) {
    this.tape = tape;
    this.phases = phases;
    this.rows = rows;
    roots = new int[tape.tensors()];
    Arrays.setAll(roots, t -> t);
    lastUse = new int[tape.tensors()];
    repeated = new boolean[tape.tensors()];
    computed = new boolean[tape.tensors()];
    readByRows = new boolean[tape.tensors()];
    readAsTensor = new boolean[tape.tensors()];
    slots = new int[tape.tensors()];
    Arrays.fill(slots, -1);
    fixed = new Object[tape.tensors()];
    Arrays.fill(lastUse, -1);
    for (int output : outputs) {
      lastUse[output] = Integer.MAX_VALUE;
      readAsTensor[output] = true;
    }
  }

  /** A tensor whose arrays are those of another one. */
  void alias(int tensor, int of) {
    roots[tensor] = roots[of];
  }

  /** Takes an operand into account. */
  void note(Operand operand) {
    if (operand.repeated()) {
      repeated[roots[operand.tensor()]] = true;
    }
  }

  /** Gives arrays to all tensors. */
  void arrange() {
    List<Integer> order = new ArrayList<>();
    for (Phases.Phase phase : Phases.Phase.values()) {
      for (int i : phases.instructions()) {
        if (phases.of(tape.result(i)) == phase) {
          order.add(i);
        }
      }
    }
    for (int place = 0; place < order.size(); place++) {
      use(order.get(place), place);
    }
    for (int t = 0; t < roots.length; t++) {
      lastUse[roots[t]] = Math.max(lastUse[roots[t]], lastUse[t]);
    }
    share(order);
    long values = 0;
    for (Slot slot : all) {
      values += (long) slot.arrays() * slot.length();
    }
    for (int t = 0; t < roots.length; t++) {
      if (computed[t] && roots[t] == t && phases.of(t) == Phases.Phase.ONCE) {
        Slot slot = slot(t);
        values += (long) slot.arrays() * slot.length();
      }
    }
    Check.that(
        values <= MOST_VALUES, "values in memory at once", values, "at most %s", MOST_VALUES);
  }

  private void use(int number, int place) {
    Instruction instruction = tape.instructions().get(number);
    int result = tape.result(number);
    computed[result] = true;
    for (int k = 0; k < instruction.inputs().size(); k++) {
      int input = instruction.inputs().get(k);
      lastUse[input] = Math.max(lastUse[input], place);
      readByRows[roots[input]] |= phases.of(result) == Phases.Phase.ROWS;
      readAsTensor[input] |= !Steps.readsAlone(instruction, k);
    }
  }

  private void share(List<Integer> order) {
    List<Integer> free = new ArrayList<>();
    Map<Integer, List<Integer>> ending = new HashMap<>();
    for (int place = 0; place < order.size(); place++) {
      int tensor = tape.result(order.get(place));
      longest = Math.max(longest, length(tensor));
      if (roots[tensor] == tensor && phases.of(tensor) != Phases.Phase.ONCE) {
        slots[tensor] = take(free, slot(tensor));
        if (!outlives(tensor)) {
          ending.computeIfAbsent(lastUse[tensor], key -> new ArrayList<>()).add(tensor);
        }
      }
      for (int ended : ending.getOrDefault(place, List.of())) {
        free.add(slots[ended]);
      }
    }
  }

  /** A free slot that fits, the last one that was in use, or a new one. */
  private int take(List<Integer> free, Slot slot) {
    for (int i = free.size() - 1; i >= 0; i--) {
      if (all.get(free.get(i)).fits(slot)) {
        return free.remove(i);
      }
    }
    all.add(slot);
    return all.size() - 1;
  }

  /** Whether a tensor of a seed is read when rows are computed, block after block. */
  private boolean outlives(int tensor) {
    if (lastUse[tensor] == Integer.MAX_VALUE || lastUse[tensor] < 0) {
      return true;
    }
    return phases.of(tensor) == Phases.Phase.SEED && readByRows[tensor];
  }

  private int length(int tensor) {
    Layout layout = Layout.of(tape.type(tensor));
    boolean many = layout.lanes() && repeated[roots[tensor]];
    return many ? rows * layout.draws() : layout.length(rows);
  }

  private Slot slot(int tensor) {
    Layout layout = Layout.of(tape.type(tensor));
    return new Slot(layout, layout.arrays(rows), length(tensor));
  }

  /** Computes what all seeds and rows share. */
  void computeOnce(List<Step> steps) {
    for (int t = 1; t < fixed.length; t++) {
      if (tape.isConstant(t)) {
        if (readAsTensor[t]) {
          fixed[t] = arrays(tape.constant(t), length(t));
        }
      } else if (phases.of(t) == Phases.Phase.ONCE && roots[t] == t && computed[t]) {
        fixed[t] = slot(t).allocate();
      }
    }
    for (int t = 0; t < fixed.length; t++) {
      fixed[t] = fixed[roots[t]];
    }
    Workspace workspace = new Workspace(fixed, longest);
    for (Step step : steps) {
      step.run(workspace, 1);
    }
    for (int t = 0; t < fixed.length; t++) {
      if (roots[t] == t && repeated[t] && phases.of(t) == Phases.Phase.ONCE) {
        repeat(fixed[t], Layout.of(tape.type(t)), rows);
      }
    }
  }

  private static Object arrays(Constant constant, int length) {
    Layout layout = Layout.of(constant.type());
    Object arrays = layout.allocate(layout.arrays(1), length);
    int size = constant.type().size();
    switch (layout.element()) {
      case FLOAT -> {
        float[] values = constant.floats();
        for (int i = 0; i < size; i++) {
          ((float[][]) arrays)[layout.array(0, i)][layout.at(0, i)] = values[i];
        }
      }
      case DOUBLE -> {
        double[] values = constant.doubles();
        for (int i = 0; i < size; i++) {
          ((double[][]) arrays)[layout.array(0, i)][layout.at(0, i)] = values[i];
        }
      }
      case INT -> {
        int[] values = constant.ints();
        for (int i = 0; i < size; i++) {
          ((int[][]) arrays)[layout.array(0, i)][layout.at(0, i)] = values[i];
        }
      }
    }
    return arrays;
  }

  /** Memory of a call. */
  Workspace workspace() {
    Object[] allocated = new Object[all.size()];
    for (int i = 0; i < allocated.length; i++) {
      allocated[i] = all.get(i).allocate();
    }
    Object[] values = fixed.clone();
    values[Tape.ROWS] = new float[rows][];
    for (int t = 0; t < values.length; t++) {
      int slot = slots[roots[t]];
      if (slot >= 0) {
        values[t] = allocated[slot];
      } else if (roots[t] == Tape.ROWS) {
        values[t] = values[Tape.ROWS];
      }
    }
    return new Workspace(values, longest);
  }

  /** Repeats what rows read of a seed as if each had its own. */
  void repeatOfSeed(Workspace workspace, int count) {
    for (int t = 0; t < roots.length; t++) {
      if (roots[t] == t && repeated[t] && phases.of(t) == Phases.Phase.SEED) {
        repeat(workspace.any(t), Layout.of(tape.type(t)), count);
      }
    }
  }

  private static void repeat(Object arrays, Layout layout, int count) {
    int draws = layout.draws();
    for (Object array : (Object[]) arrays) {
      for (int r = 1; r < count; r++) {
        System.arraycopy(array, 0, array, r * draws, draws);
      }
    }
  }
}
