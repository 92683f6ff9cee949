// SPDX-License-Identifier: Apache-2.0
import com.google.protobuf.Any;
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.otd.core.internal.savedmodel.proto.GetModelMetadataRequest;
import io.otd.core.internal.savedmodel.proto.GetModelMetadataResponse;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.core.internal.savedmodel.proto.PredictResponse;
import io.otd.core.internal.savedmodel.proto.SignatureDefMap;
import io.otd.serve.proto.GetModelStatusRequest;
import io.otd.serve.proto.GetModelStatusResponse;
import io.otd.serve.proto.ModelServiceGrpc;
import io.otd.serve.proto.PredictionServiceGrpc;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.tensorflow.framework.TensorProto;

/** Queries a model server with grpc-java and stubs generated from the public interface. */
class GrpcClient {
  private static final String[] ABSENT = {
    "io.otd.serve.OtdPredictor",
    "io.otd.serve.internal.tensor.HostTensor",
    "io.otd.core.internal.savedmodel.ServingNames",
    "com.linecorp.armeria.server.Server",
    "org.tensorflow.TensorFlow"
  };

  /** PORT MODEL COLUMNS VALUE... */
  public static void main(String[] args) throws Exception {
    for (String absent : ABSENT) {
      try {
        Class.forName(absent);
        throw new AssertionError(absent + " is on the class path");
      } catch (ClassNotFoundException expected) {
        // Shows that it is only a client.
      }
    }
    ManagedChannel channel =
        ManagedChannelBuilder.forAddress("127.0.0.1", Integer.parseInt(args[0]))
            .usePlaintext()
            .build();
    try {
      ModelSpec model = ModelSpec.newBuilder().setName(args[1]).build();
      predict(PredictionServiceGrpc.newBlockingStub(channel), model, ClientTensors.rows(args));
      status(ModelServiceGrpc.newBlockingStub(channel), model);
      metadata(PredictionServiceGrpc.newBlockingStub(channel), model);
      wrong(PredictionServiceGrpc.newBlockingStub(channel), ClientTensors.rows(args));
    } finally {
      channel.shutdown().awaitTermination(10, TimeUnit.SECONDS);
    }
  }

  private static void predict(
      PredictionServiceGrpc.PredictionServiceBlockingStub stub, ModelSpec model, TensorProto x) {
    PredictResponse response =
        stub.withDeadlineAfter(30, TimeUnit.SECONDS)
            .predict(PredictRequest.newBuilder().setModelSpec(model).putInputs("x", x).build());
    TensorProto mean = response.getOutputsOrThrow("mean");
    ClientTensors.print(mean);
    System.out.println("version " + response.getModelSpec().getVersion().getValue());
  }

  private static void status(ModelServiceGrpc.ModelServiceBlockingStub stub, ModelSpec model) {
    GetModelStatusResponse response =
        stub.getModelStatus(GetModelStatusRequest.newBuilder().setModelSpec(model).build());
    response
        .getModelVersionStatusList()
        .forEach(v -> System.out.println("state " + v.getVersion() + " " + v.getState()));
  }

  private static void metadata(
      PredictionServiceGrpc.PredictionServiceBlockingStub stub, ModelSpec model) throws Exception {
    GetModelMetadataResponse response =
        stub.getModelMetadata(
            GetModelMetadataRequest.newBuilder()
                .setModelSpec(model)
                .addMetadataField("signature_def")
                .build());
    Any packed = response.getMetadataOrThrow("signature_def");
    SignatureDefMap signatures = packed.unpack(SignatureDefMap.class);
    System.out.println("signatures " + new TreeSet<>(signatures.getSignatureDefMap().keySet()));
    System.out.println(
        "input "
            + signatures.getSignatureDefOrThrow("serving_default").getInputsOrThrow("x").getDtype());
  }

  private static void wrong(
      PredictionServiceGrpc.PredictionServiceBlockingStub stub, TensorProto x) {
    ModelSpec unknown = ModelSpec.newBuilder().setName("unknown").build();
    try {
      PredictResponse response =
          stub.predict(PredictRequest.newBuilder().setModelSpec(unknown).putInputs("x", x).build());
      throw new AssertionError(response.toString());
    } catch (StatusRuntimeException e) {
      Status status = e.getStatus();
      System.out.println("error " + status.getCode() + " " + status.getDescription());
    }
  }
}
