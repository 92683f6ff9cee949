// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The rows of one request, until they are observed. Not thread-safe. */
final class Remembered {
  private final VersionMonitor version;
  private final int count;
  private final List<@Nullable RememberedRow> rows;
  private int waiting;

  /**
   * Remembers rows.
   *
   * @param count of the rows that the request had
   * @param rows the first of them; none for a row that cannot be scored
   */
  Remembered(VersionMonitor version, int count, List<@Nullable RememberedRow> rows) {
    this.version = version;
    this.count = count;
    this.rows = new ArrayList<>(rows);
    waiting = (int) rows.stream().filter(row -> row != null).count();
  }

  VersionMonitor version() {
    return version;
  }

  /** Number of rows of the request. */
  int rows() {
    return count;
  }

  /** Number of those not observed yet. */
  int waiting() {
    return waiting;
  }

  /** Whether a row is stored and not observed yet. */
  boolean isWaiting(int row) {
    return row < rows.size() && rows.get(row) != null;
  }

  /** A row, which is forgotten here. */
  RememberedRow take(int row) {
    RememberedRow prediction = rows.set(row, null);
    if (prediction == null) {
      throw new IllegalStateException("row " + row);
    }
    waiting--;
    return prediction;
  }
}
