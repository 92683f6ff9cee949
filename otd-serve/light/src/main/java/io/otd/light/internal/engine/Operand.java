// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.tape.TapeType;
import java.util.Arrays;

/**
 * An input of a step, broadcast to the layout of the result: for each array of the result the array
 * to combine it with.
 */
final class Operand {
  /** Where the values come from. */
  private enum Source {
    /** The array of the same number. */
    SAME,
    /** The first array. */
    FIRST,
    /** One value of the first array for all. */
    ONE,
    /** One value for each row. */
    OF_ROW,
    /** One value of the array of the same number for all. */
    OF_ARRAY,
    /** The value of another draw. */
    MAPPED
  }

  private final int tensor;
  private final int buffer;
  private final Layout layout;
  private final Layout result;
  private final Source source;
  private final int[] draws;

  /**
   * An operand.
   *
   * @param buffer which of the workspace's buffers it may use
   * @param type of the tensor, which broadcasts to the result
   * @param to type of the result
   */
  Operand(int tensor, int buffer, TapeType type, TapeType to) {
    this.tensor = tensor;
    this.buffer = buffer;
    this.layout = Layout.of(type);
    this.result = Layout.of(to);
    this.source = source();
    this.draws = source == Source.MAPPED ? Broadcast.draws(type, to) : new int[0];
  }

  private Source source() {
    boolean wide = layout.units() == result.units();
    if (!result.lanes()) {
      if (wide) {
        return layout.ofRows() || !result.ofRows() ? Source.SAME : Source.FIRST;
      }
      return layout.ofRows() || !result.ofRows() ? Source.OF_ARRAY : Source.ONE;
    }
    if (!layout.lanes()) {
      return layout.ofRows() ? Source.OF_ROW : Source.ONE;
    }
    if (layout.draws() != result.draws()) {
      return Source.MAPPED;
    }
    return wide ? Source.SAME : Source.FIRST;
  }

  /** Whether a tensor that all rows share is read as if each row had its own. */
  boolean repeated() {
    return result.lanes()
        && result.ofRows()
        && !layout.ofRows()
        && (source == Source.SAME || source == Source.FIRST);
  }

  int tensor() {
    return tensor;
  }

  /** Place of an array's single values. */
  private int unit(int array) {
    return layout.units() == 1 ? 0 : array;
  }

  /**
   * The values to combine an array of the result with.
   *
   * @return a {@code float[]}, {@code double[]} or {@code int[]}, as the tensor's elements are
   */
  Object values(Workspace workspace, int array, int rows) {
    Object[] values = (Object[]) workspace.any(tensor);
    if (source == Source.SAME || source == Source.FIRST) {
      return values[source == Source.SAME ? array : 0];
    }
    Object to = workspace.buffer(layout.element(), buffer);
    int n = result.length(rows);
    switch (source) {
      case ONE -> fill(to, 0, n, values[0], result.lanes() ? unit(array) : 0);
      case OF_ARRAY -> fill(to, 0, n, values[array], 0);
      case OF_ROW -> {
        int d = result.draws();
        for (int r = 0; r < rows; r++) {
          fill(to, r * d, (r + 1) * d, values[r], unit(array));
        }
      }
      default -> {
        for (int r = 0; r < result.rows(rows); r++) {
          int base = layout.ofRows() ? r * layout.draws() : 0;
          gather(to, r * draws.length, values[unit(array)], base);
        }
      }
    }
    return to;
  }

  private static void fill(Object to, int from, int end, Object values, int at) {
    if (to instanceof float[] floats) {
      Arrays.fill(floats, from, end, ((float[]) values)[at]);
    } else if (to instanceof double[] doubles) {
      Arrays.fill(doubles, from, end, ((double[]) values)[at]);
    } else {
      Arrays.fill((int[]) to, from, end, ((int[]) values)[at]);
    }
  }

  /** The values of the draws, counted from a base, one after another from a place on. */
  private void gather(Object to, int at, Object values, int base) {
    if (to instanceof float[] floats) {
      for (int d = 0; d < draws.length; d++) {
        floats[at + d] = ((float[]) values)[base + draws[d]];
      }
    } else if (to instanceof double[] doubles) {
      for (int d = 0; d < draws.length; d++) {
        doubles[at + d] = ((double[]) values)[base + draws[d]];
      }
    } else {
      for (int d = 0; d < draws.length; d++) {
        ((int[]) to)[at + d] = ((int[]) values)[base + draws[d]];
      }
    }
  }
}
