// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Queue;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.jspecify.annotations.Nullable;

/** Rows with their predictions at the end, predicted a block at a time on demand. */
final class ScoredRows implements Iterator<Row> {
  private final Iterator<Row> rows;
  private final BlockScorer scorer;
  private final List<Integer> places;
  private final int block;
  private final int partition;
  private final Queue<Row> ready = new ArrayDeque<>();
  private long taken;

  /**
   * Takes what it needs.
   *
   * @param places of the inputs in a row
   * @param block rows that are predicted at a time
   * @param partition number, for messages
   */
  ScoredRows(
      Iterator<Row> rows, BlockScorer scorer, List<Integer> places, int block, int partition) {
    this.rows = rows;
    this.scorer = scorer;
    this.places = places;
    this.block = block;
    this.partition = partition;
  }

  @Override
  public boolean hasNext() {
    while (ready.isEmpty() && rows.hasNext()) {
      fill();
    }
    return !ready.isEmpty();
  }

  @Override
  public Row next() {
    if (!hasNext()) {
      throw new NoSuchElementException();
    }
    return ready.remove();
  }

  private void fill() {
    List<Row> given = new ArrayList<>(block);
    List<@Nullable Object[]> cells = new ArrayList<>(block);
    while (given.size() < block && rows.hasNext()) {
      Row row = rows.next();
      given.add(row);
      cells.add(places.stream().map(row::get).toArray());
    }
    long before = taken;
    List<Optional<Row>> scored =
        scorer.score(cells, i -> "row %s of partition %s".formatted(before + i + 1, partition));
    for (int i = 0; i < given.size(); i++) {
      if (scored.get(i).isPresent()) {
        ready.add(with(given.get(i), scored.get(i).get()));
      }
    }
    taken += given.size();
  }

  private static Row with(Row row, Row prediction) {
    @Nullable Object[] values = new Object[row.size() + 1];
    for (int i = 0; i < row.size(); i++) {
      values[i] = row.get(i);
    }
    values[row.size()] = prediction;
    return RowFactory.create(values);
  }
}
