// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The models that are served and their versions. Any number of threads may use it. Looking for
 * versions and loading never hinder requests, and no model waits for the loads of another.
 */
public final class ModelRegistry implements AutoCloseable {
  /** Requests to load that wait at a time: each occupies a thread of requests. */
  private static final int WAITING = 2;

  private final RegistrySettings settings;
  private final Clock clock;
  private final VersionListener listener;
  private final VersionLoads loads;
  private final Semaphore reloading = new Semaphore(1);
  private final Semaphore waiting = new Semaphore(WAITING);
  private final Set<String> asked = ConcurrentHashMap.newKeySet();
  private volatile Map<String, ModelVersions> models = Map.of();
  private volatile boolean started;
  private volatile boolean closed;
  private volatile boolean withdrawn;

  /**
   * A registry without models.
   *
   * @param loader loads versions
   * @param settings how models are kept
   * @param loading runs the loads; one that does not end keeps its thread
   * @param clock determines when a failed version may be retried
   * @param listener receives the events
   */
  public ModelRegistry(
      VersionLoader loader,
      RegistrySettings settings,
      Executor loading,
      Clock clock,
      VersionListener listener) {
    this.loads = new VersionLoads(loader, settings, loading, listener);
    this.settings = settings;
    this.clock = clock;
    this.listener = listener;
  }

  /**
   * Sets the first models and loads what can be loaded. A model that cannot be loaded is not an
   * error: its status reports it, and loading is retried. Labels may refer to later versions.
   * Returns when the versions answer or have failed, or take very long: these are loaded meanwhile.
   *
   * @param configs none twice
   * @throws IllegalArgumentException naming one that occurs twice
   */
  public void start(List<ModelConfig> configs) {
    ModelConfigs.requireDistinct(configs);
    Map<String, ModelVersions> first = new TreeMap<>();
    configs.forEach(c -> first.put(c.name(), versions(c)));
    publish(first);
    started = true;
    List<VersionLoads.Load> begun = new ArrayList<>();
    first.values().forEach(m -> begun.addAll(m.look(m.config(), false)));
    first.values().forEach(ModelVersions::settle);
    await(begun, VersionLoads.Load::endOrOverdue);
    first.values().forEach(ModelVersions::awaitStandIn);
  }

  private ModelVersions versions(ModelConfig config) {
    return new ModelVersions(config, loads, settings.retries(), clock, listener);
  }

  /** Closing comes before or after it, and then the models are released. */
  private synchronized void publish(Map<String, ModelVersions> next) {
    models = closed ? Map.of() : Collections.unmodifiableMap(next);
    if (closed) {
      next.values().forEach(ModelVersions::retireAll);
    }
  }

  /**
   * Checks for new versions and begins to load the wanted ones. Those that are not wanted are
   * released once others answer.
   */
  public void poll() {
    for (ModelVersions model : models.values()) {
      List<VersionLoads.Load> unused = model.look(model.config(), false);
      model.settle();
    }
  }

  /**
   * Checks for versions now, at a client's request, and waits for them. A version that failed is
   * tried again.
   *
   * @param model requested
   * @throws ServingException NOT_FOUND, if there is no such model, or it has no version; INTERNAL,
   *     if its newest version cannot be loaded; UNAVAILABLE, if another client's request for this
   *     model is waiting, or several for others, so that clients occupy few threads
   */
  public void load(String model) {
    ModelVersions versions = models.get(model);
    if (versions == null) {
      throw new ServingException(StatusCode.NOT_FOUND, "Could not find model " + model);
    }
    if (!asked.add(model)) {
      throw busy();
    }
    try {
      if (!waiting.tryAcquire()) {
        throw busy();
      }
      try {
        List<VersionLoads.Load> begun = versions.look(versions.config(), true);
        versions.settle();
        await(begun, VersionLoads.Load::end);
      } finally {
        waiting.release();
      }
    } finally {
      asked.remove(model);
    }
    requireLoaded(model);
  }

  private static ServingException busy() {
    return new ServingException(
        StatusCode.UNAVAILABLE, "Another request loads models; try again later");
  }

  private void requireLoaded(String model) {
    VersionStatus newest = status(model, OptionalLong.empty()).get(0);
    if (newest.code() != StatusCode.OK || !answers(model)) {
      throw new ServingException(
          StatusCode.INTERNAL,
          "%s: not loaded: %s"
              .formatted(
                  new VersionId(model, newest.version()),
                  newest.message().isEmpty() ? newest.state() : newest.message()));
    }
  }

  private static void await(
      List<VersionLoads.Load> begun, Function<VersionLoads.Load, CompletableFuture<?>> until) {
    CompletableFuture.allOf(begun.stream().map(until).toArray(CompletableFuture[]::new)).join();
  }

