// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Constant;
import io.otd.light.internal.tape.Element;
import io.otd.light.internal.tape.Instruction;
import io.otd.light.internal.tape.Tape;
import io.otd.light.internal.tape.TapeType;

/** Steps that look values up by places that are computed. A place outside is the nearest inside. */
final class TableSteps {
  /**
   * Ways down trees that go on together: with more, their nodes drive one another from the cache.
   */
  private static final int TOGETHER = 32;

  private TableSteps() {}

  /** The nearest place inside. */
  static int inside(int place, int last) {
    return Math.max(0, Math.min(place, last));
  }

  /** Elements along an axis. */
  static Step take(Tape tape, Instruction instruction, int result) {
    int x = instruction.inputs().get(0);
    int places = instruction.inputs().get(1);
    int axis = instruction.numbers().get(0);
    Fibers from = new Fibers(tape.type(x), axis);
    Fibers at = new Fibers(tape.type(places), axis);
    Fibers to = new Fibers(tape.type(result), axis);
    return (workspace, rows) -> {
      double[] values = new double[from.length()];
      double[] chosen = new double[at.length()];
      for (int r = 0; r < to.layout().rows(rows); r++) {
        for (int u = 0; u < to.units(); u++) {
          for (int d = 0; d < to.draws(); d++) {
            from.read(workspace, x, r, d, u, values);
            at.read(workspace, places, r, d, u, chosen);
            for (int i = 0; i < chosen.length; i++) {
              chosen[i] = values[inside((int) chosen[i], values.length - 1)];
            }
            to.write(workspace, result, r, d, u, chosen);
          }
        }
      }
    };
  }

  /** The number of boundaries at or below. */
  static Step bucket(Tape tape, Instruction instruction, int result) {
    int x = instruction.inputs().get(0);
    float[] boundaries = tape.constant(instruction.inputs().get(1)).floats();
    TapeType type = tape.type(x);
    Layout layout = Layout.of(type);
    return (workspace, rows) -> {
      int[][] out = workspace.ints(result);
      for (int r = 0; r < layout.rows(rows); r++) {
        for (int i = 0; i < type.size(); i++) {
          int array = layout.array(r, i);
          int at = layout.at(r, i);
          double value =
              switch (type.element()) {
                case FLOAT -> workspace.floats(x)[array][at];
                case DOUBLE -> workspace.doubles(x)[array][at];
                case INT -> workspace.ints(x)[array][at];
              };
          out[array][at] = reached(boundaries, value);
        }
      }
    };
  }

  /** None by what is no number. */
  private static int reached(float[] boundaries, double value) {
    int low = 0;
    int high = boundaries.length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (boundaries[middle] <= value) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Random bits of the seed. */
  static Step random(Tape tape, Instruction instruction, int result) {
    TapeType type = tape.type(result);
    Layout layout = Layout.of(type);
    long high = instruction.numbers().get(0);
    long mixed = high << Integer.SIZE | Integer.toUnsignedLong(instruction.numbers().get(1));
    return (workspace, rows) -> {
      int[] words = PhiloxWords.draw(workspace.seed() ^ mixed, type.size());
      int[][] out = workspace.ints(result);
      for (int i = 0; i < words.length; i++) {
        out[layout.array(0, i)][layout.at(0, i)] = words[i];
      }
    };
  }

  /**
   * Steps down trees.
   *
   * @implNote The numbers of a node are next to one another: a step reads one line of the cache.
   *     Several ways down go on together, so that none waits for the line of another: those of all
   *     rows down the tree of a draw, while it is in the cache, then those of the next draw.
   */
  static Step descend(Tape tape, Instruction instruction, int result) {
    int x = instruction.inputs().get(0);
    int begin = instruction.inputs().get(1);
    int[] nodes = nodes(tape, instruction);
    int steps = instruction.numbers().get(0);
    Layout of = Layout.of(tape.type(begin));
    int draws = of.units();
    boolean ofRows = Layout.of(tape.type(result)).ofRows();
    boolean inputOfRows = tape.type(x).ofRows();
    return (workspace, rows) -> {
      float[][] in = workspace.floats(x);
      int[][] out = workspace.ints(result);
      int[][] from = workspace.ints(begin);
      int each = ofRows ? rows : 1;
      Ways ways = new Ways();
      for (int s = 0; s < draws; s++) {
        for (int r = 0; r < each; r++) {
          ways.add(in[inputOfRows ? r : 0], from[of.ofRows() ? r : 0][s], out[r], s);
          if (ways.count == TOGETHER) {
            ways.go(nodes, steps);
          }
        }
      }
      ways.go(nodes, steps);
    };
  }

  /** Column, the bits of the threshold, left and right child of each node. */
  private static int[] nodes(Tape tape, Instruction instruction) {
    int[][] parts = new int[4][];
    for (int i = 0; i < parts.length; i++) {
      Constant table = tape.constant(instruction.inputs().get(2 + i));
      parts[i] = new Constant(table.type().with(Element.INT), table.bytes()).ints();
    }
    int[] nodes = new int[4 * parts[0].length];
    for (int i = 0; i < nodes.length; i++) {
      nodes[i] = parts[i & 3][i >> 2];
    }
    return nodes;
  }

  /** Ways down trees, each with the row that it is of and the place for its end. */
  private static final class Ways {
    private final float[][] cells = new float[TOGETHER][];
    private final int[] places = new int[TOGETHER];
    private final int[][] results = new int[TOGETHER][];
    private final int[] at = new int[TOGETHER];
    private int count;

    void add(float[] row, int begin, int[] to, int index) {
      cells[count] = row;
      places[count] = begin;
      results[count] = to;
      at[count++] = index;
    }

    /** Goes down until each node leads to itself. */
    void go(int[] nodes, int steps) {
      for (int w = 0; w < count; w++) {
        places[w] = inside(places[w], nodes.length / 4 - 1);
      }
      int step = 0;
      while (step < steps && moved(nodes)) {
        step++;
      }
      for (int w = 0; w < count; w++) {
        results[w][at[w]] = places[w];
      }
      count = 0;
    }

    private boolean moved(int[] nodes) {
      int moved = 0;
      for (int w = 0; w < count; w++) {
        int node = 4 * places[w];
        boolean right = cells[w][nodes[node]] > Float.intBitsToFloat(nodes[node + 1]);
        int next = nodes[node + (right ? 3 : 2)];
        moved |= next ^ places[w];
        places[w] = next;
      }
      return moved != 0;
    }
  }
}
