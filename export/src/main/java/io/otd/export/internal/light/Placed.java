// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import java.util.ArrayList;
import java.util.List;

/**
 * A tensor of a flat graph in a tensor of a tape, which has no dimension of the rows. Where only
 * the order of dimensions changes, or one of size 1 comes or goes, the tape's tensor stays as it
 * is.
 *
 * @param tensor its number
 * @param shape of the graph's tensor, -1 for the rows
 * @param axes for each dimension of the graph's tensor that of the tape's, {@link #ROWS}, or {@link
 *     #NONE} for one of size 1 that the tape's lacks
 */
record Placed(int tensor, List<Long> shape, List<Integer> axes) {
  static final int ROWS = -1;
  static final int NONE = -2;

  Placed {
    shape = List.copyOf(shape);
    axes = List.copyOf(axes);
  }

  /** A tensor whose dimensions are those of the graph's, in their order. */
  static Placed plain(int tensor, List<Long> shape) {
    List<Integer> axes = new ArrayList<>();
    int next = 0;
    for (long size : shape) {
      axes.add(size < 0 ? ROWS : next++);
    }
    return new Placed(tensor, shape, axes);
  }

  int rank() {
    return shape.size();
  }

  /** Whether each row has its own. */
  boolean ofRows() {
    return axes.contains(ROWS);
  }

  /** Whether the dimensions are in the order of the tape's, and the tape's has no others. */
  boolean isPlain(int tapeRank) {
    return equals(plain(tensor, shape)) && tapeRank == rank() - (ofRows() ? 1 : 0);
  }

  /** The same with another tensor of the same dimensions. */
  Placed with(int other) {
    return new Placed(other, shape, axes);
  }

  /** The same without a dimension of size 1. */
  Placed without(int axis) {
    List<Long> left = new ArrayList<>(shape);
    List<Integer> places = new ArrayList<>(axes);
    left.remove(axis);
    places.remove(axis);
    return new Placed(tensor, left, places);
  }

  /** The same with a dimension of size 1 before one. */
  Placed with(int axis, int place) {
    List<Long> more = new ArrayList<>(shape);
    List<Integer> places = new ArrayList<>(axes);
    more.add(axis, 1L);
    places.add(axis, place);
    return new Placed(tensor, more, places);
  }

  /** The same with another size of a dimension, of another tensor. */
  Placed resized(int other, int axis, long size) {
    List<Long> changed = new ArrayList<>(shape);
    changed.set(axis, size);
    return new Placed(other, changed, axes);
  }

  /** Sizes of all dimensions but that of the rows. */
  List<Integer> ofRow() {
    return shape.stream().filter(size -> size >= 0).map(Math::toIntExact).toList();
  }
}
