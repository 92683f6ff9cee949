// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import com.linecorp.armeria.client.grpc.GrpcClients;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.otd.serve.ConformancePack;
import io.otd.serve.proto.inference.GRPCInferenceServiceGrpc;
import io.otd.serve.proto.inference.GRPCInferenceServiceGrpc.GRPCInferenceServiceBlockingStub;
import io.otd.serve.proto.inference.InferParameter;
import io.otd.serve.proto.inference.InferTensorContents;
import io.otd.serve.proto.inference.ModelInferRequest;
import io.otd.serve.proto.inference.ModelInferRequest.InferInputTensor;
import io.otd.serve.proto.inference.ModelInferResponse;
import io.otd.serve.proto.inference.ModelMetadataRequest;
import io.otd.serve.proto.inference.ModelMetadataResponse;
import io.otd.serve.proto.inference.ModelReadyRequest;
import io.otd.serve.proto.inference.RepositoryIndexRequest;
import io.otd.serve.proto.inference.RepositoryModelLoadRequest;
import io.otd.serve.proto.inference.RepositoryModelUnloadRequest;
import io.otd.serve.proto.inference.ServerLiveRequest;
import io.otd.serve.proto.inference.ServerMetadataRequest;
import io.otd.serve.proto.inference.ServerReadyRequest;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.registry.VersionPolicy;
import io.otd.serve.settings.TestSettings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The Open Inference Protocol over gRPC, against the real server with a model of the pack. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OpenInferenceGrpcTest {
  private OtdServer server;
  private GRPCInferenceServiceBlockingStub stub;

  @BeforeAll
  void start() throws IOException {
    Path echo = ConformancePack.require().resolve("models/echo").toRealPath();
    server =
        OtdServer.start(
            TestSettings.FREE,
            List.of(new ModelConfig("echo", echo, new VersionPolicy.All(), Map.of("old", 1L))),
            Clock.systemUTC(),
            List.of());
    stub =
        GrpcClients.newClient(
            "gproto+http://127.0.0.1:" + server.grpcPort(), GRPCInferenceServiceBlockingStub.class);
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private static InferInputTensor.Builder input(String name, String datatype, long... shape) {
    InferInputTensor.Builder input =
        InferInputTensor.newBuilder().setName(name).setDatatype(datatype);
    for (long size : shape) {
      input.addShape(size);
    }
    return input;
  }

  private static InferTensorContents.Builder floats(float... values) {
    InferTensorContents.Builder contents = InferTensorContents.newBuilder();
    for (float value : values) {
      contents.addFp32Contents(value);
    }
    return contents;
  }

  private static ByteString raw(float... values) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * values.length).order(ByteOrder.LITTLE_ENDIAN);
    for (float value : values) {
      bytes.putFloat(value);
    }
    return ByteString.copyFrom(bytes.flip());
  }

  private static ModelInferRequest.Builder echo(String signature) {
    ModelInferRequest.Builder request = ModelInferRequest.newBuilder().setModelName("echo");
    return signature.isEmpty()
        ? request
        : request.putParameters(
            "signature_name", InferParameter.newBuilder().setStringParam(signature).build());
  }

  @Test
  void health_and_metadata_follow_the_protocol() {
    assertThat(stub.serverLive(ServerLiveRequest.getDefaultInstance()).getLive()).isTrue();
    assertThat(stub.serverReady(ServerReadyRequest.getDefaultInstance()).getReady()).isTrue();
    assertThat(stub.serverMetadata(ServerMetadataRequest.getDefaultInstance()).getExtensionsList())
        .containsExactly("binary_tensor_data", "model_repository");
    ModelMetadataResponse model =
        stub.modelMetadata(ModelMetadataRequest.newBuilder().setName("echo").build());
    assertThat(model.getVersionsList()).containsExactly("1", "2");
    assertThat(model.getPlatform()).isEqualTo("tensorflow_savedmodel");
    assertThat(model.getInputs(0).getName()).isEqualTo("x");
    assertThat(model.getInputs(0).getDatatype()).isEqualTo("FP32");
    assertThat(model.getInputs(0).getShapeList()).containsExactly(-1L, 2L);
  }

  @Test
  void a_model_is_ready_or_not() {
    assertThat(isReady("echo", "")).isTrue();
    assertThat(isReady("echo", "1")).isTrue();
    assertThat(isReady("echo", "old")).isTrue();
    assertThat(isReady("echo", "3")).isFalse();
    assertThat(isReady("none", "")).isFalse();
  }

  private boolean isReady(String name, String version) {
    return stub.modelReady(ModelReadyRequest.newBuilder().setName(name).setVersion(version).build())
        .getReady();
  }

  @Test
  void typed_contents_get_typed_replies_and_raw_bytes_get_raw_replies() {
    ModelInferResponse typed =
        stub.modelInfer(
            echo("")
                .setId("a")
                .setModelVersion("old")
                .addInputs(input("x", "FP32", 1, 2).setContents(floats(1, 2)))
                .build());
    assertThat(typed.getModelName()).isEqualTo("echo");
    assertThat(typed.getModelVersion()).isEqualTo("1");
    assertThat(typed.getId()).isEqualTo("a");
    assertThat(typed.getOutputs(0).getName()).isEqualTo("y");
    assertThat(typed.getOutputs(0).getDatatype()).isEqualTo("FP32");
    assertThat(typed.getOutputs(0).getShapeList()).containsExactly(1L, 2L);
    assertThat(typed.getOutputs(0).getContents().getFp32ContentsList()).containsExactly(3f, 5f);
    assertThat(typed.getRawOutputContentsList()).isEmpty();

    ModelInferResponse bytes =
        stub.modelInfer(
            echo("").addInputs(input("x", "FP32", 1, 2)).addRawInputContents(raw(1, 2)).build());
    assertThat(bytes.getModelVersion()).isEqualTo("2");
    assertThat(bytes.getRawOutputContentsList()).containsExactly(raw(4, 6));
    assertThat(bytes.getOutputs(0).hasContents()).isFalse();
  }

  @Test
  void each_datatype_round_trips_in_its_own_field() {
    assertEchoed("float", "FP32", c -> c.addFp32Contents(.5f));
    assertEchoed("double", "FP64", c -> c.addFp64Contents(.1));
    assertEchoed("int8", "INT8", c -> c.addIntContents(-128));
    assertEchoed("int16", "INT16", c -> c.addIntContents(-32768));
    assertEchoed("int32", "INT32", c -> c.addIntContents(Integer.MIN_VALUE));
    assertEchoed("int64", "INT64", c -> c.addInt64Contents(Long.MIN_VALUE));
    assertEchoed("uint8", "UINT8", c -> c.addUintContents(255));
    assertEchoed("uint32", "UINT32", c -> c.addUintContents(-1));
    assertEchoed("uint64", "UINT64", c -> c.addUint64Contents(-1));
    assertEchoed("bool", "BOOL", c -> c.addBoolContents(true));
    assertEchoed(
        "string",
        "BYTES",
        c -> c.addBytesContents(ByteString.copyFrom(new byte[] {(byte) 0xff, 0})));
  }

  private void assertEchoed(
      String signature, String datatype, Consumer<InferTensorContents.Builder> one) {
    InferTensorContents.Builder contents = InferTensorContents.newBuilder();
    one.accept(contents);
    ModelInferResponse reply =
        stub.modelInfer(
            echo("echo_" + signature)
                .addInputs(input("in", datatype, 1).setContents(contents))
                .build());
    assertThat(reply.getOutputs(0).getDatatype()).isEqualTo(datatype);
    assertThat(reply.getOutputs(0).getContents()).isEqualTo(contents.build());
  }

  /** No field can hold them. */
  @Test
  void half_floats_are_returned_as_raw_bytes_whatever_the_request_used() {
    ModelInferResponse reply =
        stub.modelInfer(
            echo("half_out").addInputs(input("x", "FP32", 1).setContents(floats(-2))).build());
    assertThat(reply.getOutputs(0).getDatatype()).isEqualTo("FP16");
    assertThat(reply.getRawOutputContents(0).toByteArray()).containsExactly(0, 0xc0);
  }

  private void assertRefused(ModelInferRequest.Builder request, String message) {
    assertThatThrownBy(() -> stub.modelInfer(request.build()))
        .isInstanceOfSatisfying(
            StatusRuntimeException.class,
            e -> {
              assertThat(e.getStatus().getCode()).isEqualTo(Status.Code.INVALID_ARGUMENT);
              assertThat(e.getStatus().getDescription()).contains(message);
            });
  }

  @Test
  void invalid_inputs_are_rejected_by_name() {
    assertRefused(echo(""), "input \"x\": not given");
    assertRefused(
        echo("")
            .addInputs(input("x", "FP32", 1, 2).setContents(floats(1, 2)))
            .addRawInputContents(raw(1, 2)),
        "input \"x\": both contents and raw_input_contents");
    assertRefused(
        echo("")
            .addInputs(input("x", "FP32", 1, 2))
            .addRawInputContents(raw(1, 2))
            .addRawInputContents(raw(1, 2)),
        "raw_input_contents: 2 (expected: one for each of the 1 inputs, or none)");
    assertRefused(
        echo("").addInputs(input("x", "FP32", 1, 2)).addRawInputContents(raw(1)),
        "input \"x\": 4 bytes (expected: 8, 2 elements of FP32)");
    assertRefused(
        echo("").addInputs(input("x", "FP32", 1, 2).setContents(floats(1))),
        "input \"x\": 1 elements (expected: 2, of the shape [1, 2])");
    assertRefused(
        echo("")
            .addInputs(
                input("x", "FP32", 1, 2)
                    .setContents(
                        InferTensorContents.newBuilder().addFp64Contents(1).addFp64Contents(2))),
        "input \"x\": fp64_contents given (expected: fp32_contents, for FP32)");
    assertRefused(
        echo("")
            .addInputs(
                input("x", "FP64", 1, 2)
                    .setContents(
                        InferTensorContents.newBuilder().addFp64Contents(1).addFp64Contents(2))),
        "input \"x\": datatype FP64 (expected: FP32)");
    assertRefused(
        echo("").addInputs(input("x", "FP32", 2).setContents(floats(1, 2))),
        "input \"x\": shape [2] (expected: [-1, 2])");
    assertRefused(
        echo("").addInputs(input("x", "FP16", 1).setContents(floats(1))),
        "input \"x\": contents of FP16 (expected: raw_input_contents)");
    assertRefused(
        echo("echo_int8")
            .addInputs(
                input("in", "INT8", 1)
                    .setContents(InferTensorContents.newBuilder().addIntContents(128))),
        "input \"in\": 128 (expected: from -128 to 127, for INT8)");
    assertRefused(
        echo("echo_uint8")
            .addInputs(
                input("in", "UINT8", 1)
                    .setContents(InferTensorContents.newBuilder().addUintContents(-1))),
        "input \"in\": 4294967295 (expected: from 0 to 255, for UINT8)");
    assertRefused(echo("none"), "parameter signature_name: \"none\" (expected: one of [");
    assertRefused(
        echo("")
            .addInputs(input("x", "FP32", 1, 2).setContents(floats(1, 2)))
            .addOutputs(ModelInferRequest.InferRequestedOutputTensor.newBuilder().setName("w")),
        "output \"w\": unknown (expected: one of [y])");
  }

  @Test
  void the_repository_lists_and_loads_but_does_not_unload() {
    assertThat(
            stub
                .repositoryIndex(RepositoryIndexRequest.getDefaultInstance())
                .getModelsList()
                .stream()
                .map(m -> m.getName() + " " + m.getVersion() + " " + m.getState()))
        .containsExactly("echo 2 READY", "echo 1 READY");
    assertThat(
            stub.repositoryModelLoad(
                    RepositoryModelLoadRequest.newBuilder().setModelName("echo").build())
                .getIsLoaded())
        .isTrue();
    // KServe's messages have the name of the model in the first field.
    assertThat(
            stub.repositoryModelLoad(
                    RepositoryModelLoadRequest.newBuilder().setRepositoryName("echo").build())
                .getModelName())
        .isEqualTo("echo");
    assertThatThrownBy(
            () ->
                stub.repositoryModelUnload(
                    RepositoryModelUnloadRequest.newBuilder().setModelName("echo").build()))
        .hasMessageContaining("FAILED_PRECONDITION: unload of model \"echo\": not allowed");
    assertThat(isReady("echo", "")).isTrue();
  }

  @Test
  void unknown_models_are_not_found() {
    assertThatThrownBy(
            () -> stub.modelInfer(ModelInferRequest.newBuilder().setModelName("none").build()))
        .hasMessage("NOT_FOUND: model \"none\": not found");
    assertThatThrownBy(() -> stub.modelInfer(echo("").setModelVersion("7").build()))
        .hasMessage("NOT_FOUND: model \"echo\", version 7: not available");
    assertThatThrownBy(
            () -> stub.modelMetadata(ModelMetadataRequest.newBuilder().setName("none").build()))
        .hasMessageContaining("NOT_FOUND");
  }

  @Test
  void the_service_is_named_as_in_the_protocol() {
    assertThat(GRPCInferenceServiceGrpc.SERVICE_NAME).isEqualTo("inference.GRPCInferenceService");
  }
}
