// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import io.otd.core.internal.savedmodel.VersionDirectories;
import io.otd.serve.internal.lifecycle.ModelVersion;
import io.otd.serve.internal.lifecycle.VersionListener;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.lifecycle.VersionUse;
import io.otd.serve.internal.servable.ServedModel;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * The versions of one model. Requests may look at them at any time; the registry changes them, one
 * thread at a time.
 */
final class ModelVersions {
  /** Number of removed versions that the status still lists. */
  private static final int REMEMBERED = 20;

  private final NavigableMap<Long, ModelVersion<ServedModel>> versions =
      new ConcurrentSkipListMap<>();
  private final VersionListener listener;
  private volatile ModelConfig config;
  private SortedSet<Long> wanted = Collections.emptySortedSet();
  private boolean listed;
  private String problem = "";

  ModelVersions(ModelConfig config, VersionListener listener) {
    this.config = config;
    this.listener = listener;
  }

  ModelConfig config() {
    return config;
  }

  void configure(ModelConfig changed) {
    config = changed;
  }

  /**
   * Looks which versions there are and which of them a configuration wants.
   *
   * @return those to be loaded now
   */
  List<ModelVersion<ServedModel>> due(ModelConfig by, RegistrySettings settings, Instant now) {
    NavigableMap<Long, Path> found;
    try {
      found = VersionDirectories.list(by.basePath());
    } catch (IOException e) {
      listed = false;
      tell(by.name(), e.toString());
      return List.of();
    }
    listed = true;
    tell(
        by.name(),
        found.isEmpty()
            ? "No versions of servable %s found under base path %s"
                .formatted(by.name(), by.basePath())
            : "");
    wanted = by.policy().choose(new TreeSet<>(found.keySet()));
    List<ModelVersion<ServedModel>> due = new ArrayList<>();
    found.forEach(
        (number, directory) -> {
          if (wanted.contains(number)) {
            ModelVersion<ServedModel> version = versions.get(number);
            if (version == null || version.isGone()) {
              version =
                  new ModelVersion<>(by.name(), number, directory, ServedModel::close, listener);
              versions.put(number, version);
            }
            if (version.isDue(settings.loadRetries(), now)) {
              due.add(version);
            }
          }
        });
    return due;
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
  void settle() {
    if (!listed || !(wanted.isEmpty() || wanted.stream().anyMatch(this::isAvailable))) {
      return;
    }
    versions.forEach(
        (number, version) -> {
          if (!wanted.contains(number)) {
            version.retire();
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

  void retireAll() {
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
    return use == null ? null : new VersionLease(use);
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
