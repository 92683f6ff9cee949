package io.otd.serve;

import io.otd.core.calibration.ConformalLevel;
import io.otd.core.files.InvalidFileException;
import io.otd.core.savedmodel.ExportDescription;
import io.otd.core.savedmodel.VersionDirectories;
import io.otd.core.schema.TableSchema;
import io.otd.serve.inspection.InspectionLimits;
import io.otd.serve.inspection.RefusedModelException;
import io.otd.serve.servable.Lifetime;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Predictive distributions from an exported model.
 *
 * <p>Any number of threads may use one predictor. The same rows give the same predictions in every
 * thread and process; a row gives the same prediction whatever is asked with it, but for rounding:
 * TensorFlow adds up in another order for another number of rows. It holds native memory until it
 * is closed. Closing waits for predictions under way, and may be done more than once; predicting
 * afterwards throws {@link IllegalStateException}.
 *
 * <p>Models are not trusted: one that could do more than compute, e.g. read a file, is refused.
 */
public final class OtdPredictor implements AutoCloseable {
  private final Path directory;
  private final LoadedModel model;
  private final RowPredictor predictor;
  private final ExportDescription description;
  private final InputRows inputRows;
  private final TableSchema schema;
  private final List<String> targets;
  private final Lifetime lifetime;

  private OtdPredictor(Path directory, LoadedModel model) {
    this.directory = directory;
    this.lifetime = new Lifetime("predictor of " + directory);
    this.model = model;
    this.predictor = new RowPredictor(model);
    this.description = model.description();
    this.schema = description.schema();
    this.targets = schema.targetNames();
    this.inputRows = new InputRows(schema);
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
    return schema.inputNames();
  }

  /** The columns: what cells may hold, how they are encoded, how targets are transformed. */
  public TableSchema schema() {
    return schema;
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
   * Predicts one row of a model whose columns are all numbers.
   *
   * @param row a number a column, in its units, finite; NaN for a missing cell where one may be
   *     missing
   * @throws IllegalArgumentException naming the column, if the row is not as expected
   */
  public Prediction predict(float[] row) {
    return predict(row, 1).get(0);
  }

  /**
   * Predicts rows of a model whose columns are all numbers.
   *
   * @param rows n rows, may be 0, each as for {@link #predict(float[])}
   * @return one prediction a row
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  public List<Prediction> predict(float[][] rows) {
    return run(inputRows.of(rows));
  }

  /**
   * Predicts rows that stand one after another in an array, of a model whose columns are all
   * numbers.
   *
   * @param values row-major, each row as for {@link #predict(float[])}
   * @param rows n, may be 0
   * @return one prediction a row
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  public List<Prediction> predict(float[] values, int rows) {
    return run(inputRows.of(values, rows));
  }

  /**
   * Predicts rows whose numbers stand one after another in one array, and their texts in another.
   *
   * @param numbers cells of the columns of numbers, in their order among {@link #inputs}, row-major
   * @param texts likewise of the columns of texts; empty for a missing cell
   * @param rows n, may be 0
   * @return one prediction a row
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  public List<Prediction> predict(float[] numbers, String[] texts, int rows) {
    return run(inputRows.of(numbers, texts, rows));
  }

  /**
   * Predicts one row given by column names.
   *
   * @param row for every input column a {@link Number}, or a text for a column of texts, and
   *     nothing else; a column may be left out where its cells may be missing
   * @throws IllegalArgumentException naming the column, if the row is not as expected
   */
  public Prediction predict(Map<String, ?> row) {
    return predict(List.of(row)).get(0);
  }

  /**
   * Predicts rows given by column names.
   *
   * @param rows each as for {@link #predict(Map)}
   * @return one prediction a row
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  public List<Prediction> predict(List<? extends Map<String, ?>> rows) {
    return run(inputRows.of(rows));
  }

  /**
   * Draws with fresh masks, a stream of its own for each row's seed: the same row and seed always
   * give the same draws, whatever is asked with them, but for rounding.
   *
   * @param rows n rows, each as for {@link #predict(float[])}
   * @param seeds {@code [n]}
   * @return {@code [n][S][d_y]}, in the targets' units
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  public float[][][] draw(float[][] rows, long[] seeds) {
    return draw(inputRows.of(rows), seeds);
  }

  /**
   * Draws with fresh masks for rows given by column names.
   *
   * @param rows each as for {@link #predict(Map)}
   * @param seeds {@code [n]}
   * @return {@code [n][S][d_y]}, in the targets' units
   * @throws IllegalArgumentException naming row and column, if a row is not as expected
   */
  public float[][][] draw(List<? extends Map<String, ?>> rows, long[] seeds) {
    return draw(inputRows.of(rows), seeds);
  }

  private float[][][] draw(InputCells cells, long[] seeds) {
    if (seeds.length != cells.rows()) {
      throw new IllegalArgumentException(
          "seeds: %d (expected: %d, one a row)".formatted(seeds.length, cells.rows()));
    }
    return lifetime.during(() -> predictor.draw(cells, seeds));
  }

  private List<Prediction> run(InputCells cells) {
    List<Prediction> predictions = new ArrayList<>(cells.rows());
    return lifetime.during(
        () -> {
          predictor.addPredictions(cells, predictions);
          return predictions;
        });
  }

  @Override
  public void close() {
    lifetime.end(model::close);
  }
}
