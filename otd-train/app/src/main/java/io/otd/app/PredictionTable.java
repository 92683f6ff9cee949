package io.otd.app;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.otd.core.calibration.ConformalCalibration;
import io.otd.core.calibration.ConformalLevel;
import io.otd.core.metrics.CentralIntervals;
import io.otd.core.metrics.CoverageLevels;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.EmpiricalQuantile;
import java.io.Writer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Predictions as a table: {@code mean}, {@code std}, a column {@code q0.05} for each quantile,
 * {@code lower_0.9} and {@code upper_0.9} of each conformal interval (infinite ends as {@code
 * Infinity}), and {@code sample_1} and so on; for several targets the names begin with the target's
 * and a colon.
 *
 * @param targets names
 * @param quantiles probabilities, in (0, 1)
 * @param conformal the calibrated intervals, possibly none
 * @param samples draws that are written
 */
record PredictionTable(
    List<String> targets, List<Double> quantiles, ConformalCalibration conformal, int samples) {
  /** Names of the columns. */
  List<String> columns() {
    List<String> names = new ArrayList<>();
    for (String target : targets) {
      String prefix = targets.size() == 1 ? "" : target + ":";
      names.add(prefix + "mean");
      names.add(prefix + "std");
      quantiles.forEach(q -> names.add(prefix + "q" + q));
      for (ConformalLevel level : conformal.levels()) {
        names.add(prefix + "lower_" + CoverageLevels.text(level.level()));
        names.add(prefix + "upper_" + CoverageLevels.text(level.level()));
      }
      for (int k = 1; k <= samples; k++) {
        names.add(prefix + "sample_" + k);
      }
    }
    return names;
  }

  /** Rows by the names of the columns. */
  List<Map<String, Double>> rows(Draws draws) {
    List<CentralIntervals> intervals = conformal.intervals(draws);
    List<String> columns = columns();
    List<Map<String, Double>> rows = new ArrayList<>();
    for (int i = 0; i < draws.rows(); i++) {
      Map<String, Double> row = new LinkedHashMap<>();
      List<Double> values = values(draws, intervals, i);
      for (int j = 0; j < columns.size(); j++) {
        row.put(columns.get(j), values.get(j));
      }
      rows.add(row);
    }
    return rows;
  }

  private List<Double> values(Draws draws, List<CentralIntervals> intervals, int row) {
    List<Double> values = new ArrayList<>();
    for (int j = 0; j < targets.size(); j++) {
      double[] ascending = draws.sorted(row, j);
      double[] drawn = draws.of(row, j);
      values.add(draws.mean(row, j));
      values.add(draws.standardDeviation(row, j));
      for (double q : quantiles) {
        values.add(EmpiricalQuantile.at(q).of(ascending));
      }
      for (CentralIntervals interval : intervals) {
        values.add(interval.low(row, j));
        values.add(interval.high(row, j));
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
    List<CentralIntervals> intervals = conformal.intervals(draws);
    for (int i = 0; i < draws.rows(); i++) {
      csv.writeRecord(
          values(draws, intervals, i).stream().map(v -> Float.toString(v.floatValue())).toList());
    }
  }

  /** Holds nothing back, and so need not be closed: the writer is its owner's. */
  private static CsvWriter csv(Writer writer) {
    return CsvWriter.builder().bufferSize(0).lineDelimiter(LineDelimiter.LF).build(writer);
  }
}
