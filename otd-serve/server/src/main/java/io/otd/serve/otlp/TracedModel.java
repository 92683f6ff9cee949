// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A model whose runs are spans of the requests that they answer.
 *
 * @param served closed with this one
 * @param joining whether it joins requests
 * @param last run of each thread that works for no single request: if requests are joined, the
 *     thread of a batch knows only after the run which requests it answers
 * @param nanos the time, as {@link System#nanoTime} gives it
 */
record TracedModel(
    ServedModel served, boolean joining, ThreadLocal<ModelRun> last, LongSupplier nanos)
    implements ServedModel {
  @Override
  public InspectedModel model() {
    return served.model();
  }

  @Override
  public Map<String, HostTensor> run(
      String signature, Map<String, HostTensor> inputs, List<String> outputs, Caller caller) {
    TracedRequest request = TracedRequest.current();
    long from = nanos.getAsLong();
    if (request != null) {
      request.runs(from);
    }
    try {
      return joining && request != null
          ? joined(request, from, signature, inputs, outputs, caller)
          : measured(request, from, signature, inputs, outputs, caller);
    } finally {
      if (request != null) {
        request.ran(nanos.getAsLong());
      }
    }
  }

  private Map<String, HostTensor> joined(
      TracedRequest request,
      long from,
      String signature,
      Map<String, HostTensor> inputs,
      List<String> outputs,
      Caller caller) {
    Span span = request.joins(from);
    try {
      return served.run(signature, inputs, outputs, caller);
    } catch (RuntimeException | Error e) {
      span.setStatus(StatusCode.ERROR, String.valueOf(e.getMessage()));
      throw e;
    } finally {
      request.joined(span, nanos.getAsLong());
    }
  }

  private Map<String, HostTensor> measured(
      @Nullable TracedRequest request,
      long from,
      String signature,
      Map<String, HostTensor> inputs,
      List<String> outputs,
      Caller caller) {
    try {
      Map<String, HostTensor> answer = served.run(signature, inputs, outputs, caller);
      note(request, inputs, new ModelRun(from, nanos.getAsLong(), null));
      return answer;
    } catch (RuntimeException | Error e) {
      note(request, inputs, new ModelRun(from, nanos.getAsLong(), e));
      throw e;
    }
  }

  /** If no request is known, this is the thread of a batch, whose requests caused the run. */
  private void note(@Nullable TracedRequest request, Map<String, HostTensor> inputs, ModelRun run) {
    if (request == null) {
      last.set(run);
    } else {
      request.session(run, Attributes.builder().put("otd.rows", HostTensor.rows(inputs)).build());
    }
  }

  @Override
  public void close() {
    served.close();
  }
}
