// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.serve.ConformancePack;
import io.otd.serve.HandMadeModel;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.SavedModel;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;
import org.tensorflow.proto.VersionDef;

/** Mostly against third-party models. */
@Tag("jdk")
class ServableTest {
  private static final int FORKS = 3000;
  private static final int RUNS = 20;
  private static final float HALF = .5f;
  private static final HostTensor TWO = HostTensor.of(new float[] {2}, 1);

  private static Servable load(String model, String version) throws IOException {
    return Servable.load(ConformancePack.model(model, version), InspectionLimits.DEFAULT);
  }

  @ParameterizedTest
  @CsvSource({
    "saved_model_half_plus_two_cpu, serving_default, x, y, 3",
    "saved_model_half_plus_two_cpu, regress_x2_to_y3, inputs, outputs, 4",
    "saved_model_half_plus_three, serving_default, x, y, 4",
    "saved_model_half_plus_two_tf2_cpu, serving_default, x, y, 3",
    "saved_model_half_plus_two_2_versions, serving_default, x, y, 3"
  })
  void third_party_models_compute_what_their_names_say(
      String model, String signature, String input, String output, float expected)
      throws IOException {
    try (Servable servable = load(model, "00000123")) {
      HostTensor y = servable.run(signature, Map.of(input, TWO), List.of()).get(output);
      assertThat(y.floats()).containsExactly(expected);
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {"BFLOAT16", "UINT16", "STRING"},
      mode = EnumSource.Mode.EXCLUDE)
  void bytes_of_every_type_round_trip(ElementType type) throws IOException {
    byte[] bytes = new byte[6 * type.bytes()];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (type == ElementType.BOOL ? i % 2 : 37 * i + 1);
    }
    HostTensor in = HostTensor.of(type, new long[] {2, 3}, ByteBuffer.wrap(bytes));
    try (Servable servable = load("echo", "1")) {
      String signature = "echo_" + type.text();
      HostTensor out = servable.run(signature, Map.of("in", in), List.of("out")).get("out");
      assertThat(out.type()).isEqualTo(type);
      assertThat(out.shape()).containsExactly(2, 3);
      assertThat(out.bytes()).isEqualTo(ByteBuffer.wrap(bytes));
    }
  }

  @Test
  void strings_of_any_bytes_and_length_round_trip() throws IOException {
    byte[] large = new byte[5_000];
    Arrays.fill(large, (byte) 0xff);
    byte[][] strings = {{}, {0}, {1, 2, 3}, new byte[22], new byte[23], large};
    try (Servable servable = load("echo", "1")) {
      HostTensor out =
          servable
              .run(
                  "echo_string",
                  Map.of("in", HostTensor.ofStrings(new long[] {3, 2}, strings)),
                  List.of())
              .get("out");
      for (int i = 0; i < strings.length; i++) {
        assertThat(out.string(i)).isEqualTo(strings[i]);
      }
    }
  }

  @Test
  void scalars_empty_inputs_and_undeclared_shapes_are_accepted() throws IOException {
    try (Servable servable = load("saved_model_half_plus_two_cpu", "00000123")) {
      for (long[] shape : new long[][] {{}, {0}, {3}, {2, 2}, {0, 7}}) {
        HostTensor in = HostTensor.of(new float[(int) HostTensor.elements(shape)], shape);
        HostTensor out = servable.run("serving_default", Map.of("x", in), List.of()).get("y");
        assertThat(out.shape()).isEqualTo(shape);
        assertThat(out.floats()).containsOnly(repeat(2, in.elements()));
      }
    }
  }

  private static float[] repeat(float value, int times) {
    float[] all = new float[times];
    Arrays.fill(all, value);
    return all;
  }

  @Test
  void outputs_are_returned_in_the_requested_order() throws IOException {
    HostTensor in = HostTensor.of(new float[] {1, 2}, 1, 2);
    try (Servable servable = load("echo", "1")) {
      assertThat(servable.run("stats", Map.of("x", in), List.of()).keySet())
          .containsExactly("doubled", "largest", "total");
      assertThat(servable.run("stats", Map.of("x", in), List.of("total", "doubled")).keySet())
          .containsExactly("total", "doubled");
    }
  }

  @Test
  void reference_variables_keep_their_state() throws IOException {
    try (Servable servable = load("saved_model_counter", "00000123")) {
      assertThat(servable.model().signature("get_counter").outputs().get("output").dtype())
          .isEqualTo("DT_FLOAT_REF");
      assertThat(servable.run("get_counter", Map.of(), List.of()).get("output").floats())
          .containsExactly(0);
      servable.run("incr_counter", Map.of(), List.of());
      assertThat(servable.run("get_counter", Map.of(), List.of()).get("output").floats())
          .containsExactly(1);
    }
  }

