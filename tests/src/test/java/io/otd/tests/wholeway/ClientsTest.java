// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.files.ClassResource;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.TestExports;
import io.otd.serve.OtdPredictor;
import io.otd.tests.serving.Java;
import io.otd.tests.serving.Python;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code otd serve} in a separate process, used by third-party clients. Those for Python are
 * skipped where {@code OTD_PYTHON} has none: tensorflow-serving-api, ovmsclient, grpcio-reflection,
 * tritonclient. So is grpcurl where {@code OTD_GRPCURL} does not name it, and published Java
 * clients where {@code OTD_JAVA_CLIENTS} does not name a directory with the class path of each of
 * {@code tests/clients}, as {@code opil.classpath}.
 */
@Tag("long")
class ClientsTest {
  private static final Pattern READY =
      Pattern.compile("ready; gRPC on [^ ]*:(\\d+), REST.* on http://[^ ]*:(\\d+)/");
  private static final Pattern GRPC =
      Pattern.compile(
          "/(grpc-(api|context|core|netty-shaded|protobuf|protobuf-lite|stub|util)"
              + "|protobuf-java|proto-google-common-protos|perfmark-api|guava|failureaccess|gson)"
              + "-[0-9][^/]*[.]jar$");
  private static final String MODEL = "parcels";
  private static final float[] ROWS = {1, 2, 3, 4, -1, .5f, 0, 2};
  private static final String JSON = "[[1, 2, 3, 4], [-1, 0.5, 0, 2]]";
  private static final long SECONDS = 120;

  @TempDir static Path root;
  private static Process server;
  private static String grpcPort;
  private static String restPort;
  private static List<Double> means;

  @BeforeAll
  static void serve() throws Exception {
    Path base = TestExports.base(TestModels.HEUN);
    try (OtdPredictor predictor = OtdPredictor.open(base)) {
      means = predictor.predict(ROWS, 2).stream().map(p -> p.mean(0)).toList();
    }
    Path log = root.resolve("server.log");
    server =
        OtdCommandLine.start(
            log,
            "serve",
            // As in KServe's kserve-tensorflow-serving, apart from ports and path.
            "--model_name=" + MODEL,
            "--port=0",
            "--rest_api_port=0",
            "--model_base_path=" + base,
            "--rest_api_timeout_in_ms=60000");
    Matcher ready = waitFor(log);
    grpcPort = ready.group(1);
    restPort = ready.group(2);
  }

  private static Matcher waitFor(Path log) throws IOException, InterruptedException {
    for (long waited = 0; waited < 10 * SECONDS && server.isAlive(); waited++) {
      Matcher ready = READY.matcher(Files.readString(log));
      if (ready.find()) {
        return ready;
      }
      Thread.sleep(100);
    }
    throw new AssertionError("not ready: " + Files.readString(log));
  }

