// SPDX-License-Identifier: Apache-2.0
package io.otd.light;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.GroupColumns;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.RegularFiles;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.savedmodel.VersionDirectories;
import io.otd.core.schema.TableSchema;
import io.otd.light.internal.engine.LightEngine;
import io.otd.light.internal.engine.RowLaw;
import io.otd.light.internal.file.LightModelFile;
import io.otd.light.internal.model.LightModel;
import io.otd.predict.InputCells;
import io.otd.predict.InputRows;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * Predictive distributions from an exported model, in plain Java: no native library, no JSON. It
 * reads only {@value LightModelFile#NAME} among the extra files of a version.
 *
 * <p>The draws are those of the SavedModel up to the rounding of single precision. The same row and
 * seed give the same bits in every batch, thread, run and machine.
 *
 * <p>A predictor is thread-safe and takes no lock. It computes in the calling thread; a request of
 * 32 rows or more also uses the common pool. It holds no native memory. Closing does not wait: a
 * running prediction ends as usual, and one that begins afterwards throws {@link
 * IllegalStateException}.
 */
public final class LightPredictor implements Predictor {
  /** Rows with fresh draws whose intermediate results are in memory at the same time. */
  private static final int DRAWN_AT_A_TIME = 128;

  private final Path file;
  private final OptionalLong version;
  private final LightEngine engine;
  private final InputRows rows;
  private final List<String> targets;
  private final GroupColumns groups;
  private volatile boolean closed;

  private LightPredictor(Path file, OptionalLong version, LightEngine engine) {
    this.file = file;
    this.version = version;
    this.engine = engine;
    this.rows = new InputRows(engine.model().schema());
    this.targets = engine.model().schema().targetNames();
    this.groups = engine.model().conformal().columns(engine.model().schema());
  }

  /**
   * Opens a model.
   *
   * @param path of the file, of one version, or of all versions, of which the highest is used
   * @throws InvalidFileException if there is none, or it is of another kind, truncated or damaged
   * @throws IOException if it cannot be read
   */
  public static LightPredictor open(Path path) throws IOException {
    if (Files.isRegularFile(path)) {
      return new LightPredictor(path, OptionalLong.empty(), engine(path));
    }
    Path directory = directory(path);
    Path file = file(directory);
    if (!RegularFiles.isPresent(file)) {
      throw new InvalidFileException(
          directory,
          "no %s in %s (expected: a model exported with one; export it again)"
              .formatted(LightModelFile.NAME, ServingNames.EXTRA_DIRECTORY));
    }
    return new LightPredictor(
        file, VersionDirectories.number(directory.getFileName().toString()), engine(file));
  }

  private static LightEngine engine(Path file) throws IOException {
    LightModel model = LightModelFile.read(file);
    try {
      return new LightEngine(model);
    } catch (IllegalArgumentException e) {
      throw new InvalidFileException(file, String.valueOf(e.getMessage()), e);
    }
  }

  /** The SavedModel itself is not needed. */
  private static Path directory(Path path) throws IOException {
    if (Files.exists(file(path))) {
      return path;
    }
    return VersionDirectories.resolve(path)
        .orElseThrow(
            () ->
                new InvalidFileException(
                    path,
                    "no model: neither %s/%s nor a directory named by a version in it"
                        .formatted(ServingNames.EXTRA_DIRECTORY, LightModelFile.NAME)));
  }

  private static Path file(Path directory) {
    return directory.resolve(ServingNames.EXTRA_DIRECTORY).resolve(LightModelFile.NAME);
  }

  private LightModel model() {
    return engine.model();
  }

  @Override
  public TableSchema schema() {
    return model().schema();
  }

  @Override
  public List<String> targets() {
    return targets;
  }

  @Override
  public int draws() {
    return model().draws();
  }

  @Override
  public List<BigDecimal> levels() {
    return model().levels();
  }

  @Override
  public List<Double> conformalLevels() {
    return model().conformal().alphas();
  }

  @Override
  public Map<String, Double> metrics() {
    return model().metrics();
  }

  @Override
  public OptionalLong version() {
    return version;
  }

  @Override
  public List<Prediction> predict(float[][] values) {
    return predictions(rows.of(values));
  }

  @Override
  public List<Prediction> predict(float[] values, int count) {
    return predictions(rows.of(values, count));
  }

  @Override
  public List<Prediction> predict(float[] numbers, String[] texts, int count) {
    return predictions(rows.of(numbers, texts, count));
  }

  @Override
  public List<Prediction> predict(List<? extends Map<String, ?>> named) {
    return predictions(rows.of(named));
  }

  @Override
  public float[][][] draw(float[][] values, long[] seeds) {
    return draws(rows.of(values), seeds);
  }

  @Override
  public float[][][] draw(List<? extends Map<String, ?>> named, long[] seeds) {
    return draws(rows.of(named), seeds);
  }

  /**
   * Draws with fresh masks for rows whose numbers are stored in one array, and their texts in
   * another.
   *
   * @param numbers as for {@link #predict(float[], String[], int)}
   * @param texts likewise
   * @param seeds {@code [n]}
   * @return {@code [n][S][d_y]}, in the targets' units
   * @throws IllegalArgumentException naming row and column, if a row is invalid
   */
  public float[][][] draw(float[] numbers, String[] texts, long[] seeds) {
    return draws(rows.of(numbers, texts, seeds.length), seeds);
  }

  private List<Prediction> predictions(InputCells cells) {
    requireOpen();
    return engine.laws(engine.encoded(cells), this::prediction);
  }

  private Prediction prediction(RowLaw law) {
    ConformalCalibration conformal = model().conformal().of(groups.of(law.x()).get(0));
    return new Prediction(
            schema().targets(), law.mean(), law.std(), law.samples(), conformal, model().networks())
        .of(version);
  }

  private float[][][] draws(InputCells cells, long[] seeds) {
    requireOpen();
    if (seeds.length != cells.rows()) {
      throw new IllegalArgumentException(
          "seeds: %s (expected: %s, one a row)".formatted(seeds.length, cells.rows()));
    }
    float[][][] draws = new float[seeds.length][][];
    for (int from = 0; from < draws.length; from += DRAWN_AT_A_TIME) {
      int to = Math.min(draws.length, from + DRAWN_AT_A_TIME);
      List<float[]> drawn =
          engine.draws(engine.encoded(cells.rows(from, to)), Arrays.copyOfRange(seeds, from, to));
      for (int i = from; i < to; i++) {
        draws[i] = byDraw(drawn.get(i - from));
      }
    }
    return draws;
  }

  /** {@code [S][d_y]}. */
  private float[][] byDraw(float[] samples) {
    int outputs = targets.size();
    float[][] draws = new float[draws()][];
    for (int k = 0; k < draws.length; k++) {
      draws[k] = Arrays.copyOfRange(samples, k * outputs, (k + 1) * outputs);
    }
    return draws;
  }

  private void requireOpen() {
    if (closed) {
      throw new IllegalStateException("predictor of %s: closed".formatted(file));
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
