// SPDX-License-Identifier: Apache-2.0
package io.otd.app.predict;

import io.otd.app.model.WeightOption;
import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.weight.RowWeights;
import io.otd.core.metrics.Draws;
import io.otd.table.problem.Quoted;
import io.otd.train.internal.prediction.ModelScoring;
import io.otd.train.internal.preparation.WeightColumn;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Scores the predicted rows of blocks, each by its weight in units of the first; those of weight 0
 * are left out.
 */
final class WeighedRows {
  private final WeightOption option;
  private final Map<String, String> training;
  private final ModelScoring scoring;
  private Optional<String> column = Optional.empty();
  private double unit;
  private long rows;

  WeighedRows(WeightOption option, Map<String, String> training, ModelScoring scoring) {
    this.option = option;
    this.training = training;
    this.scoring = scoring;
  }

  void add(PredictedBlock block) {
    column = option.column(training, block.read());
    if (block.draws().isEmpty()) {
      return;
    }
    int[] predicted = block.predicted();
    RowWeights weights =
        column
            .map(name -> new RowWeights(WeightColumn.numbers(block.read().at(predicted), name)))
            .orElseGet(() -> RowWeights.equal(predicted.length));
    int[] counted = IntStream.range(0, predicted.length).filter(i -> weights.at(i) > 0).toArray();
    rows += counted.length;
    if (counted.length > 0) {
      int[] numbers = IntStream.of(counted).map(i -> predicted[i]).toArray();
      Draws draws = some(block.draws().get(), counted);
      scoring.add(block.filled(), numbers, block.read(), draws, inUnits(weights.at(counted)));
    }
  }

  /** Only ratios matter, and equal weights are then 1, as those of rows without weights. */
  private RowWeights inUnits(RowWeights weights) {
    unit = unit == 0 ? weights.at(0) : unit;
    return new RowWeights(DoubleStream.of(weights.of()).map(w -> w / unit).toArray());
  }

  private static Draws some(Draws all, int[] rows) {
    if (rows.length == all.rows()) {
      return all;
    }
    List<Draws> each = IntStream.of(rows).mapToObj(i -> all.rows(i, i + 1)).toList();
    return Draws.ofRows(each);
  }

  /** Number of rows that were scored. */
  long rows() {
    return rows;
  }

  /** The column of the weights, if there is one. */
  Optional<String> column() {
    return column;
  }

  /** Such as {@code 200 rows weighted by "w"}. */
  String text() {
    return NumberText.counted(rows, "row")
        + column.map(name -> " weighted by " + Quoted.of(name)).orElse("");
  }
}
