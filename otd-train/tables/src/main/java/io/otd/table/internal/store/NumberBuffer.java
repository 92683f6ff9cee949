// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.store;

import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.StoredColumn;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Numbers of unknown count, without boxing and without copying while it grows. Numbers beyond the
 * store's memory are written to its file.
 */
public final class NumberBuffer {
  /** Numbers of a piece. */
  static final int CHUNK = 1 << 13;

  private final CellStore store;
  private final boolean always;
  private final List<double[]> full = new ArrayList<>();
  private double[] last = new double[64];
  private int used;
  private long[] written = new long[4];
  private int pieces;
  private int missing;

  /**
   * An empty buffer.
   *
   * @param store of all numbers of the table
   */
  public NumberBuffer(CellStore store) {
    this(store, false);
  }

  /**
   * An empty buffer.
   *
   * @param always whether everything is written to the file, regardless of memory
   */
  NumberBuffer(CellStore store, boolean always) {
    this.store = store;
    this.always = always;
  }

  /** A buffer that keeps all in memory. */
  public NumberBuffer() {
    this(CellStore.unlimited());
  }

  /** A buffer of some numbers. */
  public static NumberBuffer of(double[] numbers, CellStore store) {
    NumberBuffer buffer = new NumberBuffer(store);
    for (double number : numbers) {
      buffer.add(number);
    }
    return buffer;
  }

  /** Adds a number; NaN for a missing one. */
  public void add(double value) {
    if (used == last.length) {
      grow();
    }
    last[used++] = value;
  }

  /** Number of cells. */
  public long size() {
    return (long) (pieces + full.size()) * CHUNK + used;
  }

  private void grow() {
    if (last.length < CHUNK) {
      last = Arrays.copyOf(last, 2 * last.length);
      return;
    }
    full.add(last);
    store.hold(CHUNK);
    if (stored()) {
      flush();
    } else {
      last = new double[CHUNK];
    }
    used = 0;
  }

  /** Whether the numbers are those of a table that does not fit its memory. */
  public boolean stored() {
    return always || store.full();
  }

  private void flush() {
    full.forEach(chunk -> write(chunk, CHUNK));
    full.clear();
  }

  private void write(double[] chunk, int count) {
    if (pieces == written.length) {
      written = Arrays.copyOf(written, 2 * pieces);
    }
    written[pieces++] = store.write(chunk, count);
    for (int i = 0; i < count; i++) {
      missing += Double.isNaN(chunk[i]) ? 1 : 0;
    }
  }

  /**
   * The column of the numbers so far: in memory, or where the table does not fit it. The buffer is
   * empty afterwards.
   *
   * @param unit of the numbers; empty for none
   */
  public Column column(String name, String unit) {
    return stored()
        ? new StoredColumn(name, drainStored(), unit)
        : new NumericColumn(name, drain(), unit);
  }

  /** All numbers in one array; the buffer is empty afterwards. None of them may be in the file. */
  public double[] drain() {
    if (pieces > 0) {
      throw new IllegalStateException("numbers in a file (expected: drainStored)");
    }
    double[] all = new double[Math.addExact(Math.multiplyExact(full.size(), CHUNK), used)];
    int offset = 0;
    for (double[] chunk : full) {
      System.arraycopy(chunk, 0, all, offset, CHUNK);
      offset += CHUNK;
    }
    System.arraycopy(last, 0, all, offset, used);
    full.clear();
    last = new double[64];
    used = 0;
    return all;
  }

  /** All numbers in the file; the buffer is empty afterwards. */
  public StoredNumbers drainStored() {
    int size = Math.toIntExact(size());
    flush();
    if (used > 0) {
      write(last, used);
    }
    StoredNumbers all =
        new StoredNumbers(store, Arrays.copyOf(written, pieces), CHUNK, size, missing);
    pieces = 0;
    missing = 0;
    last = new double[64];
    used = 0;
    return all;
  }
}
