// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.core.internal.profile.TrainingRange;
import io.otd.core.schema.NumericInput;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Predicts blocks of rows in the calling thread. Any number of threads may use one. */
public final class BlockScorer {
  private final Predictor predictor;
  private final List<CellType> types;
  private final TrainingRange range;
  private final ResultShape shape;
  private final StructType type;
  private final List<Double> conformal;

  /**
   * Takes what it needs.
   *
   * @param predictor of the model
   * @param types of the cells, in the order of the model's inputs
   * @param range of the training rows
   * @param shape of the results
   */
  BlockScorer(Predictor predictor, List<CellType> types, TrainingRange range, ResultShape shape) {
    this.predictor = predictor;
    this.types = types;
    this.range = range;
    this.shape = shape;
    this.type = shape.type(predictor);
    this.conformal = predictor.conformalLevels();
  }

  /**
   * Predicts rows.
   *
   * @param rows cells in the order of the model's inputs, null for a missing one
   * @param place of a row by its number in the block, for messages
   * @return for each row its structure; empty for one that is left out
   * @throws IllegalArgumentException naming place and column, if a row cannot be predicted and that
   *     is an error
   */
  public List<Optional<Row>> score(List<@Nullable Object[]> rows, IntFunction<String> place) {
    CellBlock cells = new CellBlock(predictor.schema(), types, range, rows.size());
    String[] problems = new String[rows.size()];
    for (int i = 0; i < problems.length; i++) {
      problems[i] = cells.add(rows.get(i));
    }
    List<Prediction> predictions =
        cells.rows() == 0
            ? List.of()
            : predictor.predict(cells.numbers(), cells.texts(), cells.rows());
    List<Optional<Row>> results = new ArrayList<>(problems.length);
    int next = 0;
    for (int i = 0; i < problems.length; i++) {
      if (problems[i].isEmpty()) {
        Prediction prediction = predictions.get(next);
        List<String> outside = cells.outside(next++);
        String problem = finite(prediction) ? "" : notFinite(rows.get(i));
        results.add(
            problem.isEmpty()
                ? Optional.of(shape.row(prediction, conformal, outside))
                : bad(problem, place.apply(i)));
      } else {
        results.add(bad(problems[i], place.apply(i)));
      }
    }
    return results;
  }

  private Optional<Row> bad(String problem, String place) {
    return switch (shape.badRows()) {
      case FAIL -> throw new IllegalArgumentException(place + ": " + problem);
      case SKIP -> Optional.empty();
      case FLAG -> Optional.of(shape.flagged(type, problem));
    };
  }

  /** The ends are sufficient: NaN is sorted after all numbers. */
  private boolean finite(Prediction prediction) {
    double first = .5 / predictor.draws();
    for (int j = 0; j < prediction.targets().size(); j++) {
      if (!Double.isFinite(prediction.quantile(j, first))
          || !Double.isFinite(prediction.quantile(j, 1))) {
        return false;
      }
    }
    return true;
  }

  private String notFinite(@Nullable Object[] cells) {
    return "the prediction is not finite%s (expected: inputs near those of the training rows)"
        .formatted(
            predictor.schema().numeric().stream()
                .max(Comparator.comparingDouble(column -> distance(column, cells)))
                .map(
                    column ->
                        "; \"%s\" is %.3g standard deviations from the mean of the training rows"
                            .formatted(column.name(), distance(column, cells)))
                .orElse(""));
  }

  private double distance(NumericInput column, @Nullable Object[] cells) {
    Object cell = cells[predictor.inputs().indexOf(column.name())];
    double value = cell == null ? Double.NaN : CellType.number(cell);
    return Double.isNaN(value) ? 0 : Math.abs(value - column.mean()) / column.scale();
  }
}
