// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import io.otd.serve.internal.lifecycle.ModelVersion;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The models that are served and their versions. Any number of threads may use it. Looking for
 * versions, loading and letting go is done by one thread at a time, and never hinders requests.
 */
public final class ModelRegistry implements AutoCloseable {
  private final VersionLoader loader;
  private final RegistrySettings settings;
  private final Executor loading;
  private final Clock clock;
  private final VersionListener listener;
  private final Lock control = new ReentrantLock();
  private final Semaphore asked = new Semaphore(1);
  private volatile Map<String, ModelVersions> models = Map.of();
  private volatile boolean started;

  /**
   * A registry without models.
   *
   * @param loader loads versions
   * @param settings how models are kept
   * @param loading runs the loading
   * @param clock determines when a failed version may be retried
   * @param listener receives the events
   */
  public ModelRegistry(
      VersionLoader loader,
      RegistrySettings settings,
      Executor loading,
      Clock clock,
      VersionListener listener) {
    this.loader = loader;
    this.settings = settings;
    this.loading = loading;
    this.clock = clock;
    this.listener = listener;
  }

  /**
   * Sets the first models and loads what can be loaded. A model that cannot be loaded is not an
   * error: its status reports it, and loading is retried. Labels may refer to later versions.
   *
   * @param configs none twice
   * @throws IllegalArgumentException naming one that occurs twice
   */
  public void start(List<ModelConfig> configs) {
    ModelConfigs.requireDistinct(configs);
    control.lock();
    try {
      Map<String, ModelVersions> first = new TreeMap<>();
      configs.forEach(c -> first.put(c.name(), new ModelVersions(c, listener)));
      models = Collections.unmodifiableMap(first);
      reconcile();
      started = true;
    } finally {
      control.unlock();
    }
  }

  /** Checks for new versions, loads the wanted ones, then releases the others. */
  public void poll() {
    control.lock();
    try {
      reconcile();
    } finally {
      control.unlock();
    }
  }

  /**
   * Checks for versions now, at a client's request.
   *
   * @param model requested
   * @throws ServingException NOT_FOUND, if there is no such model; FAILED_PRECONDITION, if its
   *     newest version cannot be loaded, or there is none; UNAVAILABLE, if another client's request
   *     is running, so that clients occupy at most one thread
   */
  public void load(String model) {
    if (!models.containsKey(model)) {
      throw new ServingException(StatusCode.NOT_FOUND, "Could not find model " + model);
    }
    if (!asked.tryAcquire()) {
      throw new ServingException(
          StatusCode.UNAVAILABLE, "Another request loads models; try again later");
    }
    try {
      poll();
    } finally {
      asked.release();
    }
    VersionStatus newest = status(model, OptionalLong.empty()).get(0);
    if (newest.code() != StatusCode.OK || !answers(model)) {
      throw new ServingException(
          StatusCode.FAILED_PRECONDITION,
          "model %s, version %d: not loaded: %s"
              .formatted(
                  model,
                  newest.version(),
                  newest.message().isEmpty() ? newest.state() : newest.message()));
    }
  }

  private void reconcile() {
    Instant now = clock.instant();
    load(models.values().stream().flatMap(m -> m.due(m.config(), settings, now).stream()));
    models.values().forEach(ModelVersions::settle);
  }

  private void load(Stream<ModelVersion<ServedModel>> due) {
    CompletableFuture.allOf(
            due.map(v -> CompletableFuture.runAsync(() -> load(v), loading))
                .toArray(CompletableFuture[]::new))
        .join();
  }

  private void load(ModelVersion<ServedModel> version) {
    try {
      version.load(
          directory -> loader.load(version.model(), version.number(), directory),
          () -> clock.instant().plus(settings.retryInterval()));
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // Its status shows the failure.
    }
  }

