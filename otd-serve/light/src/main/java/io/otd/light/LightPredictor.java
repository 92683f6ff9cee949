// SPDX-License-Identifier: Apache-2.0
package io.otd.light;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.GroupColumns;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.RegularFiles;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.savedmodel.VersionDirectories;
import io.otd.light.internal.engine.LightEngine;
import io.otd.light.internal.engine.RowLaw;
import io.otd.light.internal.file.LightModelFile;
import io.otd.light.internal.model.LightModel;
import io.otd.predict.CellPredictor;
import io.otd.predict.InputCells;
import io.otd.predict.InputRows;
import io.otd.predict.ModelCard;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

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
  private final LightEngine engine;
  private final ModelCard card;
  private final Cells cells;
  private volatile boolean closed;

  private LightPredictor(Path file, OptionalLong version, LightEngine engine) {
    this.file = file;
    this.engine = engine;
    this.card = card(engine.model(), version);
    this.cells = new Cells();
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
                VersionDirectories.noModel(
                    path, ServingNames.EXTRA_DIRECTORY + "/" + LightModelFile.NAME));
  }

  private static Path file(Path directory) {
    return directory.resolve(ServingNames.EXTRA_DIRECTORY).resolve(LightModelFile.NAME);
  }

  private static ModelCard card(LightModel model, OptionalLong version) {
    return new ModelCard(
        model.schema(),
        model.draws(),
        model.levels(),
        model.conformal().alphas(),
        model.metrics(),
        version);
  }

  @Override
  public ModelCard card() {
    return card;
  }

  @Override
  public <T> T during(Function<CellPredictor, T> work) {
    requireOpen();
    return work.apply(cells);
  }

  /** The rows that the engine computes. */
  private final class Cells implements CellPredictor {
    private final InputRows rows = new InputRows(engine.model().schema());
    private final GroupColumns groups = engine.model().conformal().columns(engine.model().schema());

    @Override
    public InputRows rows() {
      return rows;
    }

    @Override
    public int outputs() {
      return engine.model().schema().targets().size();
    }

    @Override
    public List<Prediction> predict(InputCells cells) {
      return engine.laws(engine.encoded(cells), this::prediction);
    }

    private Prediction prediction(RowLaw law) {
      LightModel model = engine.model();
      ConformalCalibration conformal = model.conformal().of(groups.of(law.x()).get(0));
      return new Prediction(
              model.schema().targets(),
              law.mean(),
              law.std(),
              law.samples(),
              conformal,
              model.networks())
          .of(card.version());
    }

    @Override
    public List<float[]> draw(InputCells cells, long[] seeds) {
      cells.requireOneEach(seeds);
      List<float[]> draws = new ArrayList<>(seeds.length);
      for (int from = 0; from < seeds.length; from += DRAWN_AT_A_TIME) {
        int to = Math.min(seeds.length, from + DRAWN_AT_A_TIME);
        float[][] x = engine.encoded(cells.rows(from, to));
        draws.addAll(engine.draws(x, Arrays.copyOfRange(seeds, from, to)));
      }
      return draws;
    }
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
