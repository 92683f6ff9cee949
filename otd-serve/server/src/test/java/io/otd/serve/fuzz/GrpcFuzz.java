// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static io.otd.serve.fuzz.JsonMutations.pick;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import com.google.protobuf.Message;
import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.UnprocessedRequestException;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.AggregatedHttpResponse;
import com.linecorp.armeria.common.ClosedSessionException;
import com.linecorp.armeria.common.HttpData;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.common.HttpRequestWriter;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.common.RequestHeaders;
import com.linecorp.armeria.common.RequestHeadersBuilder;
import com.linecorp.armeria.common.stream.ClosedStreamException;
import io.grpc.Status;
import io.otd.core.internal.savedmodel.proto.PredictRequest;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/** Calls to the gRPC port with one or more faults. */
final class GrpcFuzz implements AutoCloseable {
  private static final Set<Status.Code> FAULTS =
      Set.of(Status.Code.INTERNAL, Status.Code.UNKNOWN, Status.Code.DATA_LOSS);
  private static final Pattern WEB_STATUS = Pattern.compile("grpc-status: ?([0-9]+)");
  private static final String TEXT = "application/grpc-web-text";
  private static final byte[] BOMB = HttpMutations.gzip(new byte[20 << 20]);
  private static final List<Long> SIZES =
      List.of(
          -1L,
          0L,
          1L,
          2L,
          3L,
          255L,
          65_536L,
          1L << 20,
          (1L << 31) - 1,
          1L << 31,
          1L << 40,
          1L << 62,
          Long.MAX_VALUE,
          Long.MIN_VALUE);
  private static final List<Integer> RANKS = List.of(0, 1, 2, 3, 8, 64, 65, 253, 254, 255, 1000);
  private static final List<String> PATHS =
      List.of(
          "/tensorflow.serving.PredictionService/Nothing",
          "/x.Y/Z",
          "/",
          "/tensorflow.serving",
          "/tensorflow.serving.PredictionService/predict",
          "/tensorflow.serving.PredictionService/",
          "/grpc.health.v1.Health/Check",
          "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
          "/tensorflow.serving.SessionService/SessionRun",
          "/%2e%2e/x",
          "/a".repeat(2000));
  private static final List<String> HEADERS =
      List.of(
          "content-type",
          "application/grpc+json",
          "content-type",
          "application/json",
          "content-type",
          "application/grpc-web",
          "content-type",
          TEXT,
          "content-type",
          "text/html",
          "grpc-encoding",
          "gzip",
          "grpc-encoding",
          "br",
          "grpc-encoding",
          "identity",
          "grpc-timeout",
          "1n",
          "grpc-timeout",
          "0S",
          "grpc-timeout",
          "-1S",
          "grpc-timeout",
          "99999999999H",
          "grpc-timeout",
          "x",
          "grpc-accept-encoding",
          "gzip",
          "grpc-accept-encoding",
          "nothing",
          "x-bin",
          "%%%",
          "x-bin",
          "AAA",
          "x-meta",
          "v".repeat(5000),
          "x-meta",
          "v".repeat(50_000),
          "te",
          "gzip",
          "user-agent",
          "\u00ff",
          "grpc-status",
          "13",
          "content-length",
          "5",
          "grpc-previous-rpc-attempts",
          "-1",
          "x-api-key",
          "none");

  private final ClientFactory clients = ClientFactory.builder().useHttp2Preface(true).build();
  private final ClientFactory cancelling =
      ClientFactory.builder().useHttp2Preface(true).maxNumRequestsPerConnection(50).build();
  private final WebClient web;
  private final WebClient leaving;
  private final List<GrpcSeeds.Call> seeds;
  private final int port;

  GrpcFuzz(int port, List<GrpcSeeds.Call> seeds) {
    this.port = port;
    this.seeds = seeds;
    web = client(clients);
    leaving = client(cancelling);
  }

  private WebClient client(ClientFactory factory) {
    return WebClient.builder("h2c://127.0.0.1:" + port)
        .factory(factory)
        .responseTimeoutMillis(60_000)
        .maxResponseLength(0)
        .build();
  }

