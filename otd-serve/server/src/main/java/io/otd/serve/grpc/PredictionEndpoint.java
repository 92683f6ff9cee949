// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import com.google.protobuf.Any;
import io.grpc.stub.StreamObserver;
import io.otd.core.internal.savedmodel.proto.ClassificationRequest;
import io.otd.core.internal.savedmodel.proto.ClassificationResponse;
import io.otd.core.internal.savedmodel.proto.GetModelMetadataRequest;
import io.otd.core.internal.savedmodel.proto.GetModelMetadataResponse;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.MultiInferenceRequest;
import io.otd.core.internal.savedmodel.proto.MultiInferenceResponse;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.core.internal.savedmodel.proto.PredictResponse;
import io.otd.core.internal.savedmodel.proto.RegressionRequest;
import io.otd.core.internal.savedmodel.proto.RegressionResponse;
import io.otd.serve.inference.Inference;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.proto.PredictionServiceGrpc;
import io.otd.serve.registry.Lease;
import io.otd.serve.telemetry.RequestTrace;
import java.util.Map;
import java.util.concurrent.Executor;

/** Requests to models. */
final class PredictionEndpoint extends PredictionServiceGrpc.PredictionServiceImplBase {
  private static final String SIGNATURES = "signature_def";

  private final Inference inference;
  private final Executor executor;
  private final TensorReader reader;

  PredictionEndpoint(Inference inference, Executor executor, TensorReader reader) {
    this.inference = inference;
    this.executor = executor;
    this.reader = reader;
  }

  @Override
  public void predict(PredictRequest request, StreamObserver<PredictResponse> to) {
    Calls.answer(executor, to, () -> predict(request));
  }

  private PredictResponse predict(PredictRequest request) {
    String signature = request.getModelSpec().getSignatureName();
    PredictResponse.Builder response = PredictResponse.newBuilder();
    Map<String, HostTensor> outputs;
    try (Lease lease = lease(request.hasModelSpec(), request.getModelSpec())) {
      Map<String, HostTensor> inputs = reader.read(request.getInputsMap());
      RequestTrace.note(lease, signature, HostTensor.rows(inputs));
      outputs = inference.predict(lease, signature, inputs, request.getOutputFilterList());
      response.setModelSpec(ModelSpecs.of(lease.id(), signature));
    }
    outputs.forEach((name, tensor) -> response.putOutputs(name, TensorWriter.write(tensor)));
    return response.build();
  }

  private Lease lease(boolean present, ModelSpec spec) {
    ModelSpecs.require(present);
    return inference.lease(ModelSpecs.reference(spec));
  }

  @Override
  public void classify(ClassificationRequest request, StreamObserver<ClassificationResponse> to) {
    Calls.answer(executor, to, () -> classify(request));
  }

  private ClassificationResponse classify(ClassificationRequest request) {
    String signature = request.getModelSpec().getSignatureName();
    try (Lease lease = lease(request.hasModelSpec(), request.getModelSpec())) {
      HostTensor examples = Examples.of(request.getInput());
      RequestTrace.note(lease, signature, examples.elements());
      return ClassificationResponse.newBuilder()
          .setModelSpec(ModelSpecs.of(lease.id(), signature))
          .setResult(inference.classify(lease, signature, examples))
          .build();
    }
  }

  @Override
  public void regress(RegressionRequest request, StreamObserver<RegressionResponse> to) {
    Calls.answer(executor, to, () -> regress(request));
  }

  private RegressionResponse regress(RegressionRequest request) {
    String signature = request.getModelSpec().getSignatureName();
    try (Lease lease = lease(request.hasModelSpec(), request.getModelSpec())) {
      HostTensor examples = Examples.of(request.getInput());
      RequestTrace.note(lease, signature, examples.elements());
      return RegressionResponse.newBuilder()
          .setModelSpec(ModelSpecs.of(lease.id(), signature))
          .setResult(inference.regress(lease, signature, examples))
          .build();
    }
  }

  @Override
  public void multiInference(
      MultiInferenceRequest request, StreamObserver<MultiInferenceResponse> to) {
    Calls.answer(executor, to, () -> new SeveralTasks(inference).run(request));
  }

  @Override
  public void getModelMetadata(
      GetModelMetadataRequest request, StreamObserver<GetModelMetadataResponse> to) {
    Calls.answer(executor, to, () -> metadata(request));
  }

  private GetModelMetadataResponse metadata(GetModelMetadataRequest request) {
    ModelSpecs.require(request.hasModelSpec());
    if (request.getMetadataFieldCount() == 0) {
      throw ServingException.invalid(
          "GetModelMetadataRequest must specify at least one metadata_field");
    }
    for (String field : request.getMetadataFieldList()) {
      if (!field.equals(SIGNATURES)) {
        throw ServingException.invalid("Metadata field %s is not supported".formatted(field));
      }
    }
    try (Lease lease = inference.lease(ModelSpecs.reference(request.getModelSpec()))) {
      RequestTrace.note(lease, 0);
      return GetModelMetadataResponse.newBuilder()
          .setModelSpec(ModelSpecs.of(lease.id()))
          .putMetadata(SIGNATURES, Any.pack(lease.definitions()))
          .build();
    }
  }
}
