// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json.reply;

import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.metrics.VarianceParts;
import io.otd.core.schema.TargetColumn;
import io.otd.predict.Interval;
import io.otd.predict.Prediction;
import io.otd.serve.adapt.AdaptedIntervals;
import io.otd.serve.adapt.VersionAdaptation.Adapted;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.json.JsonBytes;
import io.otd.serve.settings.NonFinite;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Writes distributions, a row after the other. Numbers of a row are in the order of the header. */
public final class DistributionReplyJson {
  private final JsonBytes json;
  private final List<TargetColumn> targets;
  private final Query query;
  private boolean first = true;
  private int row = -1;
  private boolean warned;

  /**
   * The contents written for each row.
   *
   * @param quantiles probabilities, each in (0, 1]
   * @param levels of the intervals, each in (0, 1)
   * @param thresholds of each target
   * @param samples how many draws; none are written for 0
   * @param parts whether the variance is written in its parts
   * @param adapted how intervals are adapted, if they are
   */
  public record Query(
      double[] quantiles,
      double[] levels,
      List<double[]> thresholds,
      int samples,
      boolean parts,
      Optional<AdaptedIntervals> adapted) {
    /** Number of numbers per row. */
    public long numbers() {
      long each =
          (parts ? 4L : 2L)
              + quantiles.length
              + (adapted.isPresent() ? 6L : 2L) * levels.length
              + samples;
      return each * thresholds.size() + thresholds.stream().mapToLong(t -> t.length).sum();
    }
  }

  /**
   * Writes the head.
   *
   * @param targets in order
   * @param conformal whether the interval of each level is a conformal one
   * @param rows number of rows to come
   */
  public DistributionReplyJson(
      VersionId version,
      String id,
      List<TargetColumn> targets,
      Query query,
      List<Boolean> conformal,
      long rows,
      NonFinite nonFinite) {
    this.targets = targets;
    this.query = query;
    json = new JsonBytes(nonFinite, 512 + 10 * rows * query.numbers());
    json.raw('{').member("model").string(version.model());
    json.member("version").string(Long.toString(version.version()));
    json.member("prediction_id").string(id);
    numbers("quantiles", query.quantiles());
    numbers("levels", query.levels());
    json.member("conformal").list(conformal, one -> json.raw(String.valueOf(one)));
    json.member("thresholds").raw('{');
    for (int i = 0; i < targets.size(); i++) {
      numbers(targets.get(i).name(), query.thresholds().get(i));
    }
    json.raw('}').member("predictions").raw('[');
  }

  /**
   * Writes a row.
   *
   * @param draws of a target, by its place
   */
  public void row(Prediction prediction, IntFunction<float[]> draws) {
    json.raw(first ? "\n  {" : ",\n  {");
    first = false;
    row++;
    for (int target = 0; target < targets.size(); target++) {
      json.raw(target > 0 ? ",\n   " : "").string(targets.get(target).name()).raw(": {");
      target(prediction, target);
      if (query.samples() > 0) {
        json.raw(", \"draws\": [");
        float[] values = draws.apply(target);
        for (int k = 0; k < query.samples(); k++) {
          json.raw(k > 0 ? ", " : "").number(values[k]);
        }
        json.raw(']');
      }
      json.raw('}');
    }
    json.raw('}');
  }

  private void target(Prediction prediction, int target) {
    json.member(ServingNames.MEAN);
    number(prediction.mean(target));
    json.member(ServingNames.STD);
    number(prediction.std(target));
    if (query.parts()) {
      VarianceParts parts = prediction.variance(target);
      json.member(ServingNames.WITHIN).number((float) parts.within());
      json.member(ServingNames.BETWEEN).number((float) parts.between());
    }
    json.member("quantiles").raw('[');
    String before = "";
    for (double q : query.quantiles()) {
      json.raw(before);
      number(prediction.quantile(target, q));
      before = ", ";
    }
    json.raw(']');
    intervals(prediction, target);
    json.member("probabilities_below").raw('[');
    before = "";
    for (double threshold : query.thresholds().get(target)) {
      json.raw(before).number(prediction.probabilityBelow(target, threshold));
      before = ", ";
    }
    json.raw(']');
  }

  private void intervals(Prediction prediction, int target) {
    List<AdaptedInterval> intervals = new ArrayList<>();
    for (double level : query.levels()) {
      intervals.add(
          new AdaptedInterval(
              prediction.interval(target, level),
              query.adapted().flatMap(adapted -> adapted.of(row, target, level)),
              targets.get(target).possible()));
    }
    json.member("intervals").list(intervals, interval -> interval(interval.used()));
    if (query.adapted().isPresent()) {
      json.member("adapted").list(intervals, this::adapted);
    }
  }

  private void adapted(AdaptedInterval interval) {
    if (interval.adapted().isEmpty()) {
      json.raw("null");
      return;
    }
    Adapted adapted = interval.adapted().get();
    json.raw("{\"level\": ").number(adapted.level());
    json.member("factor").number(adapted.factor()).member("nominal");
    interval(interval.nominal());
    json.raw('}');
  }

  private void interval(Interval interval) {
    json.raw('[');
    number(interval.lower());
    json.raw(", ");
    number(interval.upper());
    json.raw(']');
  }

  /** Float outputs of the model are written as floats: they have no more digits. */
  private void number(double value) {
    float rounded = (float) value;
    if (rounded == value) {
      json.number(rounded);
    } else {
      json.number(value);
    }
  }

  private void numbers(String name, double[] values) {
    json.member(name).list(Arrays.stream(values).boxed().toList(), json::number);
  }

  /**
   * Writes, after the rows, that a row has extreme cells.
   *
   * @param row its place, from 0
   * @param columns names of those outside the training range
   * @param clipped names of those beyond the bounds, for which the model uses the bounds
   */
  public void outside(int row, List<String> columns, List<String> clipped) {
    if (!warned) {
      json.raw(first ? "]" : "\n ]").member("outside_range").raw('[');
    }
    json.raw(warned ? ",\n  " : "\n  ").raw('{').member("row").integer(row);
    json.member("columns").list(columns, json::string);
    if (!clipped.isEmpty()) {
      json.member("clipped").list(clipped, json::string);
    }
    json.raw('}');
    warned = true;
    first = false;
  }

  /** Ends the reply; UTF-8. */
  public byte[] end() {
    return json.raw(first ? "]}\n" : "\n ]}\n").toByteArray();
  }
}
