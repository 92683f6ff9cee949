// SPDX-License-Identifier: Apache-2.0
package io.otd.spark;

import io.otd.spark.internal.scoring.BadRowRule;
import io.otd.spark.internal.scoring.DatasetEvaluation;
import io.otd.spark.internal.scoring.DatasetScoring;
import io.otd.spark.internal.scoring.ResultShape;
import io.otd.spark.internal.scoring.ScoringPlan;
import io.otd.spark.internal.shipping.ModelShipment;
import io.otd.spark.internal.shipping.ModelSource;
import io.otd.spark.internal.shipping.ScoringEngine;
import io.otd.spark.internal.shipping.ShippedModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.spark.ml.Model;
import org.apache.spark.ml.param.BooleanParam;
import org.apache.spark.ml.param.DoubleArrayParam;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;

/**
 * Adds predictions of an exported model to a data set: a structure with mean, standard deviation,
 * quantiles, probabilities, and draws if requested.
 *
 * <p>For a model with one target, its members are {@code mean}, {@code std}, {@code q0.05} and so
 * on for each of {@link #quantiles}, {@code lower_0.9} and {@code upper_0.9} for each conformal
 * interval of the model, {@code below_30} for each of {@link #thresholds}, and {@code samples}. For
 * several targets, there is such a structure for each, under its name. {@code outside} lists the
 * columns in which the row lies outside the range of the training rows, and with {@link #badRows}
 * {@code flag}, {@code problem} gives the reason why a row has no prediction.
 *
 * <p>Columns are matched by name. Numbers of any type are numbers; booleans, days and timestamps
 * are texts, as in Parquet files; null, NaN and blank texts are missing.
 *
 * <p>The model is sent to the executors as a file, opened once per executor, and stays open until
 * the executor ends. A task has one thread. The numbers are identical to those of the predictor, to
 * the last digit.
 */
public final class OtdModel extends Model<OtdModel> implements MLWritable {
  private static final long serialVersionUID = 1;

  private final String uid;
  private final transient ModelSource source;
  private final Param<String> outputCol;
  private final DoubleArrayParam quantiles;
  private final DoubleArrayParam thresholds;
  private final IntParam samples;
  private final BooleanParam parts;
  private final Param<String> badRows;
  private final Param<String> engine;

  /**
   * No model: for Spark Connect, which finds classes by {@link java.util.ServiceLoader} and then
   * calls {@link #load}.
   */
  public OtdModel() {
    this("otd", new ModelSource(new org.apache.hadoop.fs.Path("none")));
  }

  OtdModel(String uid, ModelSource source) {
    this.uid = uid;
    this.source = source;
    outputCol = new Param<>(this, "outputCol", "name of the column of predictions");
    quantiles = new DoubleArrayParam(this, "quantiles", "probabilities of quantiles, in (0, 1)");
    thresholds =
        new DoubleArrayParam(
            this, "thresholds", "for the probability that a target is at or below each");
    samples = new IntParam(this, "samples", "how many of the first draws are kept, >= 0");
    parts =
        new BooleanParam(
            this, "parts", "whether the variance is given within the networks and between them");
    badRows =
        new Param<>(
            this, "badRows", "what is done with rows that cannot be predicted: fail, skip or flag");
    engine = new Param<>(this, "engine", "what computes: light or tensorflow");
    ResultShape usual = ResultShape.USUAL;
    setDefault(outputCol, "prediction");
    setDefault(quantiles, array(usual.quantiles()));
    setDefault(thresholds, array(usual.thresholds()));
    setDefault(samples, usual.samples());
    setDefault(parts, usual.parts());
    setDefault(badRows, usual.badRows().toString());
    setDefault(engine, ScoringEngine.LIGHT.toString());
  }

