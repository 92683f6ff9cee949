package io.otd.train.cli;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.EmpiricalQuantile;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Predictions as a table: {@code mean}, {@code std}, a column {@code q0.05} for each quantile, and
 * {@code sample_1} and so on; for several targets the names begin with the target's and a colon.
 *
 * @param targets names
 * @param quantiles probabilities, in (0, 1)
 * @param samples draws that are written
 */
record PredictionTable(List<String> targets, List<Double> quantiles, int samples) {
  /** Names of the columns. */
  List<String> columns() {
    List<String> names = new ArrayList<>();
    for (String target : targets) {
      String prefix = targets.size() == 1 ? "" : target + ":";
      names.add(prefix + "mean");
      names.add(prefix + "std");
      quantiles.forEach(q -> names.add(prefix + "q" + q));
      for (int k = 1; k <= samples; k++) {
        names.add(prefix + "sample_" + k);
      }
    }
    return names;
  }

  /** One row by the names of the columns. */
  Map<String, Double> row(Draws draws, int row) {
    Map<String, Double> result = new LinkedHashMap<>();
    List<Double> values = values(draws, row);
    List<String> columns = columns();
    for (int j = 0; j < columns.size(); j++) {
      result.put(columns.get(j), values.get(j));
    }
    return result;
  }

  private List<Double> values(Draws draws, int row) {
    List<Double> values = new ArrayList<>();
    for (int j = 0; j < targets.size(); j++) {
      double[] ascending = draws.sorted(row, j);
      double[] drawn = draws.of(row, j);
      values.add(draws.mean(row, j));
      values.add(draws.standardDeviation(row, j));
      for (double q : quantiles) {
        values.add(EmpiricalQuantile.at(q).of(ascending));
      }
      for (int k = 0; k < samples; k++) {
        values.add(drawn[k]);
      }
    }
    return values;
  }

  void writeHeader(Writer writer) {
    csv(writer).writeRecord(columns());
  }

  /** Writes all rows, with the digits that float32 holds. */
  void write(Writer writer, Draws draws) {
    CsvWriter csv = csv(writer);
    for (int i = 0; i < draws.rows(); i++) {
      csv.writeRecord(values(draws, i).stream().map(v -> Float.toString(v.floatValue())).toList());
    }
  }

  /** Holds nothing back, and so need not be closed: the writer is its owner's. */
  private static CsvWriter csv(Writer writer) {
    return CsvWriter.builder().bufferSize(0).lineDelimiter(LineDelimiter.LF).build(writer);
  }
}
