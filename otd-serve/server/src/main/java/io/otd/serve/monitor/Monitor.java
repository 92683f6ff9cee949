// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.predict.InputCells;
import io.otd.serve.adapt.Adaptation;
import io.otd.serve.adapt.VersionAdaptation;
import io.otd.serve.internal.lifecycle.VersionId;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stores predictions until their observations arrive, and scores them. Its memory is bounded:
 * beyond a number of predictions, the oldest are discarded. Any number of threads may use it.
 */
public final class Monitor {
  /** Maximum number of targets of a model: each has its own window and metrics. */
  static final int MAX_TARGETS = 64;

  private final int capacity;
  private final Clock clock;
  private final Optional<Adaptation> adaptation;
  private final Optional<String> groupedBy;
  private final Map<VersionId, VersionMonitor> versions = new ConcurrentHashMap<>();

  /** The lock of {@link #remembered} and of what it holds. */
  private final Object memory = new Object();

  private final Map<String, Remembered> remembered = new LinkedHashMap<>();

  /** Laws of rows in {@link #remembered}. */
  private long size;

  /**
   * Remembers nothing yet.
   *
   * @param capacity predictions that are remembered, a row of several targets counting once each; 0
   *     for none, ever
   * @param clock for the time of observations
   */
  public Monitor(int capacity, Clock clock) {
    this(capacity, clock, Optional.empty(), Optional.empty());
  }

  /**
   * The same with intervals that follow the observations, and groups of rows.
   *
   * @param adaptation of the intervals, if they adapt
   * @param groupedBy input column by whose groups coverage is reported, if there is one
   */
  public Monitor(
      int capacity, Clock clock, Optional<Adaptation> adaptation, Optional<String> groupedBy) {
    Check.that(capacity >= 0, "capacity", capacity, ">= 0");
    this.capacity = capacity;
    this.clock = clock;
    this.adaptation = adaptation;
    this.groupedBy = groupedBy;
  }

  /** Predictions that are remembered at most; 0 if it is switched off. */
  int capacity() {
    return capacity;
  }

  /**
   * Begins to record the predictions of a request.
   *
   * @param id of the request, never used before
   * @param version in use until the recording has ended
   * @param served what the version is
   * @param draws of each law
   * @param rows of the request
   * @return nothing if such predictions are not remembered
   */
  Optional<Recording> record(
      String id, VersionId version, MonitoredModel served, int draws, InputCells rows) {
    int most = most(served.targets());
    if (most == 0) {
      return Optional.empty();
    }
    VersionMonitor of = version(version, served);
    return Optional.of(new Recording(this, id, of, of.grid(draws), rows, most));
  }

  /** Maximum number of rows that are remembered of a request. */
  private int most(List<String> targets) {
    return targets.size() > MAX_TARGETS ? 0 : capacity / targets.size();
  }

  /** What it knows of a version. */
  MonitoredModel model(ExportDescription description) {
    return MonitoredModel.of(description, adaptation.flatMap(Adaptation::by), groupedBy);
  }

  /**
   * The adaptive intervals of a version; nothing if its intervals do not adapt.
   *
   * @param version in use meanwhile
   */
  Optional<VersionAdaptation> adaptation(VersionId version, MonitoredModel served) {
    return adaptation.isEmpty() || most(served.targets()) == 0
        ? Optional.empty()
        : version(version, served).adaptation();
  }

  private VersionMonitor version(VersionId version, MonitoredModel served) {
    return versions.computeIfAbsent(
        version,
        id ->
            new VersionMonitor(
                id,
                served,
                adaptation.map(Adaptation::levels).orElse(List.of()),
                adaptation.map(a -> a.of(version, served.adapted()))));
  }

