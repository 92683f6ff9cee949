// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.predict.InputCells;
import io.otd.predict.Prediction;
import io.otd.serve.RowPredictor;
import io.otd.serve.adapt.AdaptedIntervals;
import io.otd.serve.drift.Drift;
import io.otd.serve.drift.DriftReport;
import io.otd.serve.drift.LiveRows;
import io.otd.serve.inference.Inference;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.registry.Lease;
import io.otd.serve.registry.ModelReference;
import io.otd.serve.rest.RestCall;
import io.otd.serve.rest.RestExtension;
import io.otd.serve.rest.RestReply;
import io.otd.serve.settings.NonFinite;
import io.otd.serve.telemetry.RequestTrace;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The monitor over REST: remembers what is answered, and answers what became of it.
 *
 * @param inference whose predictions are remembered
 * @param monitor remembers them
 * @param drift compares their rows with the training rows
 */
public record MonitorCalls(Inference inference, Monitor monitor, Drift drift)
    implements RestExtension {
  @Override
  public List<RestCall> calls(NonFinite nonFinite) {
    return List.of(
        RestCall.post(
            "observe", (model, headers, body) -> RestReply.json(observe(model, body.get()))),
        RestCall.get(
            "monitor", (model, headers, body) -> RestReply.json(report(model, nonFinite))));
  }

  @Override
  public List<Listener> listen(
      String id, Lease lease, ExportDescription description, InputCells rows) {
    MonitoredModel served = monitor.model(description);
    List<Listener> listeners = new ArrayList<>();
    monitor
        .record(id, lease.id(), served, description.bank().size(), rows)
        .ifPresent(listeners::add);
    drift
        .sample(lease, rows.rows())
        .ifPresent(
            sample ->
                listeners.add(new SampledRows(sample, LiveRows.of(rows, served.targets().size()))));
    return listeners;
  }

  @Override
  public Optional<AdaptedIntervals> adapted(
      Lease lease, ExportDescription description, InputCells rows) {
    MonitoredModel served = monitor.model(description);
    return monitor
        .adaptation(lease.id(), served)
        .map(
            adaptation ->
                (row, target, level) ->
                    adaptation.adapted(target, served.adaptedGroup(rows, row), level));
  }

  /** Rows that are compared with the training rows once they are predicted. */
  private record SampledRows(Consumer<LiveRows> sample, LiveRows rows) implements Listener {
    @Override
    public void row(Prediction prediction) {
      rows.add(prediction);
    }

    @Override
    public void end() {
      sample.accept(rows);
    }
  }

  /** Takes observations. */
  private byte[] observe(ModelReference model, byte[] body) {
    try (Lease lease = inference.lease(model)) {
      RequestTrace.note(lease, 0);
      MonitoredModel unused = remembered(lease);
      List<Observation> observations = ObservationsRequestJson.read(body);
      return MonitorJson.write(
          lease.id().model(),
          monitor.observe(lease.id().model(), meant(model, lease), observations));
    } catch (IllegalArgumentException e) {
      throw ServingException.invalid(e);
    }
  }

  /**
   * Without a number or a label, predictions of any version match: another one may have taken over
   * since.
   */
  private static OptionalLong meant(ModelReference model, Lease lease) {
    boolean any =
        model.choice() instanceof ModelReference.Latest
            || (model.choice() instanceof ModelReference.Numbered number
                && number.version() != lease.id().version());
    return any ? OptionalLong.empty() : OptionalLong.of(lease.id().version());
  }

  /** How the predictions of a version did. */
  private byte[] report(ModelReference model, NonFinite nonFinite) {
    try (Lease lease = inference.lease(model)) {
      RequestTrace.note(lease, 0);
      Optional<DriftReport> drifted = drift.report(lease);
      VersionReport report =
          monitor.capacity() == 0 && drifted.isPresent()
              ? new VersionReport(lease.id(), 0, List.of())
              : monitor.report(lease.id(), remembered(lease));
      return MonitorJson.write(report, drifted, monitor.capacity(), nonFinite);
    }
  }

  /** A model whose predictions are remembered. */
  private MonitoredModel remembered(Lease lease) {
    ExportDescription description = RowPredictor.of(lease.offers(), lease.runner()).description();
    if (monitor.capacity() == 0) {
      throw new ServingException(
          StatusCode.FAILED_PRECONDITION, "The server remembers no predictions");
    }
    MonitoredModel served = monitor.model(description);
    if (served.targets().size() > Monitor.MAX_TARGETS) {
      throw new ServingException(
          StatusCode.FAILED_PRECONDITION,
          "The model has %s targets (expected: at most %s, for its predictions to be remembered)"
              .formatted(served.targets().size(), Monitor.MAX_TARGETS));
    }
    return served;
  }
}
