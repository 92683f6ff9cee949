// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Constant;
import io.otd.light.internal.tape.Element;
import io.otd.light.internal.tape.Instruction;
import io.otd.light.internal.tape.Tape;

/** Elements, or rows, of a constant at places that are computed. */
final class LookupStep implements Step {
  private final Constant table;
  private final float[] floats;
  private final double[] doubles;
  private final int[] ints;
  private final int places;
  private final int result;
  private final int width;
  private final int size;
  private final Layout from;
  private final Layout to;

  /** Whether each array takes one number of a row of the table: found without a division. */
  private final boolean ofUnits;

  LookupStep(Tape tape, Instruction instruction, int result) {
    this.table = tape.constant(instruction.inputs().get(0));
    this.floats = is(Element.FLOAT) ? table.floats() : new float[0];
    this.doubles = is(Element.DOUBLE) ? table.doubles() : new double[0];
    this.ints = is(Element.INT) ? table.ints() : new int[0];
    this.places = instruction.inputs().get(1);
    this.result = result;
    this.width = table.type().rank() == 2 ? table.type().units() : 1;
    this.size = tape.type(places).size();
    this.from = Layout.of(tape.type(places));
    this.to = Layout.of(tape.type(result));
    this.ofUnits = to.lanes() && to.units() == width;
  }

  private boolean is(Element element) {
    return table.type().element() == element;
  }

  @Override
  public void run(Workspace workspace, int rows) {
    int[][] at = workspace.ints(places);
    int last = table.type().size() / width - 1;
    for (int r = 0; r < from.rows(rows); r++) {
      int first = to.at(r, 0);
      for (int i = 0; i < size; i++) {
        int place = TableSteps.inside(at[from.array(r, i)][from.at(r, i)], last) * width;
        for (int u = 0; u < width; u++) {
          if (ofUnits) {
            copy(workspace, u, first + i, place + u);
          } else {
            int element = i * width + u;
            copy(workspace, to.array(r, element), to.at(r, element), place + u);
          }
        }
      }
    }
  }

  private void copy(Workspace workspace, int array, int at, int place) {
    switch (table.type().element()) {
      case FLOAT -> workspace.floats(result)[array][at] = floats[place];
      case DOUBLE -> workspace.doubles(result)[array][at] = doubles[place];
      case INT -> workspace.ints(result)[array][at] = ints[place];
    }
  }
}
