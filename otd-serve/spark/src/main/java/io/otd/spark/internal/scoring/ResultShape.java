// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.savedmodel.PredictionColumns;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.metrics.VarianceParts;
import io.otd.predict.Interval;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.collection.immutable.ArraySeq;

/**
 * The fields of a prediction as a Spark structure. For one target: {@code mean}, {@code std}, with
 * parts {@code variance_within} and {@code variance_between}, {@code q0.05} for each quantile,
 * {@code lower_0.9} and {@code upper_0.9} for each conformal interval, {@code below_30} for each
 * threshold, {@code samples}; for several, such a structure under the name of each. Then {@code
 * outside}, and with {@link BadRowRule#FLAG} {@code problem}.
 *
 * @param quantiles their probabilities, in (0, 1)
 * @param thresholds for the probability of being at or below, in the target's units
 * @param samples how many of the first draws are kept, at least 0
 * @param parts whether the variance is given in its parts
 * @param badRows what is done with rows that cannot be predicted
 */
public record ResultShape(
    List<Double> quantiles, List<Double> thresholds, int samples, boolean parts, BadRowRule badRows)
    implements Serializable {
  /** The default request: the quantiles of {@code otd predict}. */
  public static final ResultShape USUAL =
      new ResultShape(List.of(.05, .25, .5, .75, .95), List.of(), 0, false, BadRowRule.FAIL);

  private static final String OUTSIDE = "outside";
  private static final String PROBLEM = "problem";

  /** Checks the ranges. */
  public ResultShape {
    quantiles = List.copyOf(quantiles);
    thresholds = List.copyOf(thresholds);
    if (!quantiles.stream().allMatch(q -> q > 0 && q < 1)) {
      throw new IllegalArgumentException(
          "quantiles: %s (expected: each inside (0, 1))".formatted(quantiles));
    }
    Check.that(thresholds.stream().allMatch(Double::isFinite), "thresholds", thresholds, "finite");
    Check.that(samples >= 0, "samples", samples, ">= 0");
    if (new HashSet<>(quantiles).size() != quantiles.size()
        || new HashSet<>(thresholds).size() != thresholds.size()) {
      throw new IllegalArgumentException(
          "quantiles: %s, thresholds: %s (expected: each once)".formatted(quantiles, thresholds));
    }
  }

  /**
   * The type of the structure.
   *
   * @param model that predicts
   * @throws IllegalArgumentException if more draws are requested than the model has, or a target
   *     has the name of another member
   */
  public StructType type(Predictor model) {
    if (samples > model.draws()) {
      throw new IllegalArgumentException(
          "samples: %s (expected: at most %s, the draws of this model)"
              .formatted(samples, model.draws()));
    }
    return type(model.targets(), model.conformalLevels());
  }

  /**
   * The type of the structure for a model that is not there yet.
   *
   * @param targets that it predicts
   * @param conformal levels of its calibrated intervals
   * @throws IllegalArgumentException if a target has the name of another member
   */
  public StructType type(List<String> targets, List<Double> conformal) {
    StructType type = new StructType();
    if (targets.size() == 1) {
      type = ofTarget(conformal);
    } else {
      for (String target : targets) {
        if (target.equals(OUTSIDE) || target.equals(PROBLEM)) {
          throw new IllegalArgumentException(
              "target: \"%s\" (expected: another name, as predictions have a member %s)"
                  .formatted(target, target));
        }
        type = type.add(target, ofTarget(conformal), gaps());
      }
    }
    type = type.add(OUTSIDE, DataTypes.createArrayType(DataTypes.StringType, false), false);
    return gaps() ? type.add(PROBLEM, DataTypes.StringType, true) : type;
  }

  private boolean gaps() {
    return badRows == BadRowRule.FLAG;
  }

  private StructType ofTarget(List<Double> conformal) {
    List<String> names = new ArrayList<>(List.of(ServingNames.MEAN, ServingNames.STD));
    if (parts) {
      names.add(ServingNames.WITHIN);
      names.add(ServingNames.BETWEEN);
    }
    quantiles.forEach(q -> names.add(PredictionColumns.quantile(q)));
    for (double level : conformal) {
      names.add(PredictionColumns.lower(level));
      names.add(PredictionColumns.upper(level));
    }
    thresholds.forEach(t -> names.add(PredictionColumns.below(t)));
    StructType type = new StructType();
    for (String name : names) {
      type = type.add(name, DataTypes.DoubleType, gaps());
    }
    return samples == 0
        ? type
        : type.add("samples", DataTypes.createArrayType(DataTypes.FloatType, false), gaps());
  }

  /**
   * A prediction as a row of the structure.
   *
   * @param conformal levels of the model's calibrated intervals
   * @param outside columns in which the row lies outside the range of the training rows
   */
  Row row(Prediction prediction, List<Double> conformal, List<String> outside) {
    List<@Nullable Object> values = new ArrayList<>();
    int targets = prediction.targets().size();
    for (int j = 0; j < targets; j++) {
      List<Object> ofTarget = values(prediction, j, conformal);
      if (targets == 1) {
        values.addAll(ofTarget);
      } else {
        values.add(RowFactory.create(ofTarget.toArray()));
      }
    }
    values.add(texts(outside));
    if (gaps()) {
      values.add(null);
    }
    return RowFactory.create(values.toArray());
  }

  private List<Object> values(Prediction prediction, int target, List<Double> conformal) {
    List<Object> values = new ArrayList<>();
    values.add(prediction.mean(target));
    values.add(prediction.std(target));
    if (parts) {
      VarianceParts variance = prediction.variance(target);
      values.add(variance.within());
      values.add(variance.between());
    }
    quantiles.forEach(q -> values.add(prediction.quantile(target, q)));
    for (double level : conformal) {
      Interval interval = prediction.interval(target, level);
      values.add(interval.lower());
      values.add(interval.upper());
    }
    thresholds.forEach(t -> values.add(prediction.probabilityBelow(target, t)));
    if (samples > 0) {
      values.add(new ArraySeq.ofFloat(Arrays.copyOf(prediction.samples(target), samples)));
    }
    return values;
  }

  /**
   * The row of the structure that represents a missing prediction.
   *
   * @param problem why there is none
   */
  Row flagged(StructType type, String problem) {
    List<@Nullable Object> values =
        new ArrayList<>(Collections.nCopies(type.length() - 2, (Object) null));
    values.add(texts(List.of()));
    values.add(problem);
    return RowFactory.create(values.toArray());
  }

  private static Object texts(List<String> texts) {
    return new ArraySeq.ofRef<>(texts.toArray(String[]::new));
  }
}
