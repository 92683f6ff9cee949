// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.client.grpc.GrpcClients;
import io.grpc.Channel;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.serve.ConformancePack;
import io.otd.serve.proto.GetModelStatusRequest;
import io.otd.serve.proto.GetModelStatusResponse;
import io.otd.serve.proto.ModelServiceGrpc;
import io.otd.serve.proto.PredictionServiceGrpc;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.settings.ServeSettings;
import io.otd.serve.settings.TestSettings;
import java.io.IOException;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/** A real server on a free port, and its clients. */
final class RunningServer implements AutoCloseable {
  static final ServeSettings FREE = TestSettings.FREE.with(Map.of("versions.poll_seconds", .05));

  private OtdServer server;

  void start(ServeSettings settings, ModelConfig... models) throws IOException {
    start(settings, List.of(), models);
  }

  void start(ServeSettings settings, List<RestDoor> doors, ModelConfig... models)
      throws IOException {
    server = OtdServer.start(settings, List.of(models), Clock.systemUTC(), doors);
  }

  OtdServer server() {
    return server;
  }

  @Override
  public void close() {
    if (server != null) {
      server.close();
    }
  }

  Channel channel() {
    return GrpcClients.builder("gproto+http://127.0.0.1:" + server.grpcPort())
        .maxResponseMessageLength(Integer.MAX_VALUE)
        .responseTimeoutMillis(60_000)
        .maxResponseLength(0)
        .build(PredictionServiceGrpc.PredictionServiceBlockingStub.class)
        .getChannel();
  }

  PredictionServiceGrpc.PredictionServiceBlockingStub predictions() {
    return PredictionServiceGrpc.newBlockingStub(channel());
  }

  GetModelStatusResponse status(String model) {
    return ModelServiceGrpc.newBlockingStub(channel())
        .getModelStatus(
            GetModelStatusRequest.newBuilder()
                .setModelSpec(ModelSpec.newBuilder().setName(model))
                .build());
  }

  static ModelConfig half() {
    return ModelConfig.latest(
        "half", ConformancePack.require().resolve("models/saved_model_half_plus_two_cpu"));
  }

  static PredictRequest request(String model, String signature, TensorProto x) {
    return PredictRequest.newBuilder()
        .setModelSpec(ModelSpec.newBuilder().setName(model).setSignatureName(signature))
        .putInputs("x", x)
        .build();
  }

  static TensorProto floats(int n) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder()
            .setDtype(DataType.DT_FLOAT)
            .setTensorShape(
                TensorShapeProto.newBuilder().addDim(TensorShapeProto.Dim.newBuilder().setSize(n)));
    for (int i = 0; i < n; i++) {
      tensor.addFloatVal(i);
    }
    return tensor.build();
  }
}
