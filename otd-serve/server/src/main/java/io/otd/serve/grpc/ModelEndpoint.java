// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.grpc;

import io.grpc.stub.StreamObserver;
import io.otd.serve.inference.Inference;
import io.otd.serve.internal.lifecycle.VersionStatus;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.proto.GetModelStatusRequest;
import io.otd.serve.proto.GetModelStatusResponse;
import io.otd.serve.proto.ModelServiceGrpc;
import io.otd.serve.proto.ModelVersionStatus;
import io.otd.serve.proto.ReloadConfigRequest;
import io.otd.serve.proto.ReloadConfigResponse;
import io.otd.serve.proto.StatusProto;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.registry.ModelConfigs;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/** The served models, and their replacement. */
final class ModelEndpoint extends ModelServiceGrpc.ModelServiceImplBase {
  private final Inference inference;
  private final Consumer<List<ModelConfig>> reload;
  private final Executor executor;

  ModelEndpoint(Inference inference, Consumer<List<ModelConfig>> reload, Executor executor) {
    this.inference = inference;
    this.reload = reload;
    this.executor = executor;
  }

  @Override
  public void getModelStatus(
      GetModelStatusRequest request, StreamObserver<GetModelStatusResponse> to) {
    Calls.answer(Runnable::run, to, () -> status(request));
  }

  private GetModelStatusResponse status(GetModelStatusRequest request) {
    ModelSpecs.require(request.hasModelSpec());
    OptionalLong version =
        request.getModelSpec().hasVersion()
            ? OptionalLong.of(request.getModelSpec().getVersion().getValue())
            : OptionalLong.empty();
    GetModelStatusResponse.Builder response = GetModelStatusResponse.newBuilder();
    inference
        .status(request.getModelSpec().getName(), version)
        .forEach(status -> response.addModelVersionStatus(message(status)));
    return response.build();
  }

  private static ModelVersionStatus message(VersionStatus status) {
    return ModelVersionStatus.newBuilder()
        .setVersion(status.version())
        .setStateValue(status.state().number())
        .setStatus(
            StatusProto.newBuilder()
                .setErrorCodeValue(status.code().number())
                .setErrorMessage(status.message()))
        .build();
  }

  @Override
  public void handleReloadConfigRequest(
      ReloadConfigRequest request, StreamObserver<ReloadConfigResponse> to) {
    Calls.answer(executor, to, () -> reload(request));
  }

  private ReloadConfigResponse reload(ReloadConfigRequest request) {
    List<ModelConfig> models;
    try {
      models = ModelConfigs.of(request.getConfig());
    } catch (IllegalArgumentException e) {
      throw ServingException.invalid(e);
    }
    reload.accept(models);
    return ReloadConfigResponse.newBuilder().setStatus(StatusProto.getDefaultInstance()).build();
  }
}
