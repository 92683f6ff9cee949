// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import io.grpc.BindableService;
import io.otd.serve.inference.Inference;
import io.otd.serve.openinference.OpenInference;
import io.otd.serve.registry.ModelConfig;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** The services of TensorFlow Serving and of the Open Inference Protocol. */
public final class GrpcServices {
  private GrpcServices() {}

  /**
   * The services.
   *
   * @param inference answers requests
   * @param reload sets other models, or throws a {@code ServingException}
   * @param requests runs requests; one that it rejects ends as unavailable
   * @param control runs reloads, which may be slow
   * @param maxTensorBytes of one tensor of a request
   */
  public static List<BindableService> of(
      Inference inference,
      Consumer<List<ModelConfig>> reload,
      Executor requests,
      Executor control,
      long maxTensorBytes) {
    return List.of(
        new PredictionEndpoint(inference, requests, new TensorReader(maxTensorBytes)),
        new ModelEndpoint(inference, reload, control),
        new OpenInferenceEndpoint(new OpenInference(inference), requests, control));
  }
}
