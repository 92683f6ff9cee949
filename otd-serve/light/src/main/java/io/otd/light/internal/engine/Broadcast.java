// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.TapeType;

/** Where the elements of a broadcast tensor come from. */
final class Broadcast {
  private Broadcast() {}

  /** For each draw of the result the draw of the tensor. */
  static int[] draws(TapeType from, TapeType to) {
    int[] draws = new int[to.draws()];
    for (int d = 0; d < draws.length; d++) {
      draws[d] = element(from, to, d * to.units()) / from.units();
    }
    return draws;
  }

  /** The element of a tensor that an element of the result is. */
  static int element(TapeType from, TapeType to, int element) {
    int rest = element;
    int at = 0;
    int more = to.rank() - from.rank();
    for (int axis = more; axis < to.rank(); axis++) {
      int size = from.dims().get(axis - more);
      int place = rest / to.after(axis) % to.dims().get(axis);
      at += size == 1 ? 0 : place * from.after(axis - more);
    }
    return at;
  }
}
