// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.TapeType;

/**
 * The fibers of a tensor along an axis: the elements that differ in their place along it only.
 * Fibers are numbered as the elements of a tensor with size 1 along the axis.
 */
final class Fibers {
  private final Layout layout;
  private final boolean ofUnits;
  private final int length;
  private final int inner;
  private final int count;

  /**
   * The fibers along an axis.
   *
   * @param axis of the tensor
   */
  Fibers(TapeType type, int axis) {
    layout = Layout.of(type);
    length = type.dims().get(axis);
    ofUnits = axis == type.rank() - 1;
    inner = ofUnits ? 1 : type.after(axis) / type.units();
    count = layout.draws() / (ofUnits ? 1 : length);
  }

  /** Elements of a fiber. */
  int length() {
    return length;
  }

  /** Fibers of a row that differ in their draw. */
  int draws() {
    return count;
  }

  /** Fibers of a row that differ in their unit. */
  int units() {
    return ofUnits ? 1 : layout.units();
  }

  Layout layout() {
    return layout;
  }

  /** The array of an element. */
  int array(int row, int unit, int place) {
    if (!layout.lanes()) {
      return layout.ofRows() ? row : 0;
    }
    return ofUnits ? place : unit;
  }

  /** Place in the array of an element. */
  int at(int row, int draw, int unit, int place) {
    if (!layout.lanes()) {
      return ofUnits ? place : unit;
    }
    int base = layout.ofRows() ? row * layout.draws() : 0;
    if (ofUnits) {
      return base + draw;
    }
    return base + (draw / inner * length + place) * inner + draw % inner;
  }

  /** Reads a fiber as numbers. */
  void read(Workspace workspace, int tensor, int row, int draw, int unit, double[] to) {
    int array = array(row, unit, 0);
    int at = at(row, draw, unit, 0);
    boolean acrossArrays = ofUnits && layout.lanes();
    int step = acrossArrays ? 1 : 0;
    int stride = acrossArrays ? 0 : inner;
    switch (layout.element()) {
      case FLOAT -> {
        float[][] values = workspace.floats(tensor);
        for (int i = 0; i < length; i++) {
          to[i] = values[array + i * step][at + i * stride];
        }
      }
      case DOUBLE -> {
        double[][] values = workspace.doubles(tensor);
        for (int i = 0; i < length; i++) {
          to[i] = values[array + i * step][at + i * stride];
        }
      }
      case INT -> {
        int[][] values = workspace.ints(tensor);
        for (int i = 0; i < length; i++) {
          to[i] = values[array + i * step][at + i * stride];
        }
      }
    }
  }

  /** Writes a fiber. */
  void write(Workspace workspace, int tensor, int row, int draw, int unit, double[] from) {
    for (int i = 0; i < length; i++) {
      int array = array(row, unit, i);
      int at = at(row, draw, unit, i);
      switch (layout.element()) {
        case FLOAT -> workspace.floats(tensor)[array][at] = (float) from[i];
        case DOUBLE -> workspace.doubles(tensor)[array][at] = from[i];
        case INT -> workspace.ints(tensor)[array][at] = (int) from[i];
      }
    }
  }
}
