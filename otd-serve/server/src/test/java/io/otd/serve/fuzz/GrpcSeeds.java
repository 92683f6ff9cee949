// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import io.otd.core.internal.savedmodel.proto.ClassificationRequest;
import io.otd.core.internal.savedmodel.proto.ExampleList;
import io.otd.core.internal.savedmodel.proto.ExampleListWithContext;
import io.otd.core.internal.savedmodel.proto.GetModelMetadataRequest;
import io.otd.core.internal.savedmodel.proto.Input;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.MultiInferenceRequest;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import io.otd.core.internal.savedmodel.proto.RegressionRequest;
import io.otd.serve.ConformancePack;
import io.otd.serve.grpc.GrpcMethods;
import io.otd.serve.proto.GetModelStatusRequest;
import io.otd.serve.proto.ModelServiceGrpc;
import io.otd.serve.proto.PredictionServiceGrpc;
import io.otd.serve.proto.inference.GRPCInferenceServiceGrpc;
import io.otd.serve.proto.inference.ModelInferRequest;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.Example;
import org.tensorflow.proto.Feature;
import org.tensorflow.proto.FloatList;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/** Valid calls, from which the fuzzer starts. */
final class GrpcSeeds {
  private static final String PREDICTION = PredictionServiceGrpc.SERVICE_NAME + "/";

  private GrpcSeeds() {}

  /**
   * A call.
   *
   * @param method with its service
   */
  record Call(String method, Message request) {}

  static Call predict(String signature, String input, TensorProto tensor) {
    return new Call(
        PREDICTION + "Predict",
        PredictRequest.newBuilder().setModelSpec(spec(signature)).putInputs(input, tensor).build());
  }

  static TensorProto tensor(DataType type, long... shape) {
    TensorProto.Builder tensor = TensorProto.newBuilder().setDtype(type);
    for (long size : shape) {
      tensor.getTensorShapeBuilder().addDim(TensorShapeProto.Dim.newBuilder().setSize(size));
    }
    return tensor.build();
  }

  private static ModelSpec spec(String signature) {
    return ModelSpec.newBuilder().setName("tiny").setSignatureName(signature).build();
  }

  /** Calls that the tiny model answers. */
  static List<Call> tiny() {
    List<Call> calls = new ArrayList<>();
    TensorProto x =
        tensor(DataType.DT_FLOAT, 3).toBuilder()
            .addFloatVal(1)
            .addFloatVal(2)
            .addFloatVal(5)
            .build();
    calls.add(predict("", "x", x));
    for (DataType type : TinyModel.ECHOED) {
      calls.add(predict(TinyModel.echo(type), "in", tensor(type, 2, 2)));
    }
    Input input = input();
    calls.add(
        new Call(
            PREDICTION + "Regress",
            RegressionRequest.newBuilder().setModelSpec(spec("regress")).setInput(input).build()));
    calls.add(
        new Call(
            PREDICTION + "Classify",
            ClassificationRequest.newBuilder()
                .setModelSpec(spec("classify"))
                .setInput(input)
                .build()));
    MultiInferenceRequest.Builder several = MultiInferenceRequest.newBuilder().setInput(input);
    for (String method : List.of("regress", "classify")) {
      several
          .addTasksBuilder()
          .setModelSpec(spec(method))
          .setMethodName("tensorflow/serving/" + method);
    }
    calls.add(new Call(PREDICTION + "MultiInference", several.build()));
    calls.add(
        new Call(
            PREDICTION + "GetModelMetadata",
            GetModelMetadataRequest.newBuilder()
                .setModelSpec(spec(""))
                .addMetadataField("signature_def")
                .build()));
    calls.add(
        new Call(
            ModelServiceGrpc.SERVICE_NAME + "/GetModelStatus",
            GetModelStatusRequest.newBuilder().setModelSpec(spec("")).build()));
    calls.add(
        new Call(
            GRPCInferenceServiceGrpc.SERVICE_NAME + "/ModelInfer",
            ModelInferRequest.newBuilder()
                .setModelName("tiny")
                .addInputs(
                    ModelInferRequest.InferInputTensor.newBuilder()
                        .setName("x")
                        .setDatatype("FP32")
                        .addShape(1))
                .addRawInputContents(ByteString.copyFrom(new byte[] {0, 0, 0, 1}))
                .build()));
    return calls;
  }

  private static Input input() {
    Example.Builder example = Example.newBuilder();
    example
        .getFeaturesBuilder()
        .putFeature(
            "x", Feature.newBuilder().setFloatList(FloatList.newBuilder().addValue(3)).build());
    return Input.newBuilder()
        .setExampleListWithContext(
            ExampleListWithContext.newBuilder().setContext(example).addExamples(example))
        .build();
  }

  /** An input that consists of examples. */
  static Input examples(int n) {
    ExampleList.Builder list = ExampleList.newBuilder();
    for (int i = 0; i < n; i++) {
      list.addExamples(Example.getDefaultInstance());
    }
    return Input.newBuilder().setExampleList(list).build();
  }

  /** The read-only cases of the conformance pack; none without the pack. */
  static List<Call> pack() throws IOException {
    Optional<Path> pack = ConformancePack.find();
    List<Call> calls = new ArrayList<>();
    if (pack.isPresent()) {
      JsonNode cases = new JsonMapper().readTree(pack.get().resolve("grpc_cases.json").toFile());
      for (JsonNode one : cases.path("cases")) {
        if (!one.path("mutates").asBoolean() && !one.path("rpc").asText().contains("Reload")) {
          calls.add(call(one.path("rpc").asText(), one.path("request").toString()));
        }
      }
    }
    return calls;
  }

  private static Call call(String name, String request) throws IOException {
    return new Call(name, GrpcMethods.request(GrpcMethods.named(name), request));
  }
}