  /** Remembers the rows of a request, and forgets the oldest if there are too many. */
  void remember(String id, Remembered request) {
    synchronized (memory) {
      if (request.waiting() > 0) {
        remembered.put(id, request);
        resize(request, request.waiting());
      }
      Iterator<Remembered> oldest = remembered.values().iterator();
      while (size > capacity) {
        Remembered forgotten = oldest.next();
        oldest.remove();
        resize(forgotten, -forgotten.waiting());
      }
    }
  }

  private void resize(Remembered request, int rows) {
    size += (long) rows * request.version().targets().size();
    request.version().waits(rows);
  }

  /** A row that was observed. */
  private record Claim(Remembered request, String id, int row, double[] observed) {}

  /**
   * Matches observations with their predictions: all, or none if one is malformed.
   *
   * @param model whose predictions they are of
   * @param version of this one only, if there is a number
   * @throws IllegalArgumentException naming the observation, from 0, if it is invalid
   */
  ObservationResult observe(String model, OptionalLong version, List<Observation> observations) {
    List<Claim> claims = new ArrayList<>();
    List<Observation> unknown = new ArrayList<>();
    List<RememberedRow> rows = new ArrayList<>();
    synchronized (memory) {
      Set<List<Object>> seen = new HashSet<>();
      for (int i = 0; i < observations.size(); i++) {
        Observation observation = observations.get(i);
        Optional<Claim> claim = claim(model, version, observation, i);
        if (claim.isPresent() && seen.add(List.of(observation.id(), claim.get().row()))) {
          claims.add(claim.get());
        } else {
          unknown.add(observation);
        }
      }
      for (Claim claim : claims) {
        rows.add(claim.request().take(claim.row()));
        resize(claim.request(), -1);
        if (claim.request().waiting() == 0) {
          remembered.remove(claim.id());
        }
      }
    }
    for (int i = 0; i < rows.size(); i++) {
      Claim claim = claims.get(i);
      claim.request().version().judge(rows.get(i), claim.observed(), clock.instant());
    }
    return new ObservationResult(claims.size(), unknown);
  }

  /** Nothing if the row is not remembered. */
  private Optional<Claim> claim(
      String model, OptionalLong version, Observation observation, int place) {
    Remembered request = remembered.get(observation.id());
    if (request == null || !isOf(request.version().id(), model, version)) {
      return Optional.empty();
    }
    if (observation.row().isEmpty() && request.rows() > 1) {
      throw new IllegalArgumentException(
          Check.notGiven(
              "observation %s: row".formatted(place),
              "from 0 to %s, as the prediction has %s rows",
              request.rows() - 1,
              request.rows()));
    }
    int row = observation.row().orElse(0);
    double[] observed;
    try {
      observed = observation.values().of(request.version().targets());
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("observation %s: %s".formatted(place, e.getMessage()), e);
    }
    return request.isWaiting(row)
        ? Optional.of(new Claim(request, observation.id(), row, observed))
        : Optional.empty();
  }

  private static boolean isOf(VersionId id, String model, OptionalLong version) {
    return id.model().equals(model) && (version.isEmpty() || version.getAsLong() == id.version());
  }

  /**
   * Quality of a version's predictions so far.
   *
   * @param version in use meanwhile
   */
  VersionReport report(VersionId version, MonitoredModel served) {
    return version(version, served).report();
  }

  /** How the predictions of all versions did that made some, by name and number. */
  List<VersionReport> reports() {
    return versions.values().stream()
        .map(VersionMonitor::report)
        .sorted(Comparator.comparing(VersionReport::id))
        .toList();
  }

  /** Removes a version that no longer answers, and its predictions. */
  public void forget(VersionId version) {
    VersionMonitor gone = versions.remove(version);
    adaptation.ifPresent(a -> a.forget(version));
    if (gone != null) {
      synchronized (memory) {
        remembered
            .values()
            .removeIf(
                request -> {
                  boolean its = request.version() == gone;
                  size -= its ? (long) request.waiting() * gone.targets().size() : 0;
                  return its;
                });
      }
    }
  }
}
