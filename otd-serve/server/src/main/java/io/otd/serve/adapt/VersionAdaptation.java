// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.adapt;

import io.otd.core.internal.calibration.AdaptiveInterval;
import io.otd.core.internal.calibration.ConformalRule.Bounds;
import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.files.StrictJson;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The adaptive intervals of one version of a model, for all rows and for those of each group. Rows
 * of a group with few observations get the intervals of all rows. Any number of threads may use it.
 */
public final class VersionAdaptation {
  /**
   * Groups times targets at most: a state has hundreds of scores for each of them. The rows of
   * other groups get the intervals of all rows.
   */
  static final int MOST_GROUPS = 100;

  private static final Logger LOG = LoggerFactory.getLogger("io.otd.serve.adapt");

  private final AdaptedModel model;
  private final List<Double> levels;
  private final String by;
  private final Optional<Path> file;
  private final boolean makesFolder;
  private AdaptedTargets all;
  private final Map<String, AdaptedTargets> groups = new LinkedHashMap<>();
  private boolean changed;

  /** Held while the file is written, which requests do not wait for. */
  private final Object writing = new Object();

  private boolean warned;

  /**
   * Continues from a file, if there is one.
   *
   * @param model whose intervals they are
   * @param levels of the intervals
   * @param by column of the groups; empty for none
   * @param file that keeps the state; empty to keep none
   * @param makesFolder whether its folder is made; that of a model's versions must not be: without
   *     it they keep answering, and an empty one says that there are none
   */
  VersionAdaptation(
      AdaptedModel model,
      List<Double> levels,
      String by,
      Optional<Path> file,
      boolean makesFolder) {
    this.model = model;
    this.levels = List.copyOf(levels);
    this.by = by;
    this.file = file;
    this.makesFolder = makesFolder;
    this.all = untaught();
    file.filter(Files::exists).ifPresent(this::read);
  }

  private AdaptedTargets untaught() {
    return AdaptedTargets.of(model.targets().size(), levels);
  }

  private synchronized void read(Path from) {
    try {
      AdaptationState state = StrictJson.read(from, AdaptationState.FORMAT, AdaptationState.class);
      if (!state.isOf(model, levels)) {
        LOG.warn(
            "{}: of a model of {} with targets {}, levels {} (expected: the one of {} with targets"
                + " {}, levels {}); intervals adapt anew",
            from,
            state.model().created(),
            state.model().targets(),
            state.levels(),
            model.created(),
            model.targets(),
            levels);
        return;
      }
      all = AdaptedTargets.of(state.all());
      if (state.by().equals(by)) {
        state.groups().forEach((name, states) -> groups.put(name, AdaptedTargets.of(states)));
      }
    } catch (IOException e) {
      LOG.warn("{}; intervals adapt anew", e.getMessage());
    } catch (NullPointerException | IllegalArgumentException e) { // a null within it
      LOG.warn("{}: {}; intervals adapt anew", from, e.toString());
    }
  }

  /**
   * Learns from an observed value.
   *
   * @param target its position, from 0
   * @param group of the row; empty if it is in none
   * @param predicted the nominal interval of each level
   * @param observed finite
   */
  public synchronized void learn(
      int target, String group, List<Bounds> predicted, double observed) {
    all.learn(target, predicted, observed);
    if (!group.isEmpty() && (groups.containsKey(group) || hasRoom())) {
      groups.computeIfAbsent(group, name -> untaught()).learn(target, predicted, observed);
    }
    changed = true;
  }

  private boolean hasRoom() {
    return (groups.size() + 1) * model.targets().size() <= MOST_GROUPS;
  }

  /**
   * How the interval of a row is adapted.
   *
   * @param level the level that is used instead of the nominal one
   * @param factor by which the interval is stretched about its middle; may be infinite
   */
  public record Adapted(double level, double factor) {}

  /**
   * How the intervals of a row of a group are adapted.
   *
   * @param target its position, from 0
   * @param group of the row; empty if it is in none
   * @param level nominal one
   * @return nothing for another level than those that {@linkplain AdaptedModel#adapts adapt}, or
   *     for few observations
   */
  public synchronized Optional<Adapted> adapted(int target, String group, double level) {
    AdaptedTargets own = groups.get(group);
    Optional<AdaptiveInterval> interval =
        own == null ? Optional.empty() : own.adapting(target, level);
    return interval
        .or(() -> all.adapting(target, level))
        .filter(i -> model.adapts(level))
        .map(i -> new Adapted(i.adaptedLevel(), i.factor()));
  }

  /**
   * How the intervals of a target are adapted: for all rows, then for each group that has enough
   * observations.
   *
   * @param target its position, from 0
   */
  public synchronized List<AdaptedReport> reports(int target) {
    List<AdaptedReport> reports = new ArrayList<>(all.reports("", target));
    groups.forEach((name, group) -> reports.addAll(group.reports(name, target)));
    reports.removeIf(r -> !r.group().isEmpty() && r.observations() < AdaptiveInterval.FIRST);
    reports.removeIf(r -> !model.adapts(r.level()));
    return reports;
  }

  /** Writes the file if something has changed. A file that cannot be written is reported once. */
  void save() {
    synchronized (writing) {
      file.ifPresent(to -> unsaved().ifPresent(state -> write(to, state)));
    }
  }

  private void write(Path to, AdaptationState state) {
    try {
      Path folder = to.toAbsolutePath().getParent();
      if (folder != null && makesFolder) {
        Files.createDirectories(folder);
      }
      DurableFiles.replace(to, StrictJson.write(state));
    } catch (ClosedByInterruptException e) {
      learned(); // The server stops, and saves once more when its threads have ended.
    } catch (IOException e) {
      learned();
      if (!warned) {
        LOG.warn(
            "{} cannot be written: {}; what intervals learn is lost when the server stops",
            to,
            e.toString());
      }
      warned = true;
    }
  }

  private synchronized void learned() {
    changed = true;
  }

  private synchronized Optional<AdaptationState> unsaved() {
    if (!changed) {
      return Optional.empty();
    }
    changed = false;
    Map<String, List<List<AdaptiveInterval.State>>> states = new LinkedHashMap<>();
    groups.forEach((name, group) -> states.put(name, group.state()));
    return Optional.of(new AdaptationState(AdaptationState.FORMAT, model, all.state(), by, states));
  }
}
