// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.store;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Limit on the numbers of a table in memory, and a file for the others. One thread writes. */
public final class CellStore {
  private final long most;
  private long held;
  private @Nullable UnnamedFile file;

  /**
   * A store that holds nothing yet.
   *
   * @param most bytes of numbers in memory
   */
  public CellStore(long most) {
    this.most = most;
  }

  /** A store that keeps all in memory. */
  public static CellStore unlimited() {
    return new CellStore(Long.MAX_VALUE);
  }

  /** Counts numbers in memory. */
  public void hold(int numbers) {
    held += (long) numbers * Double.BYTES;
  }

  /** Whether new and stored numbers belong in the file; once true, it stays true. */
  public boolean full() {
    return held > most;
  }

  /**
   * Writes numbers into the file.
   *
   * @param numbers of which the first {@code count} are written
   * @return where they begin, in bytes
   */
  public long write(double[] numbers, int count) {
    ByteBuffer bytes = ByteBuffer.allocate(count * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(numbers, 0, count);
    return file().append(bytes);
  }

  /** Reads numbers that were written at a position, as many as there is place for. */
  void read(double[] into, long position) {
    ByteBuffer bytes =
        ByteBuffer.allocate(into.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    Optional.ofNullable(file).orElseThrow().read(bytes, position);
    bytes.flip().asDoubleBuffer().get(into);
  }

  private UnnamedFile file() {
    if (file == null) {
      file = UnnamedFile.create("table");
    }
    return file;
  }
}
