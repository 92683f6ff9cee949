// SPDX-License-Identifier: Apache-2.0
package io.otd.app.predict;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import io.otd.app.model.BadRows;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.savedmodel.PredictionColumns;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.metrics.VarianceParts;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.core.schema.TargetColumn;
import io.otd.table.TextColumn;
import io.otd.table.source.WrittenColumn;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Predictions as a table: {@code mean}, {@code std}, a column {@code q0.05} for each quantile, a
 * column {@code below_40} for each threshold, the probability of being at or below it, {@code
 * lower_0.9} and {@code upper_0.9} of each conformal interval (infinite ends as {@code Infinity}),
 * and {@code sample_1} and so on; for several targets the names begin with the target's and a
 * colon. At the end {@code outside}, the columns in which a row lies outside the bounds of the
 * training rows. If bad rows are left out or rows are unordered, {@code row} comes first, the row's
 * number from 1; if they are flagged, {@code problem} comes last. Columns of the table that are
 * kept stand before the predictions.
 *
 * @param kept columns of the table
 * @param targets of the model
 * @param quantiles probabilities, in (0, 1)
 * @param thresholds finite, in the targets' units
 * @param networks the number of each draw's network, if the variance is written in its parts; else
 *     none
 * @param conformal the calibrated intervals, possibly none
 * @param samples draws that are written
 * @param badRows what is done with rows without prediction
 * @param unordered whether the rows keep no order where they are written
 */