  @Test
  void graph_errors_are_reported_in_tensorflows_words() throws IOException {
    HostTensor flag =
        HostTensor.of(ElementType.BOOL, new long[] {1}, ByteBuffer.wrap(new byte[] {1}));
    try (Servable servable = load("echo", "1");
        Servable half = load("saved_model_half_plus_two_cpu", "00000123")) {
      assertFailure(
          () -> half.run("serving_default", Map.of("x", flag), List.of()),
          StatusCode.INVALID_ARGUMENT,
          "to be float but bool is provided");
      assertFailure(
          () -> servable.run("matmul", Map.of("x", HostTensor.of(new float[3], 1, 3)), List.of()),
          StatusCode.INVALID_ARGUMENT,
          "ncompatible");
      assertFailure(
          () -> half.run("serving_default", Map.of(), List.of()),
          StatusCode.INVALID_ARGUMENT,
          "You must feed a value for placeholder");
      assertFailure(
          () -> half.run("nope", Map.of(), List.of()),
          StatusCode.FAILED_PRECONDITION,
          "Serving signature key \"nope\" not found.");
      assertFailure(
          () -> half.run("serving_default", Map.of("x", TWO), List.of("z")),
          StatusCode.INVALID_ARGUMENT,
          "output tensor alias not found in signature: z");
    }
  }

  private static void assertFailure(Runnable call, StatusCode code, String text) {
    assertThatThrownBy(call::run)
        .hasMessageContaining(text)
        .isInstanceOfSatisfying(ServingException.class, e -> assertThat(e.code()).isEqualTo(code));
  }

  @Test
  void the_initialiser_signature_cannot_be_called() throws IOException {
    try (Servable servable = load("saved_model_half_plus_two_tf2_cpu", "00000123")) {
      String init = "__saved_model_init_op";
      assertThat(servable.model().signatures()).containsKey(init);
      assertFailure(
          () -> servable.run(init, Map.of(), List.of()),
          StatusCode.UNIMPLEMENTED,
          "cannot be served");
    }
  }

  @Test
  void concurrent_runs_do_not_interfere() throws Exception {
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try (Servable servable = load("saved_model_half_plus_two_cpu", "00000123")) {
      List<Future<float[]>> all =
          IntStream.range(0, 400)
              .mapToObj(
                  i ->
                      pool.submit(
                          () ->
                              servable
                                  .run(
                                      "serving_default",
                                      Map.of("x", HostTensor.of(repeat(i, i % 7), i % 7)),
                                      List.of())
                                  .get("y")
                                  .floats()))
              .toList();
      for (int i = 0; i < all.size(); i++) {
        assertThat(all.get(i).get()).containsExactly(repeat(i / 2f + 2, i % 7));
      }
    } finally {
      pool.shutdown();
    }
  }

