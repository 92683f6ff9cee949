// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.serve.inference.AnswerListener;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.internal.tensor.Rows;
import io.otd.serve.registry.Lease;
import io.otd.serve.settings.DriftSettings;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Compares live rows of all versions with their training rows. Any number of threads may use it.
 */
public final class Drift implements AnswerListener {
  /** Columns of a model at most: each is looked at in each row of the sample, and has metrics. */
  static final int MAX_COLUMNS = 1000;

  private final DriftSettings settings;
  private final LongSupplier nanos;
  private final Map<VersionId, Optional<DriftWindow>> windows = new ConcurrentHashMap<>();

  /**
   * Compares nothing yet.
   *
   * @param nanos a monotonic clock
   */
  public Drift(DriftSettings settings, LongSupplier nanos) {
    this.settings = settings;
    this.nanos = nanos;
  }

  @Override
  public void answered(
      Lease lease,
      String signature,
      Map<String, HostTensor> inputs,
      Map<String, HostTensor> outputs) {
    int rows = (int) Math.min(Integer.MAX_VALUE, HostTensor.rows(inputs));
    Optional<DriftWindow> window = window(lease);
    int due = window.map(w -> w.due(rows)).orElse(0);
    if (due > 0 && Rows.all(inputs.values(), rows)) {
      Map<String, HostTensor> moments = new HashMap<>(outputs);
      moments.keySet().retainAll(List.of(ServingNames.MEAN, ServingNames.STD));
      moments.values().removeIf(tensor -> !Rows.all(List.of(tensor), rows));
      int[] sampled = DriftWindow.evenly(rows, due);
      description(lease)
          .flatMap(d -> LiveRows.of(d, signature, of(sampled, inputs), of(sampled, moments)))
          .ifPresent(live -> window.orElseThrow().take(live, due));
    }
  }

  /** Some rows of tensors: the others of a large request are not read. */
  private static Map<String, HostTensor> of(int[] rows, Map<String, HostTensor> tensors) {
    List<Map<String, HostTensor>> parts =
        Arrays.stream(rows).mapToObj(row -> Rows.cut(tensors, row, row + 1)).toList();
    return Rows.join(parts, rows.length);
  }

  /**
   * Checks whether rows of a request are to be sampled.
   *
   * @param lease of the requested version
   * @return nothing if none are due
   */
  public Optional<Consumer<LiveRows>> sample(Lease lease, int count) {
    Optional<DriftWindow> window = window(lease);
    int due = window.map(w -> w.due(count)).orElse(0);
    return due == 0 ? Optional.empty() : window.map(w -> rows -> w.take(rows, due));
  }

  private Optional<DriftWindow> window(Lease lease) {
    if (settings.window() == 0) {
      return Optional.empty();
    }
    Optional<DriftWindow> known = windows.get(lease.id());
    return known != null ? known : windows.computeIfAbsent(lease.id(), id -> opened(lease));
  }

  private Optional<DriftWindow> opened(Lease lease) {
    return description(lease)
        .filter(d -> !d.profile().absent() && d.inputs().size() <= MAX_COLUMNS)
        .map(d -> new DriftWindow(settings, d, nanos));
  }

  private static Optional<ExportDescription> description(Lease lease) {
    return lease.offers().otd().description();
  }

  /**
   * Distance of the latest rows of a version from its training rows.
   *
   * @return nothing if its training rows are not known, or nothing is compared
   */
  public Optional<DriftReport> report(Lease lease) {
    return window(lease).map(window -> window.report(lease.id()));
  }

  /** The same for all requested versions, by name and number. */
  List<DriftReport> reports() {
    return windows.entrySet().stream()
        .flatMap(entry -> entry.getValue().stream().map(w -> w.report(entry.getKey())))
        .sorted(Comparator.comparing(DriftReport::id))
        .toList();
  }

  /** Removes a version that no longer answers. */
  public void forget(VersionId id) {
    windows.remove(id);
  }
}
