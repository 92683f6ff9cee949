// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal.estimator;

import io.otd.table.internal.totals.ColumnTotals;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The totals of the rows of some partitions, and the rows that the driver needs. */
final class ScanResult implements Serializable {
  private static final long serialVersionUID = 1;

  private static final Comparator<Taken> ORDER =
      Comparator.comparingLong(Taken::key).thenComparingLong(Taken::tie);

  private final List<ColumnTotals> totals;
  private final EnumMap<RowRule.Part, ArrayList<Taken>> taken = new EnumMap<>(RowRule.Part.class);
  private final @Nullable Taken[] least;
  private final @Nullable Taken[] greatest;
  private long training;
  private long rows;
  private long digest;

  /** A row with its two hashes, by which rows have an order. */
  private record Taken(long key, long tie, @Nullable Object[] cells) implements Serializable {
    double number(int column) {
      return (Double) Objects.requireNonNull(cells[column]);
    }
  }

  ScanResult(int columns) {
    this.totals = new ArrayList<>(Stream.generate(ColumnTotals::new).limit(columns).toList());
    this.least = new Taken[columns];
    this.greatest = new Taken[columns];
  }

  /** Counts a row. */
  void add(
      RowRule.Part part,
      long key,
      long tie,
      List<ScannedColumn> columns,
      @Nullable Object[] cells) {
    boolean learned = part == RowRule.Part.SAMPLE || part == RowRule.Part.TRAINING;
    for (int i = 0; i < cells.length; i++) {
      columns.get(i).count(cells[i], learned, totals.get(i));
    }
    rows++;
    training += learned ? 1 : 0;
    digest += key ^ Long.rotateLeft(tie, 1);
    if (part != RowRule.Part.TRAINING) {
      taken.computeIfAbsent(part, p -> new ArrayList<>()).add(new Taken(key, tie, cells));
      return;
    }
    Taken row = new Taken(key, tie, cells);
    for (int i = 0; i < cells.length; i++) {
      if (cells[i] instanceof Double) {
        least[i] = further(least[i], row, i, -1);
        greatest[i] = further(greatest[i], row, i, 1);
      }
    }
  }

  /** Of two rows, the one with the more extreme number; in a tie, the first by hash. */
  private static @Nullable Taken further(
      @Nullable Taken one, @Nullable Taken other, int column, int sign) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    int outward = sign * Double.compare(other.number(column), one.number(column));
    return outward > 0 || (outward == 0 && ORDER.compare(other, one) < 0) ? other : one;
  }

  void add(ScanResult other) {
    for (int i = 0; i < totals.size(); i++) {
      totals.get(i).add(other.totals.get(i));
      least[i] = further(least[i], other.least[i], i, -1);
      greatest[i] = further(greatest[i], other.greatest[i], i, 1);
    }
    rows += other.rows;
    training += other.training;
    digest += other.digest;
    for (Map.Entry<RowRule.Part, ArrayList<Taken>> part : other.taken.entrySet()) {
      taken.computeIfAbsent(part.getKey(), p -> new ArrayList<>()).addAll(part.getValue());
    }
  }

  /** Of a column, by its position. */
  ColumnTotals totals(int column) {
    return totals.get(column);
  }

  long rows() {
    return rows;
  }

  /** Rows that can be used for training. */
  long training() {
    return training;
  }

  /** Of all rows, in any order of arrival. */
  long digest() {
    return digest;
  }

  /**
   * Training rows: those of the sample, and for each numeric column those with the least and the
   * greatest number, so that ranges are those of all rows. In an order that does not depend on
   * their arrival.
   */
  List<@Nullable Object[]> sample() {
    TreeSet<Taken> ends = new TreeSet<>(ORDER);
    Stream.concat(Arrays.stream(least), Arrays.stream(greatest))
        .flatMap(Stream::ofNullable)
        .forEach(ends::add);
    return sorted(
        Stream.concat(
            taken.getOrDefault(RowRule.Part.SAMPLE, new ArrayList<>()).stream(), ends.stream()));
  }

  /** The rows of a held-out part, in an order that does not depend on their arrival. */
  List<@Nullable Object[]> heldOut(RowRule.Part part) {
    return sorted(taken.getOrDefault(part, new ArrayList<>()).stream());
  }

  private static List<@Nullable Object[]> sorted(Stream<Taken> rows) {
    return rows.sorted(ORDER).<@Nullable Object[]>map(Taken::cells).toList();
  }
}