  /**
   * Replaces the models, all or none: if one of them cannot be loaded, the previous ones stay.
   * Models in both lists continue to answer meanwhile. A version that failed is tried again. While
   * a new model takes long, the list may be replaced by another one.
   *
   * @param configs none twice
   * @throws ServingException naming the model, if it occurs twice, if a new one has no version that
   *     can be loaded, or a label is for a version that is not available; ABORTED, if the list was
   *     replaced by another one before
   */
  public void reload(List<ModelConfig> configs) {
    try {
      ModelConfigs.requireDistinct(configs);
    } catch (IllegalArgumentException e) {
      throw ServingException.invalid(e);
    }
    reloading.acquireUninterruptibly();
    try {
      Map<String, ModelVersions> before = models;
      Map<String, ModelVersions> after = new TreeMap<>();
      for (ModelConfig config : configs) {
        ModelVersions same = before.get(config.name());
        boolean stays = same != null && same.config().basePath().equals(config.basePath());
        after.put(config.name(), stays ? same : versions(config));
      }
      replace(configs, before, after);
    } finally {
      reloading.release();
    }
  }

  private void replace(
      List<ModelConfig> configs,
      Map<String, ModelVersions> before,
      Map<String, ModelVersions> after) {
    List<ModelVersions> kept = after.values().stream().filter(before::containsValue).toList();
    kept.forEach(ModelVersions::hold);
    try {
      load(configs, before, after);
      if (models != before) {
        throw new ServingException(
            StatusCode.ABORTED, "The list of models was replaced by another one meanwhile");
      }
      requireAvailable(configs, before.values(), after);
      configs.forEach(c -> versions(after, c).configure(c));
      publish(after);
    } finally {
      kept.forEach(ModelVersions::release);
      poll(); // By the configurations that are now valid.
      Stream.concat(before.values().stream(), after.values().stream())
          .filter(m -> !models.containsValue(m))
          .forEach(ModelVersions::retireAll);
    }
  }

  /** New models are waited for, others no longer than usual: they answer already, or never did. */
  private void load(
      List<ModelConfig> configs,
      Map<String, ModelVersions> before,
      Map<String, ModelVersions> after) {
    List<VersionLoads.Load> all = new ArrayList<>();
    List<VersionLoads.Load> added = new ArrayList<>();
    for (ModelConfig config : configs) {
      ModelVersions versions = versions(after, config);
      List<VersionLoads.Load> begun = versions.look(config, true);
      all.addAll(begun);
      added.addAll(before.containsValue(versions) ? List.of() : begun);
    }
    await(all, VersionLoads.Load::endOrSlow);
    if (!added.stream().allMatch(load -> load.end().isDone())) {
      reloading.release();
      try {
        await(added, VersionLoads.Load::end);
      } finally {
        reloading.acquireUninterruptibly();
      }
    }
    after.values().forEach(ModelVersions::awaitStandIn);
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
                      "Request to assign label to version %s of model %s, which is not currently available for inference"
                          .formatted(version, config.name()));
                }
              });
    }
  }

  /** The folder with the versions of a model; empty if it is not in the list. */
  public Optional<Path> basePath(String model) {
    return Optional.ofNullable(models.get(model)).map(versions -> versions.config().basePath());
  }

  /**
   * The right to use a version.
   *
   * @throws ServingException {@code NOT_FOUND} if that model or version does not answer, {@code
   *     INVALID_ARGUMENT} if no name is given or there is no such label
   */
  public Lease lease(ModelReference reference) {
    if (reference.name().isEmpty()) {
      throw ServingException.invalid("ModelSpec has no name specified.");
    }
    ModelVersions versions = models.get(reference.name());
    if (reference.choice() instanceof ModelReference.Label label) {
      Long number = versions == null ? null : versions.config().labels().get(label.label());
      if (versions == null || number == null) {
        throw ServingException.invalid("Unrecognized servable version label: " + label.label());
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
    return "Specific(%s, %s)".formatted(name, version);
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
    return started
        && !closed
        && !withdrawn
        && models.values().stream().allMatch(ModelVersions::answers);
  }

  /** Is not ready from now on, because the server stops. Models answer until they are released. */
  public void withdraw() {
    withdrawn = true;
  }

  /**
   * How the versions of a model are, newest first.
   *
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
              ? "Could not find version %s of model %s".formatted(version.getAsLong(), model)
              : "Could not find any versions of model " + model);
    }
    return all;
  }

  /**
   * Releases all models. Those in use are closed after their last user, and those that are being
   * loaded when that ends: it is not waited for.
   */
  @Override
  public void close() {
    Map<String, ModelVersions> last;
    synchronized (this) {
      closed = true;
      last = models;
      models = Map.of();
    }
    last.values().forEach(ModelVersions::retireAll);
  }
}
