// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import io.otd.core.internal.savedmodel.VersionDirectories;
import io.otd.serve.internal.lifecycle.ModelVersion;
import io.otd.serve.internal.lifecycle.RetryPauses;
import io.otd.serve.internal.lifecycle.Trials;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.lifecycle.VersionUse;
import io.otd.serve.internal.servable.ServedModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The versions of one model. Requests may use them at any time, and any number of threads may look
 * for others: what one of them begins to load, others wait for.
 */
final class ModelVersions {
  /** Number of removed versions that the status still lists. */
  private static final int REMEMBERED = 20;

  private final NavigableMap<Long, ModelVersion<ServedModel>> versions =
      new ConcurrentSkipListMap<>();
  private final Map<Long, VersionLoads.Load> loading = new HashMap<>();
  private final Map<Long, Trials> trials = new HashMap<>();
  private final VersionLoads loads;
  private final RetryPauses pauses;
  private final Clock clock;
  private final VersionListener listener;
  private volatile ModelConfig config;
  private volatile boolean closed;
  private final Map<Long, Path> standIns = new LinkedHashMap<>();
  private SortedSet<Long> wanted = Collections.emptySortedSet();
  private boolean listed;
  private int held;
  private String problem = "";

  /**
   * No versions yet.
   *
   * @param loads loads them
   * @param pauses between trials of one that fails
   * @param clock for the pauses
   * @param listener receives the events
   */
  ModelVersions(
      ModelConfig config,
      VersionLoads loads,
      RetryPauses pauses,
      Clock clock,
      VersionListener listener) {
    this.config = config;
    this.loads = loads;
    this.pauses = pauses;
    this.clock = clock;
    this.listener = listener;
  }

  ModelConfig config() {
    return config;
  }

  void configure(ModelConfig changed) {
    config = changed;
  }

  /**
   * Lists the versions and those that a configuration selects, and begins to load them.
   *
   * @param retry whether versions that failed are tried at once
   * @return the loads under way, of those versions
   */
  List<VersionLoads.Load> look(ModelConfig by, boolean retry) {
    NavigableMap<Long, Path> found;
    try {
      found = VersionDirectories.list(by.basePath());
    } catch (IOException e) {
      synchronized (this) {
        listed = false;
        tell(by.name(), e.toString());
      }
      return List.of();
    }
    return choose(by, found, retry);
  }

  private synchronized List<VersionLoads.Load> choose(
      ModelConfig by, NavigableMap<Long, Path> found, boolean retry) {
    listed = true;
    tell(
        by.name(),
        found.isEmpty()
            ? "No versions of servable %s found under base path %s (expected: a directory such as 1 in it, as otd export makes)"
                .formatted(by.name(), by.basePath())
            : "");
    wanted = by.policy().choose(new TreeSet<>(found.keySet()));
    standIns.clear();
    by.policy()
        .standIns(new TreeSet<>(found.keySet()))
        .forEach(number -> standIns.put(number, found.get(number)));
    List<VersionLoads.Load> chosen = new ArrayList<>();
    for (long number : wanted) {
      begin(version(by.name(), number, Objects.requireNonNull(found.get(number))), retry);
      VersionLoads.Load load = loading.get(number);
      if (load != null) {
        chosen.add(load);
      }
    }
    standIn();
    return chosen;
  }

  private ModelVersion<ServedModel> version(String model, long number, Path directory) {
    ModelVersion<ServedModel> version = versions.get(number);
    if (version == null || version.isGone()) {
      version =
          new ModelVersion<>(new VersionId(model, number), directory, ServedModel::close, listener);
      versions.put(number, version);
      trials.remove(number);
    }
    return version;
  }

  /**
   * Begins to load the version that answers until a wanted one can be loaded, if all of them have
   * failed: a server that is started then does what one that has served it does.
   */
  private void standIn() {
    for (Map.Entry<Long, Path> next : standIns.entrySet()) {
      if (wanted.stream().anyMatch(number -> !hasFailed(number))
          || versions.values().stream().anyMatch(v -> v.isAvailable() || v.attempt() != null)) {
        return;
      }
      begin(version(config.name(), next.getKey(), next.getValue()), false);
    }
  }

  private boolean hasFailed(long number) {
    ModelVersion<ServedModel> version = versions.get(number);
    return version != null && version.hasFailed();
  }