  /**
   * Replaces the models, all or none: if one of them cannot be loaded, the previous ones stay.
   * Models in both lists continue to answer meanwhile.
   *
   * @param configs none twice
   * @throws ServingException naming the model, if it occurs twice, if a new one has no version that
   *     can be loaded, or a label is for a version that is not available
   */
  public void reload(List<ModelConfig> configs) {
    try {
      ModelConfigs.requireDistinct(configs);
    } catch (IllegalArgumentException e) {
      throw new ServingException(StatusCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()), e);
    }
    control.lock();
    try {
      Map<String, ModelVersions> before = models;
      Map<String, ModelVersions> after = new TreeMap<>();
      for (ModelConfig config : configs) {
        ModelVersions same = before.get(config.name());
        boolean stays = same != null && same.config().basePath().equals(config.basePath());
        after.put(config.name(), stays ? same : new ModelVersions(config, listener));
      }
      Instant now = clock.instant();
      load(configs.stream().flatMap(c -> versions(after, c).due(c, settings, now).stream()));
      try {
        requireAvailable(configs, before.values(), after);
      } catch (ServingException e) {
        after.values().stream()
            .filter(m -> !before.containsValue(m))
            .forEach(ModelVersions::retireAll);
        before.values().forEach(m -> m.due(m.config(), settings, now));
        before.values().forEach(ModelVersions::settle);
        throw e;
      }
      configs.forEach(c -> versions(after, c).configure(c));
      models = Collections.unmodifiableMap(after);
      after.values().forEach(ModelVersions::settle);
      before.values().stream()
          .filter(m -> !after.containsValue(m))
          .forEach(ModelVersions::retireAll);
    } finally {
      control.unlock();
    }
  }

  private static ModelVersions versions(Map<String, ModelVersions> all, ModelConfig config) {
    ModelVersions versions = all.get(config.name());
    if (versions == null) {
      throw new IllegalStateException("model " + config.name());
    }
    return versions;
  }

  private static void requireAvailable(
      List<ModelConfig> configs,
      Collection<ModelVersions> before,
      Map<String, ModelVersions> after) {
    List<String> missing = new ArrayList<>();
    for (ModelConfig config : configs) {
      ModelVersions versions = versions(after, config);
      if (!before.contains(versions) && !versions.answers()) {
        missing.add(config.name() + " " + versions.status());
      }
    }
    if (!missing.isEmpty()) {
      throw new ServingException(
          StatusCode.UNKNOWN,
          "Some models did not become available: {%s}".formatted(String.join(", ", missing)));
    }
    for (ModelConfig config : configs) {
      config
          .labels()
          .forEach(
              (label, version) -> {
                if (!versions(after, config).isAvailable(version)) {
                  throw new ServingException(
                      StatusCode.FAILED_PRECONDITION,
                      "Request to assign label to version %d of model %s, which is not currently available for inference"
                          .formatted(version, config.name()));
                }
              });
    }
  }

  /**
   * The right to use a version.
   *
   * @throws ServingException {@code NOT_FOUND} if that model or version does not answer, {@code
   *     INVALID_ARGUMENT} if no name is given or there is no such label
   */
  public Lease lease(ModelReference reference) {
    if (reference.name().isEmpty()) {
      throw new ServingException(StatusCode.INVALID_ARGUMENT, "ModelSpec has no name specified.");
    }
    ModelVersions versions = models.get(reference.name());
    if (reference.choice() instanceof ModelReference.Label label) {
      Long number = versions == null ? null : versions.config().labels().get(label.label());
      if (versions == null || number == null) {
        throw new ServingException(
            StatusCode.INVALID_ARGUMENT, "Unrecognized servable version label: " + label.label());
      }
      return found(versions.lease(number), specific(reference.name(), number));
    }
    if (reference.choice() instanceof ModelReference.Numbered number
        && !meansAny(number.version(), versions)) {
      return found(
          versions == null ? null : versions.lease(number.version()),
          specific(reference.name(), number.version()));
    }
    return found(
        versions == null ? null : versions.latest(), "Latest(%s)".formatted(reference.name()));
  }

  /** Some clients send version 0 where they mean none in particular. */
  private static boolean meansAny(long version, @Nullable ModelVersions versions) {
    return version == 0 && versions != null && !versions.has(0);
  }

  private static String specific(String name, long version) {
    return "Specific(%s, %d)".formatted(name, version);
  }

  private static Lease found(@Nullable Lease lease, String request) {
    if (lease == null) {
      throw new ServingException(
          StatusCode.NOT_FOUND, "Servable not found for request: " + request);
    }
    return lease;
  }

  /** Names of the models, in order. */
  public List<String> models() {
    return List.copyOf(models.keySet());
  }

  /** Whether a model exists, and has a version that answers. */
  public boolean answers(String model) {
    ModelVersions versions = models.get(model);
    return versions != null && versions.answers();
  }

  /** Whether the first models are set, and every model has a version that answers. */
  public boolean isReady() {
    return started && models.values().stream().allMatch(ModelVersions::answers);
  }

  /**
   * How the versions of a model are, newest first.
   *
   * @param model its name
   * @param version only this one, if there is a number; 0 means all if there is no such version
   * @throws ServingException {@code NOT_FOUND} if there is no such model or version
   */
  public List<VersionStatus> status(String model, OptionalLong version) {
    ModelVersions versions = models.get(model);
    List<VersionStatus> all = versions == null ? List.of() : versions.status();
    if (version.isPresent() && !meansAny(version.getAsLong(), versions)) {
      all = all.stream().filter(s -> s.version() == version.getAsLong()).toList();
    }
    if (all.isEmpty()) {
      throw new ServingException(
          StatusCode.NOT_FOUND,
          version.isPresent()
              ? "Could not find version %d of model %s".formatted(version.getAsLong(), model)
              : "Could not find any versions of model " + model);
    }
    return all;
  }

  /** Releases all models. Those in use are closed after their last user. */
  @Override
  public void close() {
    control.lock();
    try {
      Map<String, ModelVersions> last = models;
      models = Map.of();
      last.values().forEach(ModelVersions::retireAll);
    } finally {
      control.unlock();
    }
  }
}
