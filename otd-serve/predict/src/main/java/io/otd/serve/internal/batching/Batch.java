// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.batching;

import java.util.ArrayList;
import java.util.List;

/** Work that waits for one run. Its scheduler's lock guards it until it is removed. */
final class Batch {
  /** A size that native memory and one Java array hold with ease. */
  private static final long MAX_BYTES = 1L << 29;

  private final List<Work> works = new ArrayList<>();
  private final int most;
  private int rows;
  private long bytes;
  private boolean due;

  /**
   * An empty batch.
   *
   * @param most maximum number of rows
   * @param due whether it need not wait for more work
   */
  Batch(int most, boolean due) {
    this.most = most;
    this.due = due;
  }

  /** Whether work of the same form fits in. */
  boolean hasRoomFor(Work work) {
    return works.isEmpty() || (rows + work.rows() <= most && bytes + work.bytes() <= MAX_BYTES);
  }

  void add(Work work) {
    works.add(work);
    rows += work.rows();
    bytes += work.bytes();
    due |= !work.isJoinable() || rows >= most;
  }

  /** It no longer waits for more work. */
  void makeDue() {
    due = true;
  }

  boolean isDue() {
    return due;
  }

  List<Work> works() {
    return works;
  }

  /**
   * Whether filling a batch with copies of a row would make it too large to be joined.
   *
   * @param filled rows with the copies
   */
  static boolean tooLargeIfFilled(List<Work> works, int rows, int filled) {
    long bytes = works.stream().mapToLong(Work::bytes).sum();
    return filled > rows && (double) bytes / rows * filled > MAX_BYTES;
  }
}
