// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.TapeType;

/**
 * Where the elements of a row are.
 *
 * @param layout of the tensor
 */
record Cells(Layout layout) {
  Cells(TapeType type) {
    this(Layout.of(type));
  }

  int rows(int requested) {
    return layout.rows(requested);
  }

  int array(int row, int element) {
    if (layout.lanes()) {
      return element % layout.units();
    }
    return layout.ofRows() ? row : 0;
  }

  int at(int row, int element) {
    if (layout.lanes()) {
      return (layout.ofRows() ? row * layout.draws() : 0) + element / layout.units();
    }
    return element;
  }
}
