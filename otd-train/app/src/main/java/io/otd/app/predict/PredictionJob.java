// SPDX-License-Identifier: Apache-2.0
package io.otd.app.predict;

import io.otd.app.command.Console;
import io.otd.app.model.BadRows;
import io.otd.app.progress.CountLines;
import io.otd.app.progress.CountProgress;
import io.otd.core.internal.files.IoConsumer;
import io.otd.core.metrics.Draws;
import io.otd.table.Table;
import io.otd.table.internal.encoding.OutsideRange;
import io.otd.table.internal.encoding.TableEncoding;
import io.otd.table.internal.encoding.UnknownCategories;
import io.otd.table.internal.gaps.GapFilling;
import io.otd.table.problem.Quoted;
import io.otd.table.read.RowBlocks;
import io.otd.train.internal.prediction.DistributionSource;
import io.otd.train.internal.prediction.UnpredictableRowException;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Predicts a table block by block; memory does not grow with its rows. */
final class PredictionJob {
  private final Console console;
  private final DistributionSource source;
  private final RowBlocks rows;
  private final BadRows badRows;
  private long bad;
  private String firstProblem = "";
  private long outside;

  /**
   * Takes the necessary objects.
   *
   * @param console for progress and warnings
   * @param badRows what is done with rows that cannot be predicted
   */
  PredictionJob(Console console, DistributionSource source, RowBlocks rows, BadRows badRows) {
    this.console = console;
    this.source = source;
    this.rows = rows;
    this.badRows = badRows;
  }

  DistributionSource source() {
    return source;
  }

  /** Number of rows read so far. */
  long given() {
    return rows.given();
  }

  /** Number of those without a prediction. */
  long bad() {
    return bad;
  }

  /** Number of rows outside the range of the training rows. */
  long outside() {
    return outside;
  }

  /**
   * Predicts all remaining rows.
   *
   * @param to receives the predictions, in the order of the rows
   * @return whether it was finished: false if the user stopped it
   * @throws UnpredictableRowException if a prediction is not finite, where that is an error
   */
  boolean run(IoConsumer<PredictedBlock> to) throws IOException {
    UnknownCategories unknown = new UnknownCategories(source.schema());
    GapFilling gaps = new GapFilling(source.schema());
    try (CountProgress progress =
        new CountLines("rows", "predicted", console::note, Clock.systemUTC())) {
      for (Optional<Table> block = rows.next(); block.isPresent(); block = rows.next()) {
        Table table = block.get();
        PredictedBlock predicted = predicted(table, gaps.filled(table));
        Table good = predicted.good();
        unknown.add(good);
        gaps.add(good);
        to.accept(predicted);
        progress.done(rows.given());
        if (console.interruption().requested()) {
          return false;
        }
      }
    }
    unknown.notices().forEach(console::warn);
    gaps.notices().forEach(console::warn);
    if (bad > 0) {
      console.warn(
          "%s of %s rows %s (--bad-rows); the first: %s"
              .formatted(
                  bad,
                  rows.given(),
                  badRows == BadRows.SKIP ? "skipped" : "have no prediction",
                  firstProblem));
    }
    if (outside > 0) {
      console.warn(
          "%s of %s rows %s outside the range of the training rows"
              .formatted(outside, rows.given(), outside == 1 ? "lies" : "lie"));
    }
    return true;
  }

  private PredictedBlock predicted(Table read, Table table) {
    Map<Integer, String> problems = new TreeMap<>(rows.badRows());
    if (badRows != BadRows.FAIL) {
      new TableEncoding(source.schema()).refusals(table).forEach(problems::putIfAbsent);
      withoutTarget(table).forEach(problems::putIfAbsent);
    }
    Optional<Draws> draws = draws(table, problems);
    OutsideRange range = new OutsideRange(source.schema(), source.profile(), table);
    List<PredictedBlock.Row> block = new ArrayList<>();
    int place = 0;
    for (int row = 0; row < table.rows(); row++) {
      String problem = problems.getOrDefault(row, "");
      boolean good = problem.isEmpty();
      List<String> columns = good ? range.columns(row) : List.of();
      block.add(new PredictedBlock.Row(table.number(row), good ? place++ : -1, columns, problem));
      outside += columns.isEmpty() ? 0 : 1;
      firstProblem = bad == 0 && !good ? problem : firstProblem;
      bad += good ? 0 : 1;
    }
    int[] good = goodRows(table, problems);
    return new PredictedBlock(
        draws,
        draws.map(of -> source.intervals(of, table, good)).orElse(List.of()),
        block,
        read,
        table);
  }

  /** Rows that cannot be scored; none if the targets are not read. */
  private Map<Integer, String> withoutTarget(Table table) {
    Map<Integer, String> problems = new TreeMap<>();
    for (String target : source.schema().targetNames()) {
      for (int row = 0; table.has(target) && row < table.rows(); row++) {
        if (table.column(target).missing(row)) {
          problems.putIfAbsent(
              row,
              "%s, target %s: missing (expected: a number)"
                  .formatted(table.place(row), Quoted.of(target)));
        }
      }
    }
    return problems;
  }

  private static int[] goodRows(Table table, Map<Integer, String> problems) {
    return IntStream.range(0, table.rows()).filter(row -> !problems.containsKey(row)).toArray();
  }

  /** Draws of all rows without a problem; a row whose prediction is not finite becomes one. */
  private Optional<Draws> draws(Table table, Map<Integer, String> problems) {
    while (true) {
      int[] good = goodRows(table, problems);
      if (good.length == 0) {
        return Optional.empty();
      }
      try {
        return Optional.of(source.draw(table, good));
      } catch (UnpredictableRowException e) {
        if (badRows == BadRows.FAIL) {
          throw e;
        }
        problems.put(e.row(), e.getMessage());
      }
    }
  }
}
