// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.samples;

import io.otd.table.problem.InputException;
import io.otd.table.read.NumberRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Draws or quantiles in a CSV file. */
final class CsvSamples implements SampleFile {
  private final NumberRows rows;
  private final SampleColumns columns;
  private double @Nullable [] pending;

  private CsvSamples(NumberRows rows, SampleColumns columns, double @Nullable [] pending) {
    this.rows = rows;
    this.columns = columns;
    this.pending = pending;
  }

  static CsvSamples open(Path path, boolean levels) {
    NumberRows rows = NumberRows.open(path);
    try {
      Optional<double[]> numbers = rows.firstAsNumbers();
      if (levels) {
        return new CsvSamples(rows, SampleColumns.levels(path, rows.first()), null);
      }
      return numbers
          .map(values -> new CsvSamples(rows, SampleColumns.unnamed(values.length), values))
          .orElseGet(() -> new CsvSamples(rows, SampleColumns.named(path, rows.first()), null));
    } catch (InputException e) {
      rows.close();
      throw e;
    }
  }

  @Override
  public List<String> names() {
    return columns.targets();
  }

  @Override
  public int targets() {
    return Math.max(1, columns.targets().size());
  }

  @Override
  public int draws() {
    return columns.places().length / targets();
  }

  @Override
  public Optional<List<Double>> probabilities() {
    return columns.probabilities();
  }

  @Override
  public double[][] next(int most) {
    List<double[]> block = new ArrayList<>();
    if (pending != null) {
      block.add(pending);
      pending = null;
    }
    while (block.size() < most) {
      Optional<double[]> row = rows.next(columns.places());
      if (row.isEmpty()) {
        break;
      }
      block.add(row.get());
    }
    return block.toArray(double[][]::new);
  }

  @Override
  public String shape() {
    return targets() == 1
        ? "[n, %s]".formatted(draws())
        : "[n, %s, %s]".formatted(draws(), targets());
  }

  @Override
  public void close() {
    rows.close();
  }
}
