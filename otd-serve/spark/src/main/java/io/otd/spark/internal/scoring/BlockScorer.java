// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.core.internal.profile.TrainingRange;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;

/** Predicts blocks of rows in the calling thread. Any number of threads may use one. */
public final class BlockScorer {
  private final Predictor predictor;
  private final TrainingRange range;
  private final ResultShape shape;
  private final StructType type;
  private final List<Double> conformal;
  private final FinitePredictions finite;

  /**
   * Takes what it needs.
   *
   * @param range of the training rows
   */
  BlockScorer(Predictor predictor, TrainingRange range, ResultShape shape) {
    this.predictor = predictor;
    this.range = range;
    this.shape = shape;
    this.type = shape.type(predictor);
    this.conformal = predictor.conformalLevels();
    this.finite = new FinitePredictions(predictor);
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
    CellBlock cells = new CellBlock(predictor.schema(), range, rows.size());
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
        String problem = finite.problem(prediction, rows.get(i));
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
}
