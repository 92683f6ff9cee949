// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.registry;

import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.inspection.OtdDescription;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.List;
import java.util.Map;

/** A model that nobody runs, and that tells when it is closed. */
record FakeServedModel(String name, List<String> events) implements ServedModel {
  @Override
  public InspectedModel model() {
    return new InspectedModel(Map.of(), Map.of(), OtdDescription.NONE);
  }

  @Override
  public Map<String, HostTensor> run(
      String signature, Map<String, HostTensor> inputs, List<String> outputs, Caller caller) {
    throw new IllegalStateException("not asked for");
  }

  @Override
  public void close() {
    events.add(name + " closed");
  }
}
