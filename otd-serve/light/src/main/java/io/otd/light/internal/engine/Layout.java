// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.Element;
import io.otd.light.internal.tape.TapeType;

/**
 * How the engine holds a tensor: as an array of arrays. A tensor with several draws has an array of
 * lanes for each unit: lane {@code r D + d} is draw d of row r. Another one has an array of units
 * for each row.
 *
 * @param element of the tensor
 * @param ofRows whether each row has its own
 * @param draws D, the product of all dimensions but the last
 * @param units U, size of the last dimension
 */
record Layout(Element element, boolean ofRows, int draws, int units) {
  static Layout of(TapeType type) {
    return new Layout(type.element(), type.ofRows(), type.draws(), type.units());
  }

  /**
   * Whether another layout is the same.
   *
   * @implNote Not the method of records, whose first use costs a JVM tens of milliseconds.
   */
  boolean same(Layout other) {
    return element == other.element
        && ofRows == other.ofRows
        && draws == other.draws
        && units == other.units;
  }

  /** Whether the arrays are those of units. */
  boolean lanes() {
    return draws > 1;
  }

  /** Number of arrays. */
  int arrays(int rows) {
    if (lanes()) {
      return units;
    }
    return ofRows ? rows : 1;
  }

  /** Values of an array. */
  int length(int rows) {
    if (lanes()) {
      return ofRows ? rows * draws : draws;
    }
    return units;
  }

  /** The rows that count: those of the request, or one for all. */
  int rows(int requested) {
    return ofRows ? requested : 1;
  }

  /** The array that holds an element of a row. */
  int array(int row, int element) {
    if (lanes()) {
      return element % units;
    }
    return ofRows ? row : 0;
  }

  /** Where the array holds it. */
  int at(int row, int element) {
    if (lanes()) {
      return (ofRows ? row * draws : 0) + element / units;
    }
    return element;
  }

  /** Arrays for a number of rows. */
  Object allocate(int arrays, int length) {
    return switch (element) {
      case FLOAT -> new float[arrays][length];
      case DOUBLE -> new double[arrays][length];
      case INT -> new int[arrays][length];
    };
  }
}
