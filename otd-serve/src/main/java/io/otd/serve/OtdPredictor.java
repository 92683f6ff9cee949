package io.otd.serve;

import io.otd.core.calibration.ConformalLevel;
import io.otd.core.files.InvalidFileException;
import io.otd.core.program.SamplingProgram;
import io.otd.core.savedmodel.ExportDescription;
import io.otd.core.savedmodel.VersionDirectories;
import io.otd.serve.inspection.InspectionLimits;
import io.otd.serve.inspection.RefusedModelException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Predictive distributions from an exported model.
 *
 * <p>Any number of threads may use one predictor; the same row gives the same prediction, whatever
 * is asked with it, in every thread and process. It holds native memory until it is closed. Closing
 * waits for predictions under way, and may be done more than once; predicting afterwards throws
 * {@link IllegalStateException}.
 *
 * <p>Models are not trusted: one that could do more than compute, e.g. read a file, is refused.
 */
public final class OtdPredictor implements AutoCloseable {
  private final Path directory;
  private final LoadedModel model;
  private final ExportDescription description;
  private final InputRows inputRows;
  private final List<String> inputs;
  private final List<String> targets;
  private final ReadWriteLock use = new ReentrantReadWriteLock();
  private boolean closed;

  private OtdPredictor(Path directory, LoadedModel model) {
    this.directory = directory;
    this.model = model;
    this.description = model.description();
    this.inputs = names(description.inputs());
    this.targets = names(description.targets());
    this.inputRows = new InputRows(inputs);
  }

  private static List<String> names(List<ExportDescription.Column> columns) {
    return columns.stream().map(ExportDescription.Column::name).toList();
  }

  /**
   * Opens a model with the usual limits to its size.
   *
   * @param directory of one version, or of all versions, of which the highest is taken
   * @throws InvalidFileException if there is none, it was not exported by otd, or it is damaged
   * @throws RefusedModelException if it could do more than compute, or is too large
   * @throws IOException if it cannot be read
   */
  public static OtdPredictor open(Path directory) throws IOException {
    return open(directory, InspectionLimits.DEFAULT);
  }

  /**
   * Opens a model.
   *
   * @param directory of one version, or of all versions, of which the highest is taken
   * @param limits to its size
   * @throws InvalidFileException if there is none, it was not exported by otd, or it is damaged
   * @throws RefusedModelException if it could do more than compute, or is too large
   * @throws IOException if it cannot be read
   */
  public static OtdPredictor open(Path directory, InspectionLimits limits) throws IOException {
    Path version = LoadedModel.resolve(directory);
    return new OtdPredictor(version, LoadedModel.load(version, limits));
  }

  /** Names of the input columns, in the order of the values of a row. */
  public List<String> inputs() {
    return inputs;
  }

  /** Names of the targets, in order. */
  public List<String> targets() {
    return targets;
  }

  /** S: number of draws of a prediction. */
  public int draws() {
    return description.bank().size();
  }

  /** Levels of the quantiles that the model's own signatures give. */
  public List<BigDecimal> levels() {
    return description.levels();
  }

  /** Levels that the intervals were conformally calibrated for, possibly none. */
  public List<Double> conformalLevels() {
    return description.conformal().levels().stream().map(ConformalLevel::level).toList();
  }

  /** Metrics of the training run, by name. */
  public Map<String, Double> metrics() {
    return description.metrics();
  }

  /** Number of the version, where its directory is named by one. */
  public OptionalLong version() {
    return VersionDirectories.number(directory.getFileName().toString());
  }

  /**
   * Predicts one row.
   *
   * @param row {@code [d_x]}, in the columns' units, finite
   * @throws IllegalArgumentException naming the column, if the row is not as expected
   */
  public Prediction predict(float[] row) {
    return predict(row, 1).get(0);
  }

