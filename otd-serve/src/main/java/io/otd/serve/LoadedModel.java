package io.otd.serve;

import io.otd.core.files.InvalidFileException;
import io.otd.core.files.StrictJson;
import io.otd.core.graph.Tensors;
import io.otd.core.savedmodel.ExportDescription;
import io.otd.core.savedmodel.ServingNames;
import io.otd.core.savedmodel.VersionDirectories;
import io.otd.serve.inspection.GraphInspection;
import io.otd.serve.inspection.InspectedModel;
import io.otd.serve.inspection.InspectionLimits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.tensorflow.Result;
import org.tensorflow.SavedModelBundle;
import org.tensorflow.Session;
import org.tensorflow.Tensor;
import org.tensorflow.exceptions.TensorFlowException;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt64;

/**
 * An exported model in native memory. Any number of threads may run it; close it after the last.
 */
final class LoadedModel implements AutoCloseable {
  private final SavedModelBundle bundle;
  private final InspectedModel inspected;
  private final ExportDescription description;

  private LoadedModel(
      SavedModelBundle bundle, InspectedModel inspected, ExportDescription description) {
    this.bundle = bundle;
    this.inspected = inspected;
    this.description = description;
  }

  /** One output of one signature, and how many values it must have. */
  private record Place(String signature, String output, long size) {}

  /**
   * What the bank says of rows.
   *
   * @param mean {@code [B, d_y]}
   * @param std {@code [B, d_y]}
   * @param samples {@code [B, S, d_y]}
   */
  record Summary(float[] mean, float[] std, float[] samples) {}

  /**
   * Loads a model, after looking at what it would do.
   *
   * @param directory of the SavedModel
   */
  static LoadedModel load(Path directory, InspectionLimits limits) throws IOException {
    Path file =
        directory.resolve(ServingNames.EXTRA_DIRECTORY).resolve(ServingNames.DESCRIPTION_FILE);
    if (!Files.exists(file)) {
      throw new InvalidFileException(
          directory,
          "not exported by otd: no %s/%s"
              .formatted(ServingNames.EXTRA_DIRECTORY, ServingNames.DESCRIPTION_FILE));
    }
    ExportDescription description =
        StrictJson.read(file, ExportDescription.FORMAT, ExportDescription.class);
    InspectedModel inspected = GraphInspection.inspect(directory, limits);
    requireSignatures(directory, inspected, description);
    try {
      return new LoadedModel(
          SavedModelBundle.load(directory.toString(), ServingNames.TAG), inspected, description);
    } catch (TensorFlowException | IllegalArgumentException e) {
      throw new InvalidFileException(directory, "TensorFlow cannot load it: " + e.getMessage(), e);
    }
  }

  private static void requireSignatures(
      Path directory, InspectedModel inspected, ExportDescription description)
      throws InvalidFileException {
    try {
      for (String input : FedCells.inputs(description.schema())) {
        inspected.signature(ServingNames.DEFAULT_SIGNATURE).input(input);
        inspected.signature(ServingNames.SAMPLE).input(input);
        inspected.signature(ServingNames.DRAW).input(input);
      }
      inspected.signature(ServingNames.DEFAULT_SIGNATURE).output(ServingNames.MEAN);
      inspected.signature(ServingNames.DEFAULT_SIGNATURE).output(ServingNames.STD);
      inspected.signature(ServingNames.SAMPLE).output(ServingNames.SAMPLES);
      inspected.signature(ServingNames.DRAW).input(ServingNames.SEED);
      inspected.signature(ServingNames.DRAW).output(ServingNames.SAMPLES);
    } catch (IllegalArgumentException e) {
      throw new InvalidFileException(directory, String.valueOf(e.getMessage()), e);
    }
  }

  /** The directory of a model, given itself or its base. */
  static Path resolve(Path directory) throws IOException {
    return VersionDirectories.resolve(directory)
        .orElseThrow(
            () ->
                new InvalidFileException(
                    directory,
                    "no model: neither %s nor a directory named by a version in it"
                        .formatted(ServingNames.MODEL_FILE)));
  }

  ExportDescription description() {
    return description;
  }

  /** Runs the bank. */
  Summary summary(InputCells cells) {
    try (FedCells fed = new FedCells(cells, description.schema())) {
      Session.Runner runner = bundle.session().runner();
      feed(runner, fed, List.of(ServingNames.DEFAULT_SIGNATURE, ServingNames.SAMPLE));
      long values = (long) cells.rows() * description.targets().size();
      long draws = values * description.bank().size();
      List<float[]> outputs =
          fetch(
              runner,
              List.of(
                  new Place(ServingNames.DEFAULT_SIGNATURE, ServingNames.MEAN, values),
                  new Place(ServingNames.DEFAULT_SIGNATURE, ServingNames.STD, values),
                  new Place(ServingNames.SAMPLE, ServingNames.SAMPLES, draws)));
      return new Summary(outputs.get(0), outputs.get(1), outputs.get(2));
    }
  }

  /** Draws with fresh masks, {@code [B, S, d_y]}. */
  float[] draw(InputCells cells, long[] seeds) {
    try (FedCells fed = new FedCells(cells, description.schema());
        Tensor seed = TInt64.tensorOf(Shape.of(seeds.length), DataBuffers.of(seeds))) {
      Session.Runner runner =
          bundle.session().runner().feed(input(ServingNames.DRAW, ServingNames.SEED), seed);
      feed(runner, fed, List.of(ServingNames.DRAW));
      long draws = (long) seeds.length * description.targets().size() * description.bank().size();
      return fetch(runner, List.of(new Place(ServingNames.DRAW, ServingNames.SAMPLES, draws)))
          .get(0);
    }
  }

  /** Signatures usually share their placeholders, and each is fed once. */
  private void feed(Session.Runner runner, FedCells cells, List<String> signatures) {
    cells
        .tensors()
        .forEach(
            (key, tensor) ->
                signatures.stream()
                    .map(signature -> input(signature, key))
                    .distinct()
                    .forEach(placeholder -> runner.feed(placeholder, tensor)));
  }

  private String input(String signature, String key) {
    return inspected.signature(signature).input(key);
  }

  private List<float[]> fetch(Session.Runner runner, List<Place> places) {
    for (Place place : places) {
      runner.fetch(inspected.signature(place.signature()).output(place.output()));
    }
    try (Result result = runner.run()) {
      List<float[]> outputs = new ArrayList<>();
      for (int i = 0; i < places.size(); i++) {
        outputs.add(floats(places.get(i), result.get(i)));
      }
      return outputs;
    } catch (TensorFlowException | IllegalArgumentException e) {
      throw new IllegalStateException("prediction failed: " + e.getMessage(), e);
    }
  }

  /** The description may say one thing and the graph do another: it is the model's, not ours. */
  private static float[] floats(Place place, Tensor tensor) {
    if (!(tensor instanceof TFloat32) || tensor.size() != place.size()) {
      throw new IllegalStateException(
          "prediction failed: signature %s, output %s: %s of shape %s (expected: %d floats)"
              .formatted(
                  place.signature(),
                  place.output(),
                  tensor.dataType(),
                  tensor.shape(),
                  place.size()));
    }
    return Tensors.floats(tensor);
  }

  @Override
  public void close() {
    bundle.close();
  }
}