  @Test
  void closing_is_idempotent_and_later_runs_are_refused() throws IOException {
    Servable servable = load("saved_model_half_plus_two_cpu", "00000123");
    servable.close();
    servable.close();
    assertThatThrownBy(() -> servable.run("serving_default", Map.of("x", TWO), List.of()))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  /**
   * A graph with forks runs its operations one after another in the calling thread. TensorFlow must
   * not call one from within another: the stack would overflow and end the process.
   */
  @Test
  @Tag("long")
  void a_long_chain_of_forks_does_not_overflow_the_stack(@TempDir Path directory) throws Exception {
    writeForks(directory);
    try (Servable servable = Servable.load(directory, InspectionLimits.DEFAULT)) {
      assertThat(servable.model().signature("serving_default").width()).hasValue(1);
      List<float[]> answers = new ArrayList<>();
      Thread thread =
          new Thread(
              null,
              () -> {
                HostTensor x = HostTensor.of(new float[] {0, 1}, 2);
                HostTensor y = servable.run("serving_default", Map.of("x", x), List.of()).get("y");
                answers.add(y.floats());
              },
              "small stack",
              1 << 18);
      thread.start();
      thread.join();
      float expected = 1;
      for (int fork = 0; fork < FORKS; fork++) {
        expected = (float) (Math.sin(expected) + Math.tanh(expected)) * HALF;
      }
      assertThat(answers.get(0)[0]).isZero();
      assertThat(answers.get(0)[1]).isCloseTo(expected, within(1e-4f));
    }
  }

  /** The same operations with a signature of known width and with one of unknown width. */
  @Test
  void a_single_network_runs_on_the_calling_thread(@TempDir Path directory) throws Exception {
    writeForks(directory);
    try (Servable servable = Servable.load(directory, InspectionLimits.DEFAULT)) {
      assertThat(servable.model().signature("branched").width()).isEmpty();
      long known = nanosOfThisThread(servable, "serving_default");
      long unknown = nanosOfThisThread(servable, "branched");
      assertThat(known).isGreaterThan(3 * unknown);
    }
  }

  /** The processor time of this thread, which does not advance while it waits. */
  private static long nanosOfThisThread(Servable servable, String signature) {
    Map<String, HostTensor> x = Map.of("x", HostTensor.of(new float[] {0, 1}, 2));
    servable.run(signature, x, List.of("y"));
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long from = threads.getCurrentThreadCpuTime();
    for (int run = 0; run < RUNS; run++) {
      servable.run(signature, x, List.of("y"));
    }
    return threads.getCurrentThreadCpuTime() - from;
  }

  /** The graph that was inspected is the one that runs, whatever else lies beside it. */
  @Test
  void the_inspected_graph_is_the_one_that_tensorflow_loads(@TempDir Path directory)
      throws Exception {
    SavedModel.Builder model = SavedModel.newBuilder().setSavedModelSchemaVersion(1);
    for (String operation : List.of("Neg", "Tanh")) {
      MetaGraphDef.Builder meta = HandMadeModel.empty();
      String last = HandMadeModel.chain(meta.getGraphDefBuilder(), operation, -1);
      meta.putSignatureDef("serving_default", signature(last));
      if (operation.equals("Neg")) {
        meta.getMetaInfoDefBuilder().addTags("serve");
      }
      model.addMetaGraphs(meta);
    }
    Files.write(directory.resolve("saved_model.pb"), model.build().toByteArray());
    Files.writeString(directory.resolve("saved_model.cpb"), "of another format");
    Files.writeString(directory.resolve("saved_model.pbtxt"), "of another format");
    try (Servable servable = Servable.load(directory, InspectionLimits.DEFAULT)) {
      assertThat(servable.model().signature("serving_default").output("y")).isEqualTo("neg9:0");
      assertThat(servable.run("serving_default", Map.of("x", TWO), List.of("y")).get("y").floats())
          .containsExactly(2); // negated ten times
    }
  }

  @Test
  void a_node_with_a_missing_input_makes_the_model_invalid(@TempDir Path directory)
      throws Exception {
    MetaGraphDef.Builder meta = HandMadeModel.empty();
    String last = HandMadeModel.chain(meta.getGraphDefBuilder(), "Tanh", -1);
    meta.getGraphDefBuilder()
        .addNode(HandMadeModel.typed("sum", "AddV2", DataType.DT_FLOAT, last, "gone"));
    meta.putSignatureDef("serving_default", signature("sum"));
    HandMadeModel.write(directory, meta);
    assertThatThrownBy(() -> Servable.load(directory, InspectionLimits.DEFAULT))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("gone");
  }

  /** Both signatures return {@code y}; one of them also returns the result of a branch. */
  private static void writeForks(Path directory) throws IOException {
    MetaGraphDef.Builder meta = HandMadeModel.empty();
    String last = forks(meta.getGraphDefBuilder());
    meta.getGraphDefBuilder()
        .addNode(
            HandMadeModel.typed("branch", "Merge", DataType.DT_FLOAT, "x", "half")
                .putAttr("N", AttrValue.newBuilder().setI(2).build()));
    meta.putSignatureDef("serving_default", signature(last));
    meta.putSignatureDef(
        "branched", signature(last).toBuilder().putOutputs("z", tensor("branch:0")).build());
    HandMadeModel.write(directory, meta);
  }

  private static SignatureDef signature(String output) {
    return SignatureDef.newBuilder()
        .setMethodName("tensorflow/serving/predict")
        .putInputs("x", tensor("x:0"))
        .putOutputs("y", tensor(output + ":0"))
        .build();
  }

  private static String forks(GraphDef.Builder graph) {
    graph.setVersions(VersionDef.newBuilder().setProducer(HandMadeModel.PRODUCER));
    graph.addNode(
        HandMadeModel.node("x", "Placeholder")
            .putAttr("dtype", HandMadeModel.type(DataType.DT_FLOAT)));
    graph.addNode(
        HandMadeModel.constant(
            "half",
            DataType.DT_FLOAT,
            TensorProto.newBuilder()
                .setTensorShape(TensorShapeProto.getDefaultInstance())
                .addFloatVal(HALF)));
    String last = "x";
    for (int fork = 0; fork < FORKS; fork++) {
      graph.addNode(HandMadeModel.typed("sin" + fork, "Sin", DataType.DT_FLOAT, last));
      graph.addNode(HandMadeModel.typed("tanh" + fork, "Tanh", DataType.DT_FLOAT, last));
      graph.addNode(
          HandMadeModel.typed(
              "sum" + fork, "AddV2", DataType.DT_FLOAT, "sin" + fork, "tanh" + fork));
      last = "mean" + fork;
      graph.addNode(HandMadeModel.typed(last, "Mul", DataType.DT_FLOAT, "sum" + fork, "half"));
    }
    return last;
  }

  private static TensorInfo tensor(String name) {
    return TensorInfo.newBuilder()
        .setName(name)
        .setDtype(DataType.DT_FLOAT)
        .setTensorShape(HandMadeModel.shape(-1))
        .build();
  }
}