record PredictionTable(
    List<WrittenColumn> kept,
    List<TargetColumn> targets,
    List<Double> quantiles,
    List<Double> thresholds,
    List<Integer> networks,
    ConformalCalibration conformal,
    int samples,
    BadRows badRows,
    boolean unordered) {
  private static final String ROW = "row";
  private static final String OUTSIDE = "outside";
  private static final String PROBLEM = "problem";

  /** Names of the columns. */
  List<String> columns() {
    List<String> names = new ArrayList<>(numbered() ? List.of(ROW) : List.of());
    kept.forEach(column -> names.add(column.name()));
    names.addAll(numbers());
    names.add(OUTSIDE);
    names.addAll(badRows == BadRows.FLAG ? List.of(PROBLEM) : List.of());
    return names;
  }

  /** The same with other kept columns. */
  PredictionTable keeping(List<WrittenColumn> others) {
    return new PredictionTable(
        others, targets, quantiles, thresholds, networks, conformal, samples, badRows, unordered);
  }

  private boolean numbered() {
    return unordered || badRows == BadRows.SKIP;
  }

  /** The columns with their kinds. */
  List<WrittenColumn> writtenColumns() {
    List<String> numbers = numbers();
    return columns().stream().map(name -> new WrittenColumn(name, kind(name, numbers))).toList();
  }

  /** A target for which float32 is too coarse is written in double precision. */
  private WrittenColumn.Kind kind(String name, List<String> numbers) {
    for (WrittenColumn column : kept) {
      if (column.name().equals(name)) {
        return column.kind();
      }
    }
    int number = numbers.indexOf(name);
    if (number >= 0) {
      return inDouble(number, numbers.size())
          ? WrittenColumn.Kind.DOUBLE
          : WrittenColumn.Kind.NUMBER;
    }
    return name.equals(ROW) ? WrittenColumn.Kind.WHOLE : WrittenColumn.Kind.TEXT;
  }

  /** The numbers of a target follow each other. */
  private boolean inDouble(int number, int numbers) {
    return targets.get(number / (numbers / targets.size())).coarse();
  }

  /** The texts of the kept columns. */
  private List<TextColumn> kept(PredictedBlock block) {
    return kept.stream().map(c -> block.read().column(c.name()).texts()).toList();
  }

  private List<String> numbers() {
    List<String> names = new ArrayList<>();
    for (TargetColumn target : targets) {
      String prefix = targets.size() == 1 ? "" : target.name() + ":";
      names.add(prefix + ServingNames.MEAN);
      names.add(prefix + ServingNames.STD);
      if (!networks.isEmpty()) {
        names.add(prefix + ServingNames.WITHIN);
        names.add(prefix + ServingNames.BETWEEN);
      }
      quantiles.forEach(q -> names.add(prefix + PredictionColumns.quantile(q)));
      thresholds.forEach(t -> names.add(prefix + PredictionColumns.below(t)));
      for (ConformalLevel level : conformal.levels()) {
        names.add(prefix + PredictionColumns.lower(level.level()));
        names.add(prefix + PredictionColumns.upper(level.level()));
      }
      for (int k = 1; k <= samples; k++) {
        names.add(prefix + "sample_" + k);
      }
    }
    return names;
  }

  /** Rows by the names of the columns; a row without prediction has no numbers. */
  List<Map<String, Object>> rows(PredictedBlock block) {
    List<String> names = numbers();
    List<Map<String, Object>> rows = new ArrayList<>();
    List<TextColumn> keptTexts = kept(block);
    for (int at : written(block)) {
      PredictedBlock.Row row = block.rows().get(at);
      Map<String, Object> json = new LinkedHashMap<>();
      if (numbered()) {
        json.put(ROW, row.number());
      }
      keptTexts.forEach(column -> json.put(column.name(), column.text(at)));
      if (row.place() >= 0) {
        List<Double> values = values(block.draws().orElseThrow(), block.intervals(), row.place());
        for (int j = 0; j < names.size(); j++) {
          json.put(names.get(j), values.get(j));
        }
      }
      json.put(OUTSIDE, row.outside());
      if (badRows == BadRows.FLAG) {
        json.put(PROBLEM, row.problem());
      }
      rows.add(json);
    }
    return rows;
  }

  /** Positions in the block. */
  private int[] written(PredictedBlock block) {
    return badRows == BadRows.SKIP
        ? block.predicted()
        : IntStream.range(0, block.rows().size()).toArray();
  }

  private List<Double> values(Draws draws, List<CentralIntervals> intervals, int row) {
    List<Double> values = new ArrayList<>();
    for (int j = 0; j < targets.size(); j++) {
      double[] ascending = draws.sorted(row, j);
      double[] drawn = draws.of(row, j);
      values.add(draws.mean(row, j));
      values.add(draws.standardDeviation(row, j));
      if (!networks.isEmpty()) {
        VarianceParts parts = draws.variance(row, j, networks);
        values.add(parts.within());
        values.add(parts.between());
      }
      for (double q : quantiles) {
        values.add(EmpiricalQuantile.at(q).of(ascending));
      }
      for (double threshold : thresholds) {
        values.add(draws.probabilityBelow(row, j, threshold));
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

  /** Writes all rows, with the digits that float32 holds, or double if that is too coarse. */
  void write(Writer writer, PredictedBlock block) {
    CsvWriter csv = csv(writer);
    for (List<@Nullable Object> cells : cells(block)) {
      csv.writeRecord(cells.stream().map(cell -> cell == null ? "" : cell.toString()).toList());
    }
  }

  /** The cells of all rows, of the kinds that the columns have; null if there is nothing. */
  List<List<@Nullable Object>> cells(PredictedBlock block) {
    int numbers = numbers().size();
    boolean[] inDouble = new boolean[numbers];
    for (int j = 0; j < numbers; j++) {
      inDouble[j] = inDouble(j, numbers);
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    List<TextColumn> keptTexts = kept(block);
    for (int at : written(block)) {
      PredictedBlock.Row row = block.rows().get(at);
      List<@Nullable Object> cells = new ArrayList<>();
      if (numbered()) {
        cells.add(row.number());
      }
      for (TextColumn column : keptTexts) {
        cells.add(column.missing(at) ? null : column.text(at));
      }
      if (row.place() >= 0) {
        List<Double> values = values(block.draws().orElseThrow(), block.intervals(), row.place());
        for (int j = 0; j < numbers; j++) {
          cells.add(inDouble[j] ? (Object) values.get(j) : (Object) values.get(j).floatValue());
        }
      } else {
        cells.addAll(Collections.nCopies(numbers, null));
      }
      cells.add(row.outside().isEmpty() ? null : String.join("; ", row.outside()));
      if (badRows == BadRows.FLAG) {
        cells.add(row.problem().isEmpty() ? null : row.problem());
      }
      rows.add(cells);
    }
    return rows;
  }

  /** Holds nothing back, and so need not be closed: the writer is its owner's. */
  private static CsvWriter csv(Writer writer) {
    return CsvWriter.builder().bufferSize(0).lineDelimiter(LineDelimiter.LF).build(writer);
  }
}
