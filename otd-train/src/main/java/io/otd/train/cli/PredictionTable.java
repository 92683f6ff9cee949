package io.otd.train.cli;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.EmpiricalQuantile;
import java.io.IOException;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVPrinter;

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

  void writeHeader(Writer writer) throws IOException {
    printer(writer).printRecord(columns());
  }

  /** Writes all rows, with the digits that float32 holds. */
  void write(Writer writer, Draws draws) throws IOException {
    CSVPrinter printer = printer(writer);
    for (int i = 0; i < draws.rows(); i++) {
      for (double value : values(draws, i)) {
        printer.print(Float.toString((float) value));
      }
      printer.println();
    }
  }

  private static CSVPrinter printer(Writer writer) throws IOException {
    return new CSVPrinter(writer, CSVFormat.RFC4180.builder().setRecordSeparator('\n').get());
  }
}
