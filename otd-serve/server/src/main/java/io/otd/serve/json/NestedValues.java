// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * A tensor being built: values in nested lists, whose first elements determine the shape. In the
 * row form it is made of several items of one shape.
 */
final class NestedValues {
  /** As many sizes as TensorFlow's shapes may have. */
  private static final int MAX_RANK = 254;

  private static final int UNKNOWN = -1;

  private final ElementValues values;

  /** Sizes of the item being read; unknown where no list of that level has ended yet. */
  private final int[] sizes = new int[MAX_RANK];

  private final int[] counts = new int[MAX_RANK];
  private int rank = UNKNOWN;
  private int[] first = {};
  private int items;

  NestedValues(ElementValues values) {
    this.values = values;
  }

  /**
   * Reads the only value, or one more item.
   *
   * @throws ServingException INVALID_ARGUMENT, if it is ragged, of another shape than the items
   *     before it, or has an element of another type
   */
  void add(JsonReader reader) {
    rank = UNKNOWN;
    int depth = 0;
    do {
      if (reader.openList()) {
        enter(depth++);
        if (!reader.closeList()) {
          continue;
        }
        if (rank == UNKNOWN) {
          rank = depth;
        }
        depth = leave(depth);
      } else {
        leaf(reader, depth);
      }
      depth = ended(reader, depth);
    } while (depth > 0);
    compare();
    items++;
  }

  private void enter(int depth) {
    if (rank != UNKNOWN && depth >= rank) {
      throw ServingException.invalid(
          "Encountered list at unexpected level: %s expected < %s".formatted(depth, rank));
    }
    if (depth == MAX_RANK) {
      throw ServingException.invalid(
          "Encountered list at level: %s expected < %1$s".formatted(depth));
    }
    if (rank == UNKNOWN) {
      sizes[depth] = UNKNOWN;
    }
    counts[depth] = 0;
  }

  private void leaf(JsonReader reader, int depth) {
    if (rank == UNKNOWN) {
      rank = depth;
    } else if (depth != rank) {
      throw reader.refusal(
          "found at incorrect level: %s in the JSON DOM. Expected at level: %s"
              .formatted(depth + 1, rank));
    }
    values.add(reader);
  }

  /** After a value: leaves the lists that end with it. */
  private int ended(JsonReader reader, int from) {
    int depth = from;
    while (depth > 0) {
      counts[depth - 1]++;
      if (reader.next()) {
        return depth;
      }
      depth = leave(depth);
    }
    return 0;
  }

  private int leave(int depth) {
    int level = depth - 1;
    if (sizes[level] == UNKNOWN) {
      sizes[level] = counts[level];
    } else if (sizes[level] != counts[level]) {
      throw ServingException.invalid(
          "Encountered list at unexpected size: %s at level: %s expected size: %s"
              .formatted(counts[level], level, sizes[level]));
    }
    return level;
  }

  private void compare() {
    if (items == 0) {
      first = Arrays.copyOf(sizes, rank);
      return;
    }
    if (Arrays.equals(first, 0, first.length, sizes, 0, rank)) {
      return;
    }
    int[] other = Arrays.copyOf(sizes, rank);
    if (size(first) != size(other)) {
      throw ServingException.invalid(
          "Expecting tensor size: %s but got: %s".formatted(size(first), size(other)));
    }
    throw ServingException.invalid(
        "Expecting shape %s but got: %s".formatted(text(first), text(other)));
  }

  private static long size(int[] shape) {
    return Arrays.stream(shape).asLongStream().reduce(1, (a, b) -> a * b);
  }

  private static String text(int[] shape) {
    return Arrays.stream(shape)
        .mapToObj(String::valueOf)
        .collect(Collectors.joining(",", "[", "]"));
  }

  /** Number of elements of the only value read. */
  long elements() {
    return size(first);
  }

  /** The elements of the only value that was read, in another shape of as many. */
  HostTensor shaped(long... shape) {
    return values.tensor(shape);
  }

  /** The only value that was read. */
  HostTensor single() {
    return values.tensor(Arrays.stream(first).asLongStream().toArray());
  }

  /** All items that were read, one after the other along a first axis. */
  HostTensor batch() {
    return values.tensor(
        LongStream.concat(LongStream.of(items), Arrays.stream(first).asLongStream()).toArray());
  }
}
