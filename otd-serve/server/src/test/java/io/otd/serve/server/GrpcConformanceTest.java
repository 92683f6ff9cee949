// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.Message;
import com.google.protobuf.MessageOrBuilder;
import com.google.protobuf.util.JsonFormat;
import com.linecorp.armeria.client.grpc.GrpcClients;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import io.otd.core.internal.savedmodel.proto.GetModelMetadataResponse;
import io.otd.core.internal.savedmodel.proto.ModelSpec;
import io.otd.core.internal.savedmodel.proto.PredictResponse;
import io.otd.core.internal.savedmodel.proto.SignatureDefMap;
import io.otd.serve.ConformancePack;
import io.otd.serve.grpc.GrpcMethods;
import io.otd.serve.proto.PredictionServiceGrpc;
import io.otd.serve.registry.ModelConfigs;
import io.otd.serve.settings.TestSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/** TensorFlow Serving's behaviour over gRPC, against the real server. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class GrpcConformanceTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  private Path models;
  private OtdServer server;
  private Channel channel;

  @BeforeAll
  void start(@TempDir Path directory) throws IOException {
    models = ConformancePack.require().resolve("models").toRealPath();
    Path config = directory.resolve("models.config");
    Files.writeString(config, placed(Files.readString(models.resolve("models.config"))));
    server =
        OtdServer.start(TestSettings.FREE, ModelConfigs.read(config), Clock.systemUTC(), List.of());
    channel =
        GrpcClients.newClient(
                "gproto+http://127.0.0.1:" + server.grpcPort(),
                PredictionServiceGrpc.PredictionServiceBlockingStub.class)
            .getChannel();
  }

  @AfterAll
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  private String placed(String text) {
    return text.replace("${MODELS}", models.toString());
  }

  @TestFactory
  Stream<DynamicTest> cases() throws IOException {
    Path file = ConformancePack.require().resolve("grpc_cases.json");
    List<JsonNode> cases = new ArrayList<>();
    JSON.readTree(file.toFile()).path("cases").forEach(cases::add);
    assertThat(cases).hasSize(53);
    cases.sort(Comparator.comparing(c -> c.path("mutates").asBoolean()));
    return cases.stream()
        .map(
            c ->
                DynamicTest.dynamicTest(
                    c.path("name").asText(),
                    () -> {
                      verify(c);
                      for (JsonNode later : c.path("then")) {
                        verify(later);
                      }
                    }));
  }

  private void verify(JsonNode c) throws IOException {
    Status status = Status.OK;
    Message reply = null;
    try {
      reply = call(c.path("rpc").asText(), placed(c.path("request").toString()));
    } catch (StatusRuntimeException e) {
      status = e.getStatus();
    }
    assertThat(status.getCode().name()).as("%s", status).isEqualTo(c.path("code").asText());
    for (JsonNode part : c.path("message_contains")) {
      assertThat(status.getDescription()).contains(part.asText());
    }
    if (c.has("outputs")) {
      verifyOutputs(c.path("outputs"), (PredictResponse) reply);
    }
    if (c.has("model_spec")) {
      verifySpec(c.path("model_spec"), ((PredictResponse) reply).getModelSpec());
    }
    if (c.has("response_subset")) {
      verifySubset(c.path("response_subset"), JSON.readTree(JsonFormat.printer().print(reply)));
    }
    if (c.has("metadata")) {
      verifyMetadata(c.path("metadata"), (GetModelMetadataResponse) reply);
    }
  }

  private Message call(String name, String request) throws IOException {
    MethodDescriptor<Message, Message> method = GrpcMethods.named(name);
    return ClientCalls.blockingUnaryCall(
        channel, method, CallOptions.DEFAULT, GrpcMethods.request(method, request));
  }

  private static void verifyOutputs(JsonNode expected, PredictResponse reply) throws IOException {
    assertThat(reply.getOutputsMap().keySet()).isEqualTo(names(expected));
    for (String name : names(expected)) {
      JsonNode wanted = expected.path(name);
      TensorProto tensor = reply.getOutputsOrThrow(name);
      assertThat(tensor.getDtype().name()).isEqualTo(wanted.path("dtype").asText());
      assertThat(sizes(tensor.getTensorShape())).isEqualTo(longs(wanted.path("shape")));
      assertThat(tensor.getTensorContent().isEmpty()).as("typed fields").isTrue();
      JsonNode written = JSON.readTree(JsonFormat.printer().print((MessageOrBuilder) tensor));
      JsonNode values = JSON.createArrayNode();
      for (Map.Entry<String, JsonNode> field : written.properties()) {
        if (field.getKey().endsWith("Val")) {
          values = field.getValue();
        }
      }
      verifySubset(wanted.path("values"), values);
    }
  }

  private static void verifySpec(JsonNode expected, ModelSpec spec) {
    assertThat(spec.getName()).isEqualTo(expected.path("name").asText());
    assertThat(spec.getVersion().getValue()).isEqualTo(expected.path("version").asLong());
    assertThat(spec.getSignatureName()).isEqualTo(expected.path("signature_name").asText());
  }

  private static void verifyMetadata(JsonNode expected, GetModelMetadataResponse reply)
      throws IOException {
    verifySpec(expected.path("model_spec"), reply.getModelSpec());
    Map<String, SignatureDef> signatures =
        reply
            .getMetadataOrThrow("signature_def")
            .unpack(SignatureDefMap.class)
            .getSignatureDefMap();
    assertThat(new TreeMap<>(signatures).keySet())
        .containsExactlyElementsOf(
            StreamSupport.stream(expected.path("all_signatures").spliterator(), false)
                .map(JsonNode::asText)
                .toList());
    for (String name : names(expected.path("signatures"))) {
      JsonNode wanted = expected.path("signatures").path(name);
      SignatureDef signature = signatures.get(name);
      assertThat(signature.getMethodName()).isEqualTo(wanted.path("method_name").asText());
      verifyTensors(wanted.path("inputs"), signature.getInputsMap());
      verifyTensors(wanted.path("outputs"), signature.getOutputsMap());
    }
  }

  private static void verifyTensors(JsonNode expected, Map<String, TensorInfo> tensors) {
    assertThat(tensors.keySet()).isEqualTo(names(expected));
    tensors.forEach(
        (name, tensor) -> {
          JsonNode wanted = expected.path(name);
          assertThat(tensor.getName()).isEqualTo(wanted.path("name").asText());
          assertThat(tensor.getDtype().name()).isEqualTo(wanted.path("dtype").asText());
          assertThat(sizes(tensor.getTensorShape())).isEqualTo(longs(wanted.path("shape")));
        });
  }

  private static java.util.Set<String> names(JsonNode object) {
    java.util.Set<String> names = new java.util.TreeSet<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private static List<Long> longs(JsonNode array) {
    return StreamSupport.stream(array.spliterator(), false).map(JsonNode::asLong).toList();
  }

  private static List<Long> sizes(TensorShapeProto shape) {
    return shape.getDimList().stream().map(TensorShapeProto.Dim::getSize).toList();
  }

  private static void verifySubset(JsonNode expected, JsonNode actual) {
    if (expected.isObject()) {
      assertThat(actual.isObject()).as("%s", actual).isTrue();
      for (String name : names(expected)) {
        assertThat(actual.has(name)).as("%s of %s", name, actual).isTrue();
        verifySubset(expected.path(name), actual.path(name));
      }
    } else if (expected.isArray()) {
      assertThat(actual.size()).as("%s", actual).isEqualTo(expected.size());
      for (int i = 0; i < expected.size(); i++) {
        verifySubset(expected.path(i), actual.path(i));
      }
    } else if (expected.isFloatingPointNumber()) {
      double want = expected.asDouble();
      assertThat(actual.asDouble()).isCloseTo(want, within(1e-6 * Math.max(1, Math.abs(want))));
    } else {
      // 64-bit numbers are strings in protobuf's JSON.
      assertThat(actual.asText()).isEqualTo(expected.asText());
    }
  }
}
