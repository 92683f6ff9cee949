// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.store;

import io.otd.table.StoredColumn;
import org.jspecify.annotations.Nullable;

/**
 * Numbers in a {@link CellStore}, in pieces of the same size; the last may be smaller. The piece
 * that was read last stays in memory.
 */
public final class StoredNumbers implements StoredColumn.Cells {
  private final CellStore store;
  private final long[] pieces;
  private final int pieceSize;
  private final int size;
  private final int missing;
  private volatile @Nullable Piece last;

  /** A piece in memory. */
  private record Piece(int number, double[] values) {}

  /**
   * Numbers that were written.
   *
   * @param store holds them
   * @param pieces where each begins
   * @param pieceSize numbers of each but the last
   * @param size how many numbers there are
   * @param missing how many of them are NaN
   */
  public StoredNumbers(CellStore store, long[] pieces, int pieceSize, int size, int missing) {
    this.store = store;
    this.pieces = pieces.clone();
    this.pieceSize = pieceSize;
    this.size = size;
    this.missing = missing;
  }

  @Override
  public int size() {
    return size;
  }

  @Override
  public int missing() {
    return missing;
  }

  @Override
  public double at(int place) {
    return piece(place / pieceSize)[place % pieceSize];
  }

  @Override
  public double[] all() {
    double[] all = new double[size];
    for (int p = 0; p < pieces.length; p++) {
      double[] piece = piece(p);
      System.arraycopy(piece, 0, all, p * pieceSize, piece.length);
    }
    return all;
  }

  private double[] piece(int number) {
    Piece held = last;
    if (held == null || held.number() != number) {
      double[] values = new double[Math.min(pieceSize, size - number * pieceSize)];
      store.read(values, pieces[number]);
      held = new Piece(number, values);
      last = held;
    }
    return held.values();
  }

  @Override
  public StoredNumbers at(int[] rows) {
    NumberBuffer copy = new NumberBuffer(store, true);
    for (int row : rows) {
      copy.add(at(row));
    }
    return copy.drainStored();
  }
}
