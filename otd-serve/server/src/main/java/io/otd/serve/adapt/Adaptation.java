// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.adapt;

import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.settings.AdaptSettings;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The adaptive intervals of all models. Any number of threads may use it. */
public final class Adaptation {
  private final AdaptSettings settings;
  private final Function<String, Optional<Path>> folders;
  private final Map<VersionId, VersionAdaptation> versions = new ConcurrentHashMap<>();

  /**
   * Nothing has adapted yet, except what the files say.
   *
   * @param folders the folder with the versions of a model, by its name
   */
  public Adaptation(AdaptSettings settings, Function<String, Optional<Path>> folders) {
    this.settings = settings;
    this.folders = folders;
  }

  /** Levels of the intervals that adapt. */
  public List<Double> levels() {
    return settings.levels();
  }

  /** The column whose groups have their own intervals, if there is one. */
  public Optional<String> by() {
    return settings.by();
  }

  /**
   * The intervals of a version.
   *
   * @param served what the version is
   */
  public VersionAdaptation of(VersionId id, AdaptedModel served) {
    return versions.computeIfAbsent(
        id,
        key ->
            new VersionAdaptation(
                served,
                settings.levels(),
                settings.by().orElse(""),
                file(id),
                settings.state().isPresent()));
  }

  private Optional<Path> file(VersionId id) {
    String name =
        "adapted-%s-%s.json"
            .formatted(URLEncoder.encode(id.model(), StandardCharsets.UTF_8), id.version());
    return settings.state().or(() -> folders.apply(id.model())).map(folder -> folder.resolve(name));
  }

  /** Writes what has changed. */
  public void save() {
    versions.values().forEach(VersionAdaptation::save);
  }

  /** Keeps the state of a version that no longer answers in its file alone. */
  public void forget(VersionId id) {
    VersionAdaptation gone = versions.remove(id);
    if (gone != null) {
      gone.save();
    }
  }
}
