// SPDX-License-Identifier: Apache-2.0
import io.grpc.ManagedChannel;
import io.grpc.ManagedChannelBuilder;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.tensorflow.framework.TensorProto;
import tensorflow.serving.GetModelMetadata.GetModelMetadataRequest;
import tensorflow.serving.GetModelMetadata.GetModelMetadataResponse;
import tensorflow.serving.GetModelMetadata.SignatureDefMap;
import tensorflow.serving.Model.ModelSpec;
import tensorflow.serving.Predict.PredictRequest;
import tensorflow.serving.PredictionServiceGrpc;
import tensorflow.serving.PredictionServiceGrpc.PredictionServiceBlockingStub;

/** Queries a model server with the stubs of a published client. */
class PublishedClient {
  /** PORT MODEL COLUMNS VALUE... */
  @SuppressWarnings("deprecation") // The older gRPC of this client has no other method.
  public static void main(String[] args) throws Exception {
    ManagedChannel channel =
        ManagedChannelBuilder.forAddress("127.0.0.1", Integer.parseInt(args[0]))
            .usePlaintext(true)
            .build();
    try {
      PredictionServiceBlockingStub stub = PredictionServiceGrpc.newBlockingStub(channel);
      ModelSpec model = ModelSpec.newBuilder().setName(args[1]).build();
      predict(stub, model, ClientTensors.rows(args));
      metadata(stub, model);
      wrong(stub, ClientTensors.rows(args));
    } finally {
      channel.shutdown().awaitTermination(10, TimeUnit.SECONDS);
    }
  }

  private static void predict(
      PredictionServiceBlockingStub stub, ModelSpec model, TensorProto x) {
    TensorProto mean =
        stub.withDeadlineAfter(30, TimeUnit.SECONDS)
            .predict(PredictRequest.newBuilder().setModelSpec(model).putInputs("x", x).build())
            .getOutputsOrThrow("mean");
    ClientTensors.print(mean);
  }

  private static void metadata(PredictionServiceBlockingStub stub, ModelSpec model)
      throws Exception {
    GetModelMetadataResponse response =
        stub.getModelMetadata(
            GetModelMetadataRequest.newBuilder()
                .setModelSpec(model)
                .addMetadataField("signature_def")
                .build());
    SignatureDefMap signatures =
        response.getMetadataOrThrow("signature_def").unpack(SignatureDefMap.class);
    System.out.println("signatures " + new TreeSet<>(signatures.getSignatureDefMap().keySet()));
  }

  private static void wrong(PredictionServiceBlockingStub stub, TensorProto x) {
    ModelSpec unknown = ModelSpec.newBuilder().setName("unknown").build();
    try {
      stub.predict(PredictRequest.newBuilder().setModelSpec(unknown).putInputs("x", x).build());
      throw new AssertionError("an unknown model answers");
    } catch (StatusRuntimeException e) {
      Status status = e.getStatus();
      System.out.println("error " + status.getCode() + " " + status.getDescription());
    }
  }
}
