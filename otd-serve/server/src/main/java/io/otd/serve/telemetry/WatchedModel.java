// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.telemetry;

import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.List;
import java.util.Map;

/**
 * A version whose runs are found if they go on for nobody.
 *
 * @param served closed with this one
 * @param id model and number of the version
 * @param work has its runs
 */
public record WatchedModel(ServedModel served, VersionId id, AbandonedWork work)
    implements ServedModel {
  @Override
  public InspectedModel model() {
    return served.model();
  }

  @Override
  @SuppressWarnings("try") // It ends with the run.
  public Map<String, HostTensor> run(
      String signature, Map<String, HostTensor> inputs, List<String> outputs, Caller caller) {
    try (AbandonedWork.Work run = work.begin(AbandonedWork.Kind.RUN, id, signature, caller)) {
      return served.run(signature, inputs, outputs, caller);
    }
  }

  @Override
  public void close() {
    served.close();
  }
}
