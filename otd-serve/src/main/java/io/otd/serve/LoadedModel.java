package io.otd.serve;

import io.otd.core.files.InvalidFileException;
import io.otd.core.savedmodel.ExportDescription;
import io.otd.core.savedmodel.ServingNames;
import io.otd.core.savedmodel.VersionDirectories;
import io.otd.serve.inspection.GraphInspection;
import io.otd.serve.inspection.InspectedModel;
import io.otd.serve.inspection.InspectionLimits;
import io.otd.serve.inspection.OtdDescription;
import io.otd.serve.servable.Servable;
import io.otd.serve.status.ServingException;
import io.otd.serve.tensor.HostTensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An exported model: a servable and what otd says of it. Any number of threads may run it; close it
 * after the last.
 */
final class LoadedModel implements PredictiveModel, AutoCloseable {
  private final Servable servable;
  private final ExportDescription description;

  private LoadedModel(Servable servable, ExportDescription description) {
    this.servable = servable;
    this.description = description;
  }

  /** One output of one signature, and how many values it must have. */
  private record Place(String signature, String output, long size) {}

  /**
   * Loads a model, after looking at what it would do.
   *
   * @param directory of the SavedModel
   */
  static LoadedModel load(Path directory, InspectionLimits limits) throws IOException {
    ExportDescription description = OtdDescription.read(directory);
    InspectedModel inspected = GraphInspection.inspect(directory, limits);
    try {
      PredictiveSignatures.require(inspected, description);
    } catch (IllegalArgumentException e) {
      throw new InvalidFileException(directory, String.valueOf(e.getMessage()), e);
    }
    return new LoadedModel(Servable.load(directory, inspected), description);
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

  @Override
  public ExportDescription description() {
    return description;
  }

  /** One run for all that the signatures share. */
  @Override
  public Summary summary(InputCells cells) {
    long values = (long) cells.rows() * description.targets().size();
    long draws = values * description.bank().size();
    List<float[]> outputs =
        run(
            feeds(cells, List.of(ServingNames.DEFAULT_SIGNATURE, ServingNames.SAMPLE)),
            List.of(
                new Place(ServingNames.DEFAULT_SIGNATURE, ServingNames.MEAN, values),
                new Place(ServingNames.DEFAULT_SIGNATURE, ServingNames.STD, values),
                new Place(ServingNames.SAMPLE, ServingNames.SAMPLES, draws)));
    return new Summary(outputs.get(0), outputs.get(1), outputs.get(2));
  }

  @Override
  public float[] draw(InputCells cells, long[] seeds) {
    Map<String, HostTensor> feeds = feeds(cells, List.of(ServingNames.DRAW));
    feeds.put(input(ServingNames.DRAW, ServingNames.SEED), HostTensor.of(seeds, seeds.length));
    long draws = (long) seeds.length * description.targets().size() * description.bank().size();
    return run(feeds, List.of(new Place(ServingNames.DRAW, ServingNames.SAMPLES, draws))).get(0);
  }

  /** Signatures usually share their placeholders, and each is fed once. */
  private Map<String, HostTensor> feeds(InputCells cells, List<String> signatures) {
    Map<String, HostTensor> feeds = new LinkedHashMap<>();
    cells
        .tensors(description.schema())
        .forEach(
            (key, tensor) ->
                signatures.forEach(signature -> feeds.put(input(signature, key), tensor)));
    return feeds;
  }

  private String input(String signature, String key) {
    return servable.model().signature(signature).input(key);
  }

  private List<float[]> run(Map<String, HostTensor> feeds, List<Place> places) {
    List<float[]> outputs;
    try {
      outputs =
          servable.floats(
              feeds,
              places.stream()
                  .map(
                      place -> servable.model().signature(place.signature()).output(place.output()))
                  .toList());
    } catch (ServingException e) {
      throw new IllegalStateException("prediction failed: " + e.getMessage(), e);
    }
    for (int i = 0; i < places.size(); i++) {
      requireSize(places.get(i), outputs.get(i).length);
    }
    return outputs;
  }

  /** The description may say one thing and the graph do another: it is the model's, not ours. */
  private static void requireSize(Place place, int size) {
    if (size != place.size()) {
      throw new IllegalStateException(
          "prediction failed: signature %s, output %s: %d floats (expected: %d)"
              .formatted(place.signature(), place.output(), size, place.size()));
    }
  }

  @Override
  public void close() {
    servable.close();
  }
}
