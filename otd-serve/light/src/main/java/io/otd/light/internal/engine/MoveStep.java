// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Instruction;
import io.otd.light.internal.tape.Tape;
import io.otd.light.internal.tape.TapeType;
import java.util.Arrays;
import java.util.List;

/** Copies elements to other places, in runs as long as they are next to one another. */
final class MoveStep implements Step {
  /** Numbers of a run: input, its array, place in it, array of the result, place in it, length. */
  private static final int EACH = 6;

  private final int[] inputs;
  private final Layout[] layouts;
  private final int result;
  private final Layout to;
  private int[] runs = new int[0];
  private int used;

  private MoveStep(Tape tape, List<Integer> inputs, int result) {
    this.inputs = new int[inputs.size()];
    this.layouts = new Layout[inputs.size()];
    for (int i = 0; i < this.inputs.length; i++) {
      this.inputs[i] = inputs.get(i);
      this.layouts[i] = Layout.of(tape.type(inputs.get(i)));
    }
    this.result = result;
    this.to = Layout.of(tape.type(result));
  }

  /** The step of an instruction that moves elements. */
  static MoveStep of(Tape tape, Instruction instruction, int result) {
    Moved moved = Moved.of(tape, instruction, result);
    MoveStep step = new MoveStep(tape, moved.inputs(), result);
    TapeType type = tape.type(result);
    int units = type.units();
    boolean lanes = step.to.lanes();
    for (int i = 0; i < type.size(); i++) {
      // In the order of the memory of the result.
      int array = lanes ? i / type.draws() : 0;
      int at = lanes ? i % type.draws() : i;
      int element = lanes ? at * units + array : i;
      step.add(moved.input()[element], moved.element()[element], array, at);
    }
    step.runs = Arrays.copyOf(step.runs, step.used);
    return step;
  }

  private void add(int input, int element, int toArray, int toAt) {
    Layout from = layouts[input];
    int array = from.lanes() ? element % from.units() : 0;
    int at = from.lanes() ? element / from.units() : element;
    int last = used - EACH;
    if (last >= 0
        && runs[last] == input
        && runs[last + 1] == array
        && runs[last + 2] + runs[last + 5] == at
        && runs[last + 3] == toArray
        && runs[last + 4] + runs[last + 5] == toAt) {
      runs[last + 5]++;
      return;
    }
    if (used + EACH > runs.length) {
      runs = Arrays.copyOf(runs, Math.max(8 * EACH, 2 * runs.length));
    }
    int[] run = {input, array, at, toArray, toAt, 1};
    System.arraycopy(run, 0, runs, used, EACH);
    used += EACH;
  }

  /** Whether the elements of the only input stay where they are. */
  boolean stays() {
    if (inputs.length != 1 || !layouts[0].same(to)) {
      return false;
    }
    for (int i = 0; i < used; i += EACH) {
      if (runs[i + 1] != runs[i + 3] || runs[i + 2] != runs[i + 4]) {
        return false;
      }
    }
    return true;
  }

  /** The input that stays. */
  int input() {
    return inputs[0];
  }

  @Override
  public void run(Workspace workspace, int rows) {
    Object[] out = (Object[]) workspace.any(result);
    for (int i = 0; i < used; i += EACH) {
      Layout from = layouts[runs[i]];
      Object[] in = (Object[]) workspace.any(inputs[runs[i]]);
      int step = from.lanes() && from.ofRows() ? from.draws() : 0;
      int toStep = to.lanes() && to.ofRows() ? to.draws() : 0;
      boolean rowArray = !from.lanes() && from.ofRows();
      boolean toRowArray = !to.lanes() && to.ofRows();
      for (int r = 0; r < to.rows(rows); r++) {
        System.arraycopy(
            in[rowArray ? r : runs[i + 1]],
            runs[i + 2] + r * step,
            out[toRowArray ? r : runs[i + 3]],
            runs[i + 4] + r * toStep,
            runs[i + 5]);
      }
    }
  }
}