  /**
   * Waits for versions that stand in, one after the other, until one answers; for each of them no
   * longer than the start of a server.
   */
  void awaitStandIn() {
    Optional<VersionLoads.Load> begun = standingIn();
    while (begun.isPresent()) {
      Object unused = begun.get().endOrOverdue().join();
      begun = standingIn();
    }
  }

  private synchronized Optional<VersionLoads.Load> standingIn() {
    return standIns.keySet().stream()
        .map(loading::get)
        .filter(load -> load != null && !load.endOrOverdue().isDone())
        .findFirst();
  }

  /** Begins to load a version, if it is worth a trial now. */
  private void begin(ModelVersion<ServedModel> version, boolean retry) {
    Trials trial = trials.computeIfAbsent(version.id().version(), any -> new Trials(pauses));
    if (version.isNew() || (version.hasFailed() && isDue(version, trial, retry))) {
      trial.begin(version.directory());
      loading.put(version.id().version(), loads.start(version.begin(), () -> end(version)));
      if (closed) {
        version.retire();
      }
    }
  }

  /** While an abandoned load still runs, only changed files are a reason. */
  private boolean isDue(ModelVersion<ServedModel> version, Trials trial, boolean retry) {
    return version.isStuck()
        ? trial.hasChanged(version.directory())
        : retry || trial.isDue(version.directory(), clock.instant());
  }

  private synchronized void end(ModelVersion<ServedModel> version) {
    Trials trial = trials.get(version.id().version());
    if (trial != null && version.hasFailed()) {
      Duration pause = trial.fail(clock.instant());
      listener.waits(version.id(), version.isStuck() ? Optional.empty() : Optional.of(pause));
    }
    standIn();
    settle();
  }

  /** Once, not at every look. */
  private void tell(String model, String found) {
    if (!found.isEmpty() && !found.equals(problem)) {
      listener.unlisted(model, found);
    }
    problem = found;
  }

  /**
   * Releases unwanted versions once a wanted one answers: a version that cannot be loaded must not
   * replace one that can.
   */
  synchronized void settle() {
    if (held > 0 || !listed || !(wanted.isEmpty() || wanted.stream().anyMatch(this::isAvailable))) {
      return;
    }
    versions.forEach(
        (number, version) -> {
          if (!wanted.contains(number)) {
            version.retire();
            loading.remove(number);
            trials.remove(number);
            if (!version.wasServed()) {
              versions.remove(number);
            }
          }
        });
    int forgotten = versions.size() - wanted.size() - REMEMBERED;
    versions.entrySet().stream()
        .filter(entry -> !wanted.contains(entry.getKey()) && entry.getValue().isGone())
        .limit(Math.max(0, forgotten))
        .toList()
        .forEach(entry -> versions.remove(entry.getKey()));
  }

  /** Keeps all versions, also those that are not wanted, until {@link #release}. */
  synchronized void hold() {
    held++;
  }

  /** Ends {@link #hold}. */
  synchronized void release() {
    held--;
  }

  /** Releases all versions; loads none any more. */
  void retireAll() {
    closed = true;
    versions.values().forEach(ModelVersion::retire);
  }

  boolean isAvailable(long number) {
    ModelVersion<ServedModel> version = versions.get(number);
    return version != null && version.isAvailable();
  }

  boolean answers() {
    return versions.values().stream().anyMatch(ModelVersion::isAvailable);
  }

  boolean has(long number) {
    return versions.containsKey(number);
  }

  /** Nothing if that version does not answer. */
  @Nullable Lease lease(long number) {
    ModelVersion<ServedModel> version = versions.get(number);
    return version == null ? null : lease(version);
  }

  private static @Nullable Lease lease(ModelVersion<ServedModel> version) {
    VersionUse<ServedModel> use = version.use();
    return use == null ? null : Lease.of(use);
  }

  /** The highest that answers; nothing if none does. */
  @Nullable Lease latest() {
    for (ModelVersion<ServedModel> version : versions.descendingMap().values()) {
      Lease lease = lease(version);
      if (lease != null) {
        return lease;
      }
    }
    return null;
  }

  /** Newest first. */
  List<VersionStatus> status() {
    return versions.descendingMap().values().stream().map(ModelVersion::status).toList();
  }
}