  @AfterAll
  static void stop() throws InterruptedException {
    if (server != null) {
      server.destroy();
      assertThat(server.waitFor(SECONDS, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static JsonNode asked(String client, String module) throws Exception {
    return Python.with(root, module)
        .result("ask_server.py", client, grpcPort, restPort, MODEL, JSON);
  }

  private static void assertMeans(JsonNode found) {
    assertThat(found).hasSize(means.size());
    for (int i = 0; i < means.size(); i++) {
      assertThat(found.path(i).path(0).asDouble())
          .isCloseTo(means.get(i), within(1e-5 * Math.max(1, Math.abs(means.get(i)))));
    }
  }

  @Test
  void the_jdk_http_client_gets_the_predictions() throws Exception {
    URI address = URI.create("http://127.0.0.1:" + restPort + "/v1/models/" + MODEL + ":predict");
    HttpResponse<String> reply =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(address)
                    .POST(HttpRequest.BodyPublishers.ofString("{\"inputs\": " + JSON + "}"))
                    .build(),
                HttpResponse.BodyHandlers.ofString());
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    assertMeans(new ObjectMapper().readTree(reply.body()).path("outputs").path("mean"));
  }

  @Test
  void a_plain_grpc_java_client_gets_the_predictions() throws Exception {
    List<String> lines =
        answers(
            "GrpcClient",
            Java.classPath(grpcJars()),
            Java.sources(Path.of("target", "client-sources")));
    assertThat(lines)
        .contains(
            "version 1",
            "state 1 AVAILABLE",
            "signatures [by_name, draw, parts, probability, sample, serving_default]",
            "input DT_FLOAT",
            "error NOT_FOUND Servable not found for request: Latest(unknown)");
  }

  /** With the versions of gRPC and Protocol Buffers with which they were published. */
  @ParameterizedTest
  @ValueSource(strings = {"opil", "yesup"})
  void published_java_clients_get_the_predictions(String client) throws Exception {
    List<String> lines = answers("PublishedClient", published(client), List.of());
    assertThat(lines)
        .contains(
            "signatures [by_name, draw, parts, probability, sample, serving_default]",
            "error NOT_FOUND Servable not found for request: Latest(unknown)");
  }

  @Test
  void the_apache_camel_component_gets_the_predictions() throws Exception {
    List<String> lines = answers("CamelClient", published("camel"), List.of());
    assertThat(lines)
        .contains("state 1 AVAILABLE")
        .contains("signatures [by_name, draw, parts, probability, sample, serving_default]")
        .contains("error NOT_FOUND: Servable not found for request: Latest(unknown)");
  }

  /** The class path of a client, as written by .ci/run. */
  private static String published(String client) throws IOException {
    String directory = System.getenv("OTD_JAVA_CLIENTS");
    assumeTrue(directory != null, "OTD_JAVA_CLIENTS: not set");
    Path jars = Path.of(Objects.requireNonNull(directory), client + ".classpath");
    assumeTrue(Files.exists(jars), jars + ": not there");
    return Files.readString(jars).strip();
  }

  /** Compiles and runs a program that requests the means; returns its output lines. */
  private static List<String> answers(String program, String jars, List<Path> with)
      throws Exception {
    Path directory = Files.createTempDirectory(root, program);
    Java java = new Java(directory);
    List<Path> sources = new ArrayList<>(with);
    for (String name : List.of("ClientTensors.java", program + ".java")) {
      Path source = directory.resolve(name);
      Files.write(source, ClassResource.bytes(ClientsTest.class, name));
      sources.add(source);
    }
    Path classes = java.compile(jars, sources, "-nowarn");
    List<String> command =
        new ArrayList<>(
            List.of(
                "-cp",
                Java.classPath(List.of(classes.toString(), jars)),
                program,
                grpcPort,
                MODEL,
                "4"));
    for (float value : ROWS) {
      command.add(Float.toString(value));
    }

    List<String> lines = java.run(command);

    List<Double> found =
        lines.stream()
            .filter(line -> line.startsWith("mean "))
            .map(line -> Double.valueOf(line.substring("mean ".length())))
            .toList();
    assertThat(found).hasSize(means.size());
    for (int i = 0; i < found.size(); i++) {
      assertThat(found.get(i)).isCloseTo(means.get(i), within(1e-5 * Math.abs(means.get(i))));
    }
    return lines;
  }

  /** It learns the messages from the server's reflection. */
  @Test
  void grpcurl_gets_the_predictions() throws Exception {
    assertThat(grpcurl("list"))
        .contains("tensorflow.serving.PredictionService", "tensorflow.serving.ModelService");
    String request =
        """
        {"model_spec": {"name": "%s"}, "output_filter": ["mean"], "inputs": {"x": {"dtype": "DT_FLOAT",
         "tensor_shape": {"dim": [{"size": 2}, {"size": 4}]}, "float_val": %s}}}"""
            .formatted(MODEL, Arrays.toString(ROWS));
    JsonNode answer =
        new ObjectMapper()
            .readTree(grpcurl("-d", request, "tensorflow.serving.PredictionService/Predict"));
    JsonNode mean = answer.path("outputs").path("mean").path("float_val");
    assertThat(mean).as("%s", answer).hasSize(means.size());
    for (int i = 0; i < means.size(); i++) {
      assertThat(mean.path(i).asDouble())
          .isCloseTo(means.get(i), within(1e-5 * Math.max(1, Math.abs(means.get(i)))));
    }
    assertThat(answer.path("model_spec").path("version").asText()).isEqualTo("1");
  }

  /** Options and a method, or a verb. */
  private static String grpcurl(String... arguments) throws Exception {
    String program = System.getenv("OTD_GRPCURL");
    assumeTrue(program != null, "OTD_GRPCURL: not set");
    List<String> command = new ArrayList<>(List.of(Objects.requireNonNull(program), "-plaintext"));
    boolean call = arguments.length > 1;
    command.addAll(Arrays.asList(arguments).subList(0, call ? arguments.length - 1 : 0));
    command.add("127.0.0.1:" + grpcPort);
    command.add(arguments[arguments.length - 1]);
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  /** Code that depends on nothing of this project. */
  private static List<String> grpcJars() {
    List<String> jars =
        Pattern.compile(Pattern.quote(File.pathSeparator))
            .splitAsStream(System.getProperty("java.class.path"))
            .filter(place -> GRPC.matcher(place).find())
            .toList();
    assertThat(jars).hasSizeGreaterThan(8);
    return jars;
  }

  @Test
  void the_official_python_stubs_get_the_predictions() throws Exception {
    JsonNode answer = asked("stubs", "tensorflow_serving.apis.predict_pb2");
    assertMeans(answer.path("mean"));
    assertThat(answer.path("version").asInt()).isEqualTo(1);
    assertThat(answer.path("states").toString()).isEqualTo("[30]");
    assertThat(answer.path("signatures").toString())
        .contains("serving_default", "by_name", "sample", "probability", "draw");
  }

  @Test
  void the_openvino_client_gets_the_predictions_over_grpc() throws Exception {
    assertOvms(asked("ovms_grpc", "ovmsclient"));
  }

  @Test
  void the_openvino_client_gets_the_predictions_over_http() throws Exception {
    assertOvms(asked("ovms_http", "ovmsclient"));
  }

  private static void assertOvms(JsonNode answer) {
    assertMeans(answer.path("mean"));
    assertThat(answer.path("states").toString()).isEqualTo("[\"AVAILABLE\"]");
  }

  @Test
  void reflection_lists_the_services() throws Exception {
    JsonNode answer = asked("reflection", "grpc_reflection");
    assertThat(answer.path("services").toString())
        .contains(
            "tensorflow.serving.PredictionService",
            "tensorflow.serving.ModelService",
            "grpc.health.v1.Health");
    assertThat(answer.path("methods").toString())
        .contains("Predict", "Classify", "Regress", "GetModelMetadata");
  }

  @ParameterizedTest
  @ValueSource(strings = {"http", "grpc"})
  void the_official_open_inference_protocol_client_gets_the_predictions(String kind)
      throws Exception {
    JsonNode answer = asked("triton_" + kind, "tritonclient." + kind);
    assertMeans(answer.path("mean"));
    assertMeans(answer.path("some_mean"));
    assertThat(answer.path("some_quantiles").asBoolean()).isTrue();
    assertThat(answer.path("samples").path(0).asInt()).isEqualTo(2);
    assertThat(answer.path("samples")).hasSize(3);
    assertThat(answer.path("live").asBoolean()).isTrue();
    assertThat(answer.path("ready").asBoolean()).isTrue();
    assertThat(answer.path("model_ready").toString()).isEqualTo("[true,false]");
    assertThat(answer.path("unknown_ready").asBoolean()).isFalse();
    assertThat(answer.path("server").path("name").asText()).isEqualTo("otd");
    assertThat(answer.path("inputs").path(0).path("name").asText()).isEqualTo("x");
    assertThat(answer.path("inputs").path(0).path("datatype").asText()).isEqualTo("FP32");
    assertThat(answer.path("outputs").toString()).isEqualTo("[\"mean\",\"quantiles\",\"std\"]");
    assertThat(answer.path("index").path(0).path("name").asText()).isEqualTo(MODEL);
    assertThat(answer.path("index").path(0).path("state").asText()).isEqualTo("READY");
    assertThat(answer.path("unknown_input").asText()).contains("input \"x\": not given");
    assertThat(answer.path("wrong_shape").asText())
        .contains("input \"x\": shape [2, 1] (expected: [-1, 4])");
    assertThat(answer.path("wrong_datatype").asText())
        .contains("input \"x\": datatype FP64 (expected: FP32)");
    assertThat(answer.path("unknown_model").asText()).contains("model \"unknown\": not found");
    assertThat(answer.path("unload").asText()).contains("not allowed");
  }
}
