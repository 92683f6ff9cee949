// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.otd.predict.Predictor;
import io.otd.serve.internal.settings.Engine;
import io.otd.spring.OtdProperties.Model;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;

/** Opens the models of the configuration, and keeps track of the open ones. */
final class OtdModels {
  private static final Duration USUAL_POLL = Duration.ofSeconds(5);

  private final Map<String, Model> configured;
  private final boolean tensorFlow;
  private final PredictionMeters meters;
  private final SortedMap<String, OpenModel> open = new ConcurrentSkipListMap<>();

  /**
   * Takes the configuration; no model is open yet.
   *
   * @param configured by name
   * @param tensorFlow whether the predictor with TensorFlow is present
   * @param meters that measure predictions
   */
  OtdModels(Map<String, Model> configured, boolean tensorFlow, PredictionMeters meters) {
    this.configured = configured;
    this.tensorFlow = tensorFlow;
    this.meters = meters;
  }

  /**
   * Opens a model.
   *
   * @param name among those of the configuration
   * @throws ModelOpeningException if it cannot be opened
   */
  Predictor open(String name) {
    Model model = Objects.requireNonNull(configured.get(name), name);
    Engine engine = model.compute().engine();
    if (engine == Engine.TENSORFLOW && !tensorFlow) {
      throw ModelOpeningException.withoutTensorFlow(name);
    }
    VersionFailures failures = new VersionFailures();
    Predictor predictor = opened(name, model, engine, failures);
    open.put(name, new OpenModel(engine, predictor, failures));
    meters.opened(name, predictor);
    return new MeasuredPredictor(name, predictor, meters);
  }

  /** Models that are open, or were, by name. */
  Map<String, OpenModel> opened() {
    return open;
  }

  private static Predictor opened(
      String name, Model model, Engine engine, VersionFailures failures) {
    String path = model.path();
    if (path == null || path.isBlank()) {
      throw ModelOpeningException.withoutPath(name);
    }
    try {
      Path place = Path.of(path);
      return switch (engine) {
        case LIGHT -> LightOpening.open(place, model, poll(place, model), failures);
        case TENSORFLOW -> TensorFlowOpening.open(place, model, poll(place, model), failures);
      };
    } catch (InvalidPathException e) {
      throw ModelOpeningException.ofSpelling(name, path, e);
    } catch (IllegalArgumentException e) {
      throw ModelOpeningException.ofSettings(name, e);
    } catch (IOException | RuntimeException | LinkageError e) {
      throw ModelOpeningException.ofPath(name, path, e);
    }
  }

  /** Interval between checks for another version. */
  private static Duration poll(Path path, Model model) {
    Duration wanted = model.poll();
    if (wanted != null) {
      return wanted;
    }
    return holdsVersions(path) ? USUAL_POLL : Duration.ZERO;
  }

  /** Whether it is neither a file nor a single version. */
  static boolean holdsVersions(Path path) {
    return Files.isDirectory(path)
        && !Files.exists(path.resolve("saved_model.pb"))
        && !Files.exists(path.resolve("assets.extra"));
  }
}
