// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Instruction;
import io.otd.light.internal.tape.Opcode;
import io.otd.light.internal.tape.Tape;
import io.otd.light.internal.tape.TapeType;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The steps to some outputs of a tape, for a few rows at once. What all rows and seeds share is
 * computed once; what rows share, once for each seed. Immutable and thread-safe.
 *
 * @implNote The memory of a call waits for the next one: fresh memory would be zeroed first, and be
 *     in no cache. One is kept; a concurrent call creates its own.
 */
public final class Plan {
  private static final int MOST_ROWS = 16;
  private static final int MOST_LANES = 512;
  private static final int FEWEST_LANES = 16;
  private static final int UNITS_IN_CACHE = 1 << 16;

  private final Tape tape;
  private final int[] outputs;
  private final int rows;
  private final Phases phases;
  private final Memory memory;
  private final List<Step> ofSeed = new ArrayList<>();
  private final List<Step> ofRows = new ArrayList<>();
  private final AtomicReference<Workspace> idle = new AtomicReference<>();

  /**
   * Plans.
   *
   * @param outputs numbers of tensors of float
   * @param rows at most at once
   */
  public Plan(Tape tape, int[] outputs, int rows) {
    this.tape = tape;
    this.outputs = outputs.clone();
    this.rows = rows;
    this.phases = Phases.of(tape, outputs);
    this.memory = new Memory(tape, phases, outputs, rows);
    List<Integer> needed = phases.instructions();
    List<Step> once = new ArrayList<>();
    List<List<Operand>> operands = new ArrayList<>();
    for (int i : needed) {
      Steps making = Steps.of(tape, i);
      Step step = making.step();
      if (step instanceof MoveStep move && move.stays()) {
        memory.alias(tape.result(i), move.input());
      } else {
        operands.add(making.operands());
        list(once, tape.result(i)).add(step);
      }
    }
    for (List<Operand> all : operands) {
      for (Operand operand : all) {
        memory.note(operand);
      }
    }
    memory.arrange();
    memory.computeOnce(once);
  }

  private List<Step> list(List<Step> once, int tensor) {
    return switch (phases.of(tensor)) {
      case ONCE -> once;
      case SEED -> ofSeed;
      case ROWS -> ofRows;
    };
  }

  /** Takes the outputs of a row. */
  @FunctionalInterface
  public interface Sink {
    /**
     * Takes them.
     *
     * @param row from 0
     * @param outputs row-major, in the order of the plan
     */
    void take(int row, float[][] outputs);
  }

  /**
   * Computes rows of one seed.
   *
   * @param x encoded rows, {@code [n][d_x]}
   * @param from the first
   * @param to after the last
   * @param sink takes the outputs of each row, by its number in x
   */
  public void run(float[][] x, int from, int to, long seed, Sink sink) {
    Workspace kept = idle.getAndSet(null);
    Workspace workspace = kept == null ? memory.workspace() : kept;
    workspace.seed(seed);
    if (!ofSeed.isEmpty()) {
      for (Step step : ofSeed) {
        step.run(workspace, 1);
      }
      memory.repeatOfSeed(workspace, Math.min(rows, to - from));
    }
    for (int first = from; first < to; first += rows) {
      int count = Math.min(rows, to - first);
      System.arraycopy(x, first, workspace.floats(Tape.ROWS), 0, count);
      for (Step step : ofRows) {
        step.run(workspace, count);
      }
      for (int r = 0; r < count; r++) {
        sink.take(first + r, outputs(workspace, r));
      }
    }
    idle.set(workspace);
  }

  private float[][] outputs(Workspace workspace, int row) {
    float[][] all = new float[outputs.length][];
    for (int i = 0; i < all.length; i++) {
      all[i] = values(workspace, outputs[i], row);
    }
    return all;
  }

  private float[] values(Workspace workspace, int tensor, int row) {
    TapeType type = tape.type(tensor);
    Layout layout = Layout.of(type);
    float[][] from = workspace.floats(tensor);
    if (!layout.lanes()) {
      return from[layout.ofRows() ? row : 0].clone();
    }
    float[] to = new float[type.size()];
    int base = layout.ofRows() ? row * layout.draws() : 0;
    int units = layout.units();
    for (int u = 0; u < units; u++) {
      float[] array = from[u];
      for (int d = 0, k = u; d < layout.draws(); d++, k += units) {
        to[k] = array[base + d];
      }
    }
    return to;
  }

  /**
   * Rows to compute at once: enough that the scalar ends of the loops matter little, and few enough
   * that the units of a layer stay in the caches.
   */
  public static int rowsAtOnce(Tape tape) {
    int draws = 1;
    int widest = 1;
    for (int i = 0; i < tape.instructions().size(); i++) {
      Instruction instruction = tape.instructions().get(i);
      TapeType type = tape.type(tape.result(i));
      if (instruction.opcode() == Opcode.AFFINE && type.ofRows()) {
        draws = Math.max(draws, type.draws());
        widest = Math.max(widest, type.units());
      }
    }
    long fitting = Memory.MOST_VALUES / 2 / Math.max(1, tape.mostAlive());
    int lanes = Math.max(FEWEST_LANES, Math.min(MOST_LANES, UNITS_IN_CACHE / widest));
    return (int) Math.max(1, Math.min(Math.min(MOST_ROWS, fitting), lanes / draws));
  }
}
