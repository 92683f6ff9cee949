// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster;

import io.otd.cluster.internal.estimator.EstimatorFit;
import io.otd.cluster.internal.estimator.EstimatorPlan;
import io.otd.spark.OtdModel;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.spark.ml.Estimator;
import org.apache.spark.ml.param.IntParam;
import org.apache.spark.ml.param.LongParam;
import org.apache.spark.ml.param.Param;
import org.apache.spark.ml.param.ParamMap;
import org.apache.spark.ml.param.StringArrayParam;
import org.apache.spark.ml.util.DefaultParamsReader;
import org.apache.spark.ml.util.DefaultParamsWriter;
import org.apache.spark.ml.util.MLReader;
import org.apache.spark.ml.util.MLWritable;
import org.apache.spark.ml.util.MLWriter;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructType;

/**
 * Trains a model on a data set that is larger than the memory of a machine. Each member of an
 * ensemble is trained on its own rows: its part of the rows, or a sample of that part if it takes
 * more than {@link #memory}. Rows that no member sees are used for early stopping, for the weights
 * of a pool and for calibration of the spread.
 *
 * <p>The part of a row is determined by its content and {@link #seed}. The same rows, settings and
 * seed therefore give the same model, regardless of partitions and of which executor trains which
 * network, on machines with processors of one kind. Equal rows are in one part.
 *
 * <p>The data set is read three times: it must give the same rows each time.
 */
public final class OtdEstimator extends Estimator<OtdModel> implements MLWritable {
  private static final long serialVersionUID = 1;
  private static final int MEMBERS = 5;
  private static final int MEGABYTES = 1000;

  private final String uid;
  private final StringArrayParam targetCols;
  private final Param<String> outputCol;
  private final StringArrayParam settings;
  private final IntParam members;
  private final IntParam memory;
  private final LongParam seed;
  private final Param<String> directory;
  private final Param<String> weightCol;

  /** With the defaults. */
  public OtdEstimator() {
    this(org.apache.spark.ml.util.Identifiable$.MODULE$.randomUID("otdEstimator"));
  }

  /**
   * With the defaults.
   *
   * @param uid its name among the stages of a pipeline
   */
  public OtdEstimator(String uid) {
    this.uid = uid;
    targetCols = new StringArrayParam(this, "targetCols", "columns to predict");
    outputCol = new Param<>(this, "outputCol", "name of the column of predictions");
    settings = new StringArrayParam(this, "settings", "settings of the training, path=value");
    members = new IntParam(this, "members", "networks of each kind, each with its own rows, >= 1");
    memory = new IntParam(this, "memory", "megabytes of a member's encoded rows, >= 1");
    seed = new LongParam(this, "seed", "of the division of the rows and of the training");
    directory = new Param<>(this, "directory", "that driver and executors see under this path");
    weightCol = new Param<>(this, "weightCol", "column of the weights of the rows, each >= 0");
    setDefault(outputCol, "prediction");
    setDefault(settings, new String[0]);
    setDefault(members, MEMBERS);
    setDefault(memory, MEGABYTES);
    setDefault(seed, 0L);
  }

  /** Reads a saved estimator. */
  public static MLReader<OtdEstimator> read() {
    return new DefaultParamsReader<>();
  }

  /** Reads an estimator saved by {@link #write}. */
  public static OtdEstimator load(String path) {
    return read().load(path);
  }

  @Override
  public MLWriter write() {
    return new DefaultParamsWriter(this);
  }

  @Override
  public String uid() {
    return uid;
  }

  /** Columns to predict; several are predicted jointly. */
  public StringArrayParam targetCols() {
    return targetCols;
  }

  /** Name of the column that the model adds; default: {@code prediction}. */
  public Param<String> outputCol() {
    return outputCol;
  }

  /**
   * Settings in the form of {@code otd train --set}, such as {@code training.steps=5000}; none by
   * default.
   */
  public StringArrayParam settings() {
    return settings;
  }

  /** Networks of each kind, at least 1; default: 5. */
  public IntParam members() {
    return members;
  }

  /** Megabytes of a member's encoded rows, at least 1; default: 1000. */
  public IntParam memory() {
    return memory;
  }

  /** Seed of the division of the rows, and of the training; default: 0. */
  public LongParam seed() {
    return seed;
  }

  /** Directory of the exported model, which driver and executors see under this path. */
  public Param<String> directory() {
    return directory;
  }

  /**
   * Column of the weights of the rows, numbers of at least 0: a row of weight 3 counts as three
   * rows; one of weight 0 is left out. It is not an input. All rows count the same by default.
   */
  public Param<String> weightCol() {
    return weightCol;
  }

  /** Sets {@link #targetCols}. */
  public OtdEstimator setTargetCols(String... names) {
    set(targetCols, names.clone());
    return this;
  }

  /** Sets {@link #outputCol}. */
  public OtdEstimator setOutputCol(String name) {
    set(outputCol, name);
    return this;
  }

  /** Sets {@link #settings}. */
  public OtdEstimator setSettings(String... assignments) {
    set(settings, assignments.clone());
    return this;
  }

  /** Sets {@link #members}. */
  public OtdEstimator setMembers(int count) {
    set(members, count);
    return this;
  }

  /** Sets {@link #memory}. */
  public OtdEstimator setMemory(int megabytes) {
    set(memory, megabytes);
    return this;
  }

  /** Sets {@link #seed}. */
  public OtdEstimator setSeed(long value) {
    set(seed, value);
    return this;
  }

  /** Sets {@link #directory}. */
  public OtdEstimator setDirectory(String path) {
    set(directory, path);
    return this;
  }

  /** Sets {@link #weightCol}. */
  public OtdEstimator setWeightCol(String name) {
    set(weightCol, name);
    return this;
  }

  /**
   * Trains. The exported model is in {@code export} of {@link #directory}, as the next version.
   *
   * @throws IllegalArgumentException naming invalid parameters, settings and columns, before any
   *     job starts; or if the rows do not suffice
   * @throws UncheckedIOException if the directory cannot be written
   */
  @Override
  public OtdModel fit(Dataset<?> dataset) {
    Dataset<Row> rows = dataset.toDF();
    EstimatorPlan plan = plan(rows.schema());
    try {
      Path version = new EstimatorFit(plan, rows.sparkSession()).run(rows);
      // The text of a Hadoop path is not encoded as that of a URI is.
      return OtdModel.load(new org.apache.hadoop.fs.Path(version.toUri()).toString())
          .setOutputCol(getOrDefault(outputCol))
          .setParent(this);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * The columns with that of the predictions at the end, as the model adds it by default.
   *
   * @throws IllegalArgumentException as {@link #fit} does before any job starts
   */
  @Override
  public StructType transformSchema(StructType columns) {
    return plan(columns).predicted(columns, getOrDefault(outputCol));
  }

  private EstimatorPlan plan(StructType columns) {
    return EstimatorPlan.of(
        columns,
        new EstimatorPlan.Request(
            isDefined(targetCols) ? List.of(getOrDefault(targetCols)) : List.of(),
            List.of(getOrDefault(settings)),
            (Integer) getOrDefault(members),
            (Integer) getOrDefault(memory),
            (Long) getOrDefault(seed),
            isDefined(directory) ? getOrDefault(directory) : "",
            isDefined(weightCol) ? getOrDefault(weightCol) : ""));
  }

  @Override
  public OtdEstimator copy(ParamMap extra) {
    return defaultCopy(extra);
  }

  @Override
  public String toString() {
    return "OtdEstimator(uid=%s)".formatted(uid);
  }
}