  /**
   * Predicts rows.
   *
   * @param rows {@code [n][d_x]}, in the columns' units, finite; n may be 0
   * @return one prediction a row
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  public List<Prediction> predict(float[][] rows) {
    return run(inputRows.of(rows), rows.length);
  }

  /**
   * Predicts rows that stand one after another in an array.
   *
   * @param values {@code [n, d_x]}, row-major, in the columns' units, finite
   * @param rows n, may be 0
   * @return one prediction a row
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  public List<Prediction> predict(float[] values, int rows) {
    return run(inputRows.of(values, rows), rows);
  }

  /**
   * Predicts one row given by column names.
   *
   * @param row a finite value for every input column, and nothing else
   * @throws IllegalArgumentException naming the column, if the row is not as expected
   */
  public Prediction predict(Map<String, ? extends Number> row) {
    return predict(List.of(row)).get(0);
  }

  /**
   * Predicts rows given by column names.
   *
   * @param rows in each a finite value for every input column, and nothing else
   * @return one prediction a row
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  public List<Prediction> predict(List<? extends Map<String, ? extends Number>> rows) {
    return run(inputRows.of(rows), rows.size());
  }

  /**
   * Draws with fresh masks, a stream of its own for each row's seed: the same row and seed always
   * give the same draws, whatever is asked with them.
   *
   * @param rows {@code [n][d_x]}, in the columns' units, finite
   * @param seeds {@code [n]}
   * @return {@code [n][S][d_y]}, in the targets' units
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  public float[][][] draw(float[][] rows, long[] seeds) {
    if (seeds.length != rows.length) {
      throw new IllegalArgumentException(
          "seeds: %d (expected: %d, one a row)".formatted(seeds.length, rows.length));
    }
    float[] x = inputRows.of(rows);
    int width = inputs.size();
    float[][][] result = new float[rows.length][][];
    forEachBlock(
        rows.length,
        (from, to) -> {
          float[] samples =
              model.draw(
                  Arrays.copyOfRange(x, from * width, to * width),
                  Arrays.copyOfRange(seeds, from, to));
          int next = 0;
          for (int i = from; i < to; i++) {
            result[i] = new float[draws()][];
            for (int k = 0; k < draws(); k++) {
              result[i][k] = Arrays.copyOfRange(samples, next, next + targets.size());
              next += targets.size();
            }
          }
        });
    return result;
  }

  private List<Prediction> run(float[] x, int rows) {
    int width = inputs.size();
    int outputs = targets.size();
    int each = draws() * outputs;
    List<Prediction> predictions = new ArrayList<>(rows);
    forEachBlock(
        rows,
        (from, to) -> {
          LoadedModel.Summary summary =
              model.summary(Arrays.copyOfRange(x, from * width, to * width), to - from);
          for (int i = 0; i < to - from; i++) {
            predictions.add(
                new Prediction(
                    targets,
                    Arrays.copyOfRange(summary.mean(), i * outputs, (i + 1) * outputs),
                    Arrays.copyOfRange(summary.std(), i * outputs, (i + 1) * outputs),
                    Arrays.copyOfRange(summary.samples(), i * each, (i + 1) * each),
                    description.conformal()));
          }
        });
    return predictions;
  }

  /** Rows of one call of the model. */
  @FunctionalInterface
  private interface Block {
    void run(int from, int to);
  }

  /** In blocks, so that memory does not grow with the number of rows. */
  private void forEachBlock(int rows, Block block) {
    use.readLock().lock();
    try {
      if (closed) {
        throw new IllegalStateException("predictor of " + directory + ": closed");
      }
      int most = SamplingProgram.blockFor(description.model(), draws(), Math.max(1, rows));
      for (int from = 0; from < rows; from += most) {
        block.run(from, Math.min(rows, from + most));
      }
    } finally {
      use.readLock().unlock();
    }
  }

  @Override
  public void close() {
    use.writeLock().lock();
    try {
      if (!closed) {
        closed = true;
        model.close();
      }
    } finally {
      use.writeLock().unlock();
    }
  }
}
