// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import io.grpc.stub.StreamObserver;
import io.otd.serve.openinference.OpenInference;
import io.otd.serve.proto.inference.GRPCInferenceServiceGrpc;
import io.otd.serve.proto.inference.ModelInferRequest;
import io.otd.serve.proto.inference.ModelInferResponse;
import io.otd.serve.proto.inference.ModelMetadataRequest;
import io.otd.serve.proto.inference.ModelMetadataResponse;
import io.otd.serve.proto.inference.ModelReadyRequest;
import io.otd.serve.proto.inference.ModelReadyResponse;
import io.otd.serve.proto.inference.RepositoryIndexRequest;
import io.otd.serve.proto.inference.RepositoryIndexResponse;
import io.otd.serve.proto.inference.RepositoryModelLoadRequest;
import io.otd.serve.proto.inference.RepositoryModelLoadResponse;
import io.otd.serve.proto.inference.RepositoryModelUnloadRequest;
import io.otd.serve.proto.inference.RepositoryModelUnloadResponse;
import io.otd.serve.proto.inference.ServerLiveRequest;
import io.otd.serve.proto.inference.ServerLiveResponse;
import io.otd.serve.proto.inference.ServerMetadataRequest;
import io.otd.serve.proto.inference.ServerMetadataResponse;
import io.otd.serve.proto.inference.ServerReadyRequest;
import io.otd.serve.proto.inference.ServerReadyResponse;
import java.util.concurrent.Executor;

/** The Open Inference Protocol, version 2. Health is answered even if no request may wait. */
final class OpenInferenceEndpoint extends GRPCInferenceServiceGrpc.GRPCInferenceServiceImplBase {
  private final OpenInference models;
  private final Executor requests;
  private final Executor control;

  /**
   * The service.
   *
   * @param models answers
   * @param requests runs requests to models
   * @param control runs loads, which may be slow
   */
  OpenInferenceEndpoint(OpenInference models, Executor requests, Executor control) {
    this.models = models;
    this.requests = requests;
    this.control = control;
  }

  @Override
  public void serverLive(ServerLiveRequest request, StreamObserver<ServerLiveResponse> to) {
    Calls.answer(
        Runnable::run, to, () -> ServerLiveResponse.newBuilder().setLive(models.isLive()).build());
  }

  @Override
  public void serverReady(ServerReadyRequest request, StreamObserver<ServerReadyResponse> to) {
    Calls.answer(
        Runnable::run,
        to,
        () -> ServerReadyResponse.newBuilder().setReady(models.isReady()).build());
  }

  @Override
  public void modelReady(ModelReadyRequest request, StreamObserver<ModelReadyResponse> to) {
    Calls.answer(
        Runnable::run,
        to,
        () ->
            ModelReadyResponse.newBuilder()
                .setReady(
                    models.isReady(
                        OpenInference.reference(request.getName(), request.getVersion())))
                .build());
  }

  @Override
  public void serverMetadata(
      ServerMetadataRequest request, StreamObserver<ServerMetadataResponse> to) {
    Calls.answer(Runnable::run, to, models::server);
  }

  @Override
  public void modelMetadata(
      ModelMetadataRequest request, StreamObserver<ModelMetadataResponse> to) {
    Calls.answer(
        requests,
        to,
        () -> models.model(OpenInference.reference(request.getName(), request.getVersion())));
  }

  @Override
  public void modelInfer(ModelInferRequest request, StreamObserver<ModelInferResponse> to) {
    Calls.answer(
        requests,
        to,
        () -> InferMessages.write(request, models.infer(InferMessages.read(request))));
  }

  @Override
  public void repositoryIndex(
      RepositoryIndexRequest request, StreamObserver<RepositoryIndexResponse> to) {
    Calls.answer(requests, to, () -> models.index(request.getReady()));
  }

  @Override
  public void repositoryModelLoad(
      RepositoryModelLoadRequest request, StreamObserver<RepositoryModelLoadResponse> to) {
    String model = model(request.getRepositoryName(), request.getModelName());
    Calls.answer(
        control,
        to,
        () -> {
          models.load(model, request.getParametersMap().keySet());
          return RepositoryModelLoadResponse.newBuilder()
              .setModelName(model)
              .setIsLoaded(true)
              .build();
        });
  }

  @Override
  public void repositoryModelUnload(
      RepositoryModelUnloadRequest request, StreamObserver<RepositoryModelUnloadResponse> to) {
    Calls.answer(
        Runnable::run,
        to,
        () -> {
          throw models.unload(model(request.getRepositoryName(), request.getModelName()));
        });
  }

  /** KServe's own messages have the name of the model where others have that of a repository. */
  private static String model(String first, String second) {
    return second.isEmpty() ? first : second;
  }
}
