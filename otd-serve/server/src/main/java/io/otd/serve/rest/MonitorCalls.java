// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.serve.RowPredictor;
import io.otd.serve.inference.Inference;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.json.MonitorJson;
import io.otd.serve.json.NonFinite;
import io.otd.serve.json.ObservationsRequestJson;
import io.otd.serve.monitor.Monitor;
import io.otd.serve.monitor.Observation;
import io.otd.serve.registry.Lease;
import io.otd.serve.registry.ModelReference;
import java.util.List;
import java.util.OptionalLong;

/** Answers what became of predictions. */
final class MonitorCalls {
  private final Inference inference;
  private final NonFinite nonFinite;
  private final Monitor monitor;

  MonitorCalls(Inference inference, NonFinite nonFinite, Monitor monitor) {
    this.inference = inference;
    this.nonFinite = nonFinite;
    this.monitor = monitor;
  }

  /** Takes what was observed. */
  RestReply observe(ModelReference model, byte[] body) {
    try (Lease lease = inference.lease(model)) {
      List<String> unused = targets(lease);
      List<Observation> observations = ObservationsRequestJson.read(body);
      return RestReply.json(
          MonitorJson.write(
              lease.model(), monitor.observe(lease.model(), meant(model, lease), observations)));
    } catch (IllegalArgumentException e) {
      throw new ServingException(StatusCode.INVALID_ARGUMENT, String.valueOf(e.getMessage()), e);
    }
  }

  /**
   * Without a number or a label, predictions of any version are meant: another one may have taken
   * over since.
   */
  private static OptionalLong meant(ModelReference model, Lease lease) {
    boolean any =
        model.choice() instanceof ModelReference.Latest
            || (model.choice() instanceof ModelReference.Numbered number
                && number.version() != lease.version());
    return any ? OptionalLong.empty() : OptionalLong.of(lease.version());
  }

  /** How the predictions of a version did. */
  RestReply report(ModelReference model) {
    try (Lease lease = inference.lease(model)) {
      return RestReply.json(
          MonitorJson.write(
              monitor.report(lease.model(), lease.version(), targets(lease)),
              monitor.capacity(),
              nonFinite));
    }
  }

  /** The targets of a model whose predictions are remembered. */
  private List<String> targets(Lease lease) {
    ExportDescription description = RowPredictor.of(lease.offers(), lease.runner()).description();
    if (monitor.capacity() == 0) {
      throw new ServingException(
          StatusCode.FAILED_PRECONDITION, "The server remembers no predictions");
    }
    List<String> targets = description.schema().targetNames();
    if (targets.size() > Monitor.MAX_TARGETS) {
      throw new ServingException(
          StatusCode.FAILED_PRECONDITION,
          "The model has %d targets (expected: at most %d, for its predictions to be remembered)"
              .formatted(targets.size(), Monitor.MAX_TARGETS));
    }
    return targets;
  }
}
