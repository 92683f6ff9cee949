// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal.estimator;

import io.otd.table.internal.totals.ColumnTotals;
import io.otd.table.internal.totals.NumberTotals;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The totals of the rows of some partitions, and the rows that the driver needs. */
final class ScanResult implements Serializable {
  private static final long serialVersionUID = 1;

  private final List<ColumnTotals> totals;
  private final EnumMap<RowRule.Part, ArrayList<ScannedRow>> taken =
      new EnumMap<>(RowRule.Part.class);
  private final @Nullable ScannedRow[] least;
  private final @Nullable ScannedRow[] greatest;
  private final NumberTotals weight = new NumberTotals();
  private long refusedWeights;
  private long training;
  private long rows;
  private long digest;

  ScanResult(int columns) {
    this.totals = new ArrayList<>(Stream.generate(ColumnTotals::new).limit(columns).toList());
    this.least = new ScannedRow[columns];
    this.greatest = new ScannedRow[columns];
  }

  /** Counts a row. */
  void add(RowRule.Part part, List<ScannedColumn> columns, ScannedRow row) {
    boolean learned = part == RowRule.Part.SAMPLE || part == RowRule.Part.TRAINING;
    @Nullable Object[] cells = row.cells();
    for (int i = 0; i < cells.length; i++) {
      columns.get(i).count(cells[i], learned, row.weight(), totals.get(i));
    }
    rows++;
    if (learned) {
      training++;
      weight.add(row.weight(), 1);
    }
    digest += row.digest();
    if (part != RowRule.Part.TRAINING) {
      taken.computeIfAbsent(part, p -> new ArrayList<>()).add(row);
      return;
    }
    for (int i = 0; i < cells.length; i++) {
      if (cells[i] instanceof Double) {
        least[i] = further(least[i], row, i, -1);
        greatest[i] = further(greatest[i], row, i, 1);
      }
    }
  }

  /** Counts a row whose weight is missing, negative or infinite. */
  void refuseWeight() {
    refusedWeights++;
  }

  /** Of two rows, the one with the more extreme number; in a tie, the first by hash. */
  private static @Nullable ScannedRow further(
      @Nullable ScannedRow one, @Nullable ScannedRow other, int column, int sign) {
    if (one == null || other == null) {
      return one == null ? other : one;
    }
    int outward = sign * Double.compare(other.number(column), one.number(column));
    return outward > 0 || (outward == 0 && ScannedRow.ORDER.compare(other, one) < 0) ? other : one;
  }

  void add(ScanResult other) {
    for (int i = 0; i < totals.size(); i++) {
      totals.get(i).add(other.totals.get(i));
      least[i] = further(least[i], other.least[i], i, -1);
      greatest[i] = further(greatest[i], other.greatest[i], i, 1);
    }
    rows += other.rows;
    training += other.training;
    weight.add(other.weight);
    refusedWeights += other.refusedWeights;
    digest += other.digest;
    for (Map.Entry<RowRule.Part, ArrayList<ScannedRow>> part : other.taken.entrySet()) {
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

  /** The sum of the weights of the rows that can be used for training. */
  double weight() {
    return weight.sum();
  }

  /** Rows whose weight is missing, negative or infinite. */
  long refusedWeights() {
    return refusedWeights;
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
  List<ScannedRow> sample() {
    TreeSet<ScannedRow> ends = new TreeSet<>(ScannedRow.ORDER);
    Stream.concat(Arrays.stream(least), Arrays.stream(greatest))
        .flatMap(Stream::ofNullable)
        .forEach(ends::add);
    return sorted(
        Stream.concat(
            taken.getOrDefault(RowRule.Part.SAMPLE, new ArrayList<>()).stream(), ends.stream()));
  }

  /** The rows of a held-out part, in an order that does not depend on their arrival. */
  List<ScannedRow> heldOut(RowRule.Part part) {
    return sorted(taken.getOrDefault(part, new ArrayList<>()).stream());
  }

  private static List<ScannedRow> sorted(Stream<ScannedRow> rows) {
    return rows.sorted(ScannedRow.ORDER).toList();
  }
}