  void run(SplittableRandom random) throws Exception {
    GrpcSeeds.Call call = pick(seeds, random);
    byte[] message = call.request().toByteArray();
    switch (random.nextInt(10)) {
      case 0, 1 -> ask(headers(call.method()), framed(Bytes.mutated(message, random)));
      case 2, 3, 4 -> {
        Message wrong = lying(call.request(), random);
        ask(headers(call.method()), framed(wrong.toByteArray()));
      }
      case 5 -> ask(headers(call.method()), Bytes.mutated(framed(message), random));
      case 6 -> ask(headers(call.method()), misframed(message, random));
      case 7 -> {
        RequestHeadersBuilder headers = headers(call.method()).toBuilder();
        int at = 2 * random.nextInt(HEADERS.size() / 2);
        headers.set(HEADERS.get(at), HEADERS.get(at + 1));
        if (random.nextInt(3) == 0) {
          headers.path(pick(PATHS, random));
        }
        if (random.nextInt(6) == 0) {
          headers.method(pick(List.of(HttpMethod.GET, HttpMethod.PUT, HttpMethod.OPTIONS), random));
        }
        ask(headers.build(), framed(message));
      }
      case 8 -> leave(headers(call.method()), framed(message), random);
      default -> disturb(call, random);
    }
  }

  static RequestHeaders headers(String method) {
    return RequestHeaders.of(
        HttpMethod.POST, "/" + method, "content-type", "application/grpc", "te", "trailers");
  }

  static byte[] framed(byte[] message) {
    return framed(0, message.length, message);
  }

  private static byte[] framed(int flag, int length, byte[] message) {
    return ByteBuffer.allocate(5 + message.length)
        .put((byte) flag)
        .putInt(length)
        .put(message)
        .array();
  }

  private static byte[] misframed(byte[] message, SplittableRandom random) {
    int n = message.length;
    return switch (random.nextInt(7)) {
      case 0 -> framed(1, n, message);
      case 1 -> framed(random.nextInt(256), n, message);
      case 2 ->
          framed(
              0,
              pick(List.of(0, 1, n - 1, n + 1, 1 << 21, Integer.MAX_VALUE, -1), random),
              message);
      case 3 -> Bytes.inserted(framed(message), 0, framed(message)); // two messages
      case 4 -> new byte[0];
      case 5 -> {
        byte[] packed = random.nextBoolean() ? BOMB : HttpMutations.gzip(message);
        yield framed(1, packed.length, packed);
      }
      default ->
          Bytes.inserted(framed(message), 5 + n, Bytes.random(random.nextInt(1, 10), random));
    };
  }

  /** A tensor that contradicts its declaration, among the inputs of a request. */
  private static Message lying(Message seed, SplittableRandom random) {
    PredictRequest.Builder request =
        seed instanceof PredictRequest predict
            ? predict.toBuilder()
            : ((PredictRequest)
                    GrpcSeeds.predict("matmul", "a", GrpcSeeds.tensor(DataType.DT_FLOAT, 1, 1))
                        .request())
                .toBuilder().putInputs("b", GrpcSeeds.tensor(DataType.DT_FLOAT, 1, 1));
    for (String name : List.copyOf(request.getInputsMap().keySet())) {
      if (random.nextInt(4) > 0) {
        request.putInputs(name, lying(request.getInputsOrThrow(name), random));
      }
    }
    if (random.nextInt(6) == 0) {
      request.putInputs("more" + random.nextInt(3), GrpcSeeds.tensor(DataType.DT_FLOAT, 1 << 17));
    }
    if (random.nextInt(8) == 0) {
      request.addOutputFilter(pick(List.of("y", "out", "", "x", "\u00e9"), random));
    }
    if (random.nextInt(8) == 0) {
      request.getModelSpecBuilder().getVersionBuilder().setValue(pick(SIZES, random));
    }
    return request.build();
  }

