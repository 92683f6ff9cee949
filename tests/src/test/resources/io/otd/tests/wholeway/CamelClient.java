// SPDX-License-Identifier: Apache-2.0
import java.util.TreeSet;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.impl.DefaultCamelContext;
import tensorflow.serving.GetModelMetadata.GetModelMetadataRequest;
import tensorflow.serving.GetModelMetadata.GetModelMetadataResponse;
import tensorflow.serving.GetModelMetadata.SignatureDefMap;
import tensorflow.serving.GetModelStatus.GetModelStatusRequest;
import tensorflow.serving.GetModelStatus.GetModelStatusResponse;
import tensorflow.serving.Predict.PredictRequest;
import tensorflow.serving.Predict.PredictResponse;

/** Queries a model server with the component of Apache Camel. */
class CamelClient {
  /** PORT MODEL COLUMNS VALUE... */
  public static void main(String[] args) throws Exception {
    try (CamelContext camel = new DefaultCamelContext();
        ProducerTemplate template = camel.createProducerTemplate()) {
      camel.start();
      PredictRequest.Builder rows =
          PredictRequest.newBuilder().putInputs("x", ClientTensors.rows(args));
      PredictResponse predicted =
          template.requestBody(
              address("predict", args[0], args[1]), rows, PredictResponse.class);
      ClientTensors.print(predicted.getOutputsOrThrow("mean"));
      GetModelStatusResponse status =
          template.requestBody(
              address("model-status", args[0], args[1]),
              GetModelStatusRequest.newBuilder(),
              GetModelStatusResponse.class);
      System.out.println(
          "state "
              + status.getModelVersionStatus(0).getVersion()
              + " "
              + status.getModelVersionStatus(0).getState());
      GetModelMetadataResponse metadata =
          template.requestBody(
              address("model-metadata", args[0], args[1]),
              GetModelMetadataRequest.newBuilder().addMetadataField("signature_def"),
              GetModelMetadataResponse.class);
      SignatureDefMap signatures =
          metadata.getMetadataOrThrow("signature_def").unpack(SignatureDefMap.class);
      System.out.println("signatures " + new TreeSet<>(signatures.getSignatureDefMap().keySet()));
      unknown(template, args[0], rows);
    }
  }

  private static void unknown(ProducerTemplate template, String port, PredictRequest.Builder rows) {
    try {
      template.requestBody(address("predict", port, "unknown"), rows, PredictResponse.class);
      throw new AssertionError("an unknown model answers");
    } catch (CamelExecutionException e) {
      System.out.println("error " + e.getCause().getMessage());
    }
  }

  private static String address(String api, String port, String model) {
    return "tensorflow-serving:%s?target=127.0.0.1:%s&modelName=%s".formatted(api, port, model);
  }
}
