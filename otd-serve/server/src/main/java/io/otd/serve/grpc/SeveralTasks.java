// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import io.otd.core.internal.savedmodel.proto.InferenceResult;
import io.otd.core.internal.savedmodel.proto.InferenceTask;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.MultiInferenceRequest;
import io.otd.core.internal.savedmodel.proto.MultiInferenceResponse;
import io.otd.serve.inference.Inference;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.registry.Lease;
import io.otd.serve.telemetry.RequestTrace;
import java.util.HashSet;
import java.util.Set;

/**
 * Several signatures of one version, on the same examples.
 *
 * @param inference runs them, one after another
 */
record SeveralTasks(Inference inference) {
  MultiInferenceResponse run(MultiInferenceRequest request) {
    if (request.getTasksCount() == 0) {
      throw ServingException.invalid("Inference request must have at least one task.");
    }
    requireOneModel(request);
    HostTensor examples = Examples.of(request.getInput());
    ModelSpec spec = request.getTasks(0).getModelSpec();
    MultiInferenceResponse.Builder response = MultiInferenceResponse.newBuilder();
    try (Lease lease = inference.lease(ModelSpecs.reference(spec))) {
      RequestTrace.note(lease, examples.elements());
      for (InferenceTask task : request.getTasksList()) {
        response.addResults(run(lease, task, examples));
      }
    }
    return response.build();
  }

  private static void requireOneModel(MultiInferenceRequest request) {
    String model = request.getTasks(0).getModelSpec().getName();
    Set<String> signatures = new HashSet<>();
    for (InferenceTask task : request.getTasksList()) {
      if (task.getModelSpec().getName().isEmpty()) {
        throw ServingException.invalid("Found ModelSpec with an empty model name.");
      }
      if (!task.getModelSpec().getName().equals(model)) {
        throw ServingException.invalid(
            "All ModelSpecs in a MultiInferenceRequest must access the same model name.");
      }
      if (!signatures.add(task.getModelSpec().getSignatureName())) {
        throw ServingException.invalid(
            "Duplicate evaluation of signature: " + task.getModelSpec().getSignatureName());
      }
    }
  }

  private InferenceResult run(Lease lease, InferenceTask task, HostTensor examples) {
    String signature = task.getModelSpec().getSignatureName();
    InferenceResult.Builder result =
        InferenceResult.newBuilder().setModelSpec(ModelSpecs.of(lease.id(), signature));
    return switch (task.getMethodName()) {
      case "tensorflow/serving/classify" ->
          result.setClassificationResult(inference.classify(lease, signature, examples)).build();
      case "tensorflow/serving/regress" ->
          result.setRegressionResult(inference.regress(lease, signature, examples)).build();
      default ->
          throw new ServingException(
              StatusCode.UNIMPLEMENTED,
              "Unsupported signature method_name: " + task.getMethodName());
    };
  }
}