  private static TensorProto lying(TensorProto seed, SplittableRandom random) {
    TensorProto.Builder tensor = seed.toBuilder();
    for (int i = random.nextInt(1, 3); i > 0; i--) {
      switch (random.nextInt(7)) {
        case 0 -> {
          tensor.getTensorShapeBuilder().clearDim();
          for (int k = pick(RANKS, random); k > 0; k--) {
            long size = random.nextInt(3) == 0 ? pick(SIZES, random) : 1;
            tensor.getTensorShapeBuilder().addDim(TensorShapeProto.Dim.newBuilder().setSize(size));
          }
        }
        case 1 -> tensor.setDtypeValue(random.nextInt(-2, 140));
        case 2 ->
            tensor.setTensorContent(
                ByteString.copyFrom(Bytes.random(random.nextInt(1, 40), random)));
        case 3 -> tensor.getTensorShapeBuilder().setUnknownRank(true);
        case 4 -> {
          tensor.addFloatVal(Float.NaN).addIntVal(Integer.MIN_VALUE).addHalfVal(1 << 20);
          tensor.addStringVal(ByteString.copyFrom(Bytes.random(30, random))).addBoolVal(true);
        }
        case 5 -> tensor.clearFloatVal().setVersionNumber(-1);
        default -> {
          if (tensor.getTensorShape().getDimCount() > 0) {
            tensor.getTensorShapeBuilder().getDimBuilder(0).setSize(pick(SIZES, random));
          }
        }
      }
    }
    return tensor.build();
  }

  private void ask(RequestHeaders headers, byte[] body) throws Exception {
    AggregatedHttpResponse reply;
    try {
      reply = web.execute(headers, HttpData.wrap(body)).aggregate().get(60, TimeUnit.SECONDS);
    } catch (ExecutionException | CompletionException e) {
      // The server resets streams that violate HTTP/2 or its limit on headers.
      assertThat(e.getCause())
          .isInstanceOfAny(
              ClosedStreamException.class,
              ClosedSessionException.class,
              UnprocessedRequestException.class);
      return;
    }
    check(headers, reply);
  }

  private static void check(RequestHeaders headers, AggregatedHttpResponse reply) {
    String status = status(reply);
    String all = headers + " -> " + reply.headers() + reply.trailers();
    assertThat(reply.status().code()).as(all).isLessThan(500);
    if (!status.isEmpty()) {
      assertThat(FAULTS)
          .as(all)
          .doesNotContain(Status.fromCodeValue(Integer.parseInt(status)).getCode());
    } else if (!TEXT.equals(headers.get("content-type"))) { // There it is in base64.
      assertThat(reply.status().code()).as(all).isGreaterThanOrEqualTo(400);
    }
  }

  /**
   * In the trailers, in the headers of a trailers-only response, or, with gRPC-Web, in the body.
   */
  private static String status(AggregatedHttpResponse reply) {
    Matcher inside = WEB_STATUS.matcher(reply.contentAscii());
    return reply
        .trailers()
        .get(
            "grpc-status",
            reply.headers().get("grpc-status", inside.find() ? inside.group(1) : ""));
  }

  /** Disconnects in the middle of a call. */
  private void leave(RequestHeaders headers, byte[] body, SplittableRandom random) {
    HttpRequestWriter request = HttpRequest.streaming(headers);
    HttpResponse reply = leaving.execute(request);
    int part = random.nextInt(body.length + 1);
    request.write(HttpData.wrap(java.util.Arrays.copyOf(body, part)));
    switch (random.nextInt(3)) {
      case 0 -> request.abort();
      case 1 -> reply.abort();
      default -> {
        request.close();
        reply.abort();
      }
    }
  }

  /** Frames that no valid client sends. */
  private void disturb(GrpcSeeds.Call call, SplittableRandom random) throws Exception {
    byte[] message = framed(call.request().toByteArray());
    byte[] bytes = Http2Frames.call(call.method(), message);
    try (Wire wire = new Wire(port)) {
      wire.send(random.nextInt(4) == 0 ? Http2Frames.noise(random) : Bytes.mutated(bytes, random));
      if (random.nextBoolean()) {
        wire.repliesOrNone();
      }
    }
  }

  @Override
  public void close() {
    clients.close();
    cancelling.close();
  }
}