  private static double[] array(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /**
   * Opens an exported model, or one saved by {@link #write}.
   *
   * @param path in any file system that Spark reads: the file {@code otd-light.bin}, one exported
   *     version, all versions, of which the highest is used, or a saved model; or {@code
   *     sparkfiles:} and the name of a file that was added with {@code addFile} or {@code
   *     addArtifact}
   * @throws UncheckedIOException if there is none, or it cannot be read
   */
  public static OtdModel load(String path) {
    return read().load(path);
  }

  /** Used by {@link #load}, and for loading pipelines. */
  public static MLReader<OtdModel> read() {
    return new OtdModelReader();
  }

  @Override
  public MLWriter write() {
    return new OtdModelWriter(this, source);
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Name of the new column; default: {@code prediction}. */
  public Param<String> outputCol() {
    return outputCol;
  }

  /** Probabilities of quantiles, in (0, 1); default: 0.05, 0.25, 0.5, 0.75, 0.95. */
  public DoubleArrayParam quantiles() {
    return quantiles;
  }

  /**
   * Thresholds in the target's units, for the probability that the target is at or below each; none
   * by default.
   */
  public DoubleArrayParam thresholds() {
    return thresholds;
  }

  /** Number of draws to keep (the first ones), at most the model's; 0 by default. */
  public IntParam samples() {
    return samples;
  }

  /**
   * Whether the variance is given in its parts, {@code variance_within} the networks and {@code
   * variance_between} them; not by default.
   */
  public BooleanParam parts() {
    return parts;
  }

  /**
   * Treatment of rows that cannot be predicted: {@code fail}, the default; {@code skip}, which
   * leaves them out; {@code flag}, which gives the reason instead of numbers.
   */
  public Param<String> badRows() {
    return badRows;
  }

  /**
   * The engine: {@code light}, the default, is plain Java; {@code tensorflow} needs {@code
   * otd-predict} on the class path of driver and executors.
   */
  public Param<String> engine() {
    return engine;
  }

  /** Sets {@link #outputCol}. */
  public OtdModel setOutputCol(String name) {
    set(outputCol, name);
    return this;
  }

  /** Sets {@link #quantiles}. */
  public OtdModel setQuantiles(double... probabilities) {
    set(quantiles, probabilities.clone());
    return this;
  }

  /** Sets {@link #thresholds}. */
  public OtdModel setThresholds(double... values) {
    set(thresholds, values.clone());
    return this;
  }

  /** Sets {@link #samples}. */
  public OtdModel setSamples(int count) {
    set(samples, count);
    return this;
  }

  /** Sets {@link #parts}. */
  public OtdModel setParts(boolean wanted) {
    set(parts, wanted);
    return this;
  }

  /** Sets {@link #badRows}. */
  public OtdModel setBadRows(String rule) {
    set(badRows, rule);
    return this;
  }

  /** Sets {@link #engine}. */
  public OtdModel setEngine(String name) {
    set(engine, name);
    return this;
  }

  /**
   * Adds the predictions. The columns are checked here; rows are read when Spark runs a job.
   *
   * @throws IllegalArgumentException naming columns that are missing or of the wrong type, or a
   *     parameter that is out of range
   * @throws UncheckedIOException if the model cannot be read
   */
  @Override
  public Dataset<Row> transform(Dataset<?> dataset) {
    Dataset<Row> rows = dataset.toDF();
    return DatasetScoring.score(
        rows, shipped(rows.sparkSession()), shape(), getOrDefault(outputCol));
  }

  /**
   * Scores the predictions on rows that have the targets, in one job. The scores have the names of
   * {@code otd evaluate}: {@code energy_score}, {@code crps}, {@code rmse}, {@code mae}, {@code
   * pinball}, {@code picp_0.9}, {@code width_0.9}, {@code winkler_0.9} and others, as means over
   * all rows; scores that need all rows at once, such as ranks, are omitted. {@code rows} is the
   * number of scored rows: with {@link #badRows} {@code skip} or {@code flag}, rows that cannot be
   * predicted or have no target do not count.
   *
   * @param rows with inputs, and the targets under their names
   * @throws IllegalArgumentException naming columns that are missing or of the wrong type
   * @throws UncheckedIOException if the model cannot be read
   */
  public Map<String, Double> evaluate(Dataset<?> rows) {
    Dataset<Row> all = rows.toDF();
    return DatasetEvaluation.evaluate(all, shipped(all.sparkSession()), shape());
  }

  /**
   * The columns, followed by that of the predictions.
   *
   * @throws IllegalArgumentException as {@link #transform} does
   */
  @Override
  public StructType transformSchema(StructType columns) {
    ScoringPlan plan = ScoringPlan.of(shipped(SparkSession.active()), columns, shape());
    return DatasetScoring.columns(plan, columns, getOrDefault(outputCol));
  }

  private ResultShape shape() {
    return new ResultShape(
        Arrays.stream(getOrDefault(quantiles)).boxed().toList(),
        Arrays.stream(getOrDefault(thresholds)).boxed().toList(),
        (Integer) getOrDefault(samples),
        (Boolean) getOrDefault(parts),
        BadRowRule.of(getOrDefault(badRows)));
  }

  private ShippedModel shipped(SparkSession session) {
    try {
      return ModelShipment.ship(session, source, ScoringEngine.of(getOrDefault(engine)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public OtdModel copy(ParamMap extra) {
    OtdModel same = new OtdModel(uid, source);
    copyValues(same, extra);
    return same;
  }

  @Override
  public String toString() {
    return "OtdModel(uid=%s, model=%s)".formatted(uid, source.path());
  }
}
