// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.TestSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tensorflow.proto.DataType;

/**
 * Clients that send frames which cost them little and could cost the server much, over HTTP/2 on
 * both ports. What the server uses stays the same, while they are connected and afterwards.
 */
@Tag("long")
class Http2FloodsTest {
  private static final Duration LONG = Duration.ofHours(1);

  /** What the server allows at a time on one connection; it says so in its SETTINGS. */
  private static final int STREAMS = 1000;

  private static final int MANY = 2000;

  /** More than the buffers of two systems hold. */
  private static final long MUCH = 128 << 20;

  private static final byte[] CANCEL = {0, 0, 0, 8};
  private static final int REFUSED_STREAM = 7;
  private static final int ENHANCE_YOUR_CALM = 11;
  private static final int FLOW_CONTROL_ERROR = 3;

  @TempDir Path scratch;
  private OtdServer server;

  /** A port, and a call that it answers. */
  @SuppressWarnings("ImmutableEnumChecker") // a stateless function, and bytes that nobody changes
  enum Port {
    GRPC(
        OtdServer::grpcPort,
        Http2Frames.head("/tensorflow.serving.PredictionService/Predict", "application/grpc"),
        GrpcFuzz.framed(
            GrpcSeeds.predict("", "x", GrpcSeeds.tensor(DataType.DT_FLOAT))
                .request()
                .toByteArray())),
    REST(
        OtdServer::restPort,
        Http2Frames.head("/v1/models/tiny:predict", "application/json"),
        "{\"instances\": [1.0, 2.0, 3.0]}".getBytes(StandardCharsets.US_ASCII));

    private final ToIntFunction<OtdServer> number;
    private final byte[] head;
    private final byte[] message;

    Port(ToIntFunction<OtdServer> number, byte[] head, byte[] message) {
      this.number = number;
      this.head = head;
      this.message = message;
    }

    Wire connect(OtdServer server) throws IOException {
      return new Wire(number.applyAsInt(server));
    }

    /** The headers of a call, whose message may follow. */
    byte[] begun(int stream) {
      return Http2Frames.frame(Http2Frames.HEADERS, Http2Frames.END_HEADERS, stream, head);
    }

    /** A whole call: the server answers it at once. */
    byte[] whole(int stream) {
      return joined(List.of(begun(stream), Http2Frames.data(stream, true, message)));
    }
  }

  private Footprint start(Duration transfer) throws IOException {
    server = FuzzedServer.tiny(scratch, s -> TestSettings.within(s, transfer, LONG));
    for (Port port : Port.values()) { // What the first connection loads is no leak.
      try (Wire wire = port.connect(server)) {
        wire.send(Http2Frames.begin().toByteArray()).send(port.whole(1));
        await(wire, Http2Frames.HEADERS, 1);
      }
    }
    return Footprint.now();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  /** The ids of the first streams of a client. */
  private static IntStream streams(int number) {
    return IntStream.range(0, number).map(i -> 2 * i + 1);
  }

  private static byte[] joined(List<byte[]> frames) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    frames.forEach(all::writeBytes);
    return all.toByteArray();
  }

  private static byte[] integer(int value) {
    return ByteBuffer.allocate(4).putInt(value).array();
  }

  /** The reason for which a server ends a connection. */
  private static int reason(Http2Frames.Frame goAway) {
    return ByteBuffer.wrap(goAway.payload()).getInt(4);
  }

  /** Reads until so many frames of a type have come. */
  private static List<Http2Frames.Frame> await(Wire wire, int type, int number) throws IOException {
    return frames(wire.until(bytes -> frames(bytes, type).size() >= number), type);
  }

  private static List<Http2Frames.Frame> frames(byte[] bytes, int type) {
    return Http2Frames.read(bytes).stream().filter(frame -> frame.type() == type).toList();
  }

  private static Http2Frames.Frame farewell(Wire wire) throws IOException {
    List<Http2Frames.Frame> all = frames(wire.toTheEnd(), Http2Frames.GOAWAY);
    assertThat(all).isNotEmpty();
    return all.get(all.size() - 1);
  }

  @ParameterizedTest
  @EnumSource
  void a_client_that_never_acknowledges_settings_has_no_more_calls_than_others(Port port)
      throws Exception {
    Footprint before = start(LONG);
    try (Wire wire = port.connect(server)) {
      wire.send(Http2Frames.begin().toByteArray());
      wire.send(joined(streams(MANY).mapToObj(port::begun).toList()));
      List<Http2Frames.Frame> refused = await(wire, Http2Frames.RST_STREAM, MANY - STREAMS);
      assertThat(refused).allMatch(f -> ByteBuffer.wrap(f.payload()).getInt() == REFUSED_STREAM);
      assertThat(refused).allMatch(f -> f.stream() > 2 * STREAMS);
      before.requireStill();
    }
    before.requireStill();
  }

  @ParameterizedTest
  @EnumSource
  void calls_that_are_reset_as_soon_as_they_begin_end_the_connection(Port port) throws Exception {
    Footprint before = start(LONG);
    try (Wire wire = port.connect(server)) {
      wire.send(Http2Frames.begin().toByteArray());
      for (int stream : streams(MANY).toArray()) {
        wire.send(port.begun(stream))
            .send(Http2Frames.frame(Http2Frames.RST_STREAM, 0, stream, CANCEL));
      }
      assertThat(reason(farewell(wire))).isEqualTo(ENHANCE_YOUR_CALM);
    }
    before.requireStill();
  }

  @ParameterizedTest
  @EnumSource
  void headers_that_are_continued_without_end_end_the_connection(Port port) throws Exception {
    Footprint before = start(LONG);
    for (int size : new int[] {0, 1, 4096}) {
      try (Wire wire = port.connect(server)) {
        byte[] more = Http2Frames.frame(Http2Frames.CONTINUATION, 0, 1, new byte[size]);
        wire.send(Http2Frames.begin().toByteArray());
        wire.send(Http2Frames.frame(Http2Frames.HEADERS, 0, 1, new byte[0]));
        for (int i = 0; i < MANY && !wire.isClosed(); i++) {
          wire.send(more);
        }
        farewell(wire);
      }
    }
    before.requireStill();
  }

  @ParameterizedTest
  @EnumSource
  void replies_for_which_a_client_leaves_no_window_are_dropped_in_time(Port port) throws Exception {
    Footprint before = start(Duration.ofMillis(500));
    try (Wire wire = port.connect(server)) {
      wire.send(Http2Frames.begin(Http2Frames.INITIAL_WINDOW, 0).toByteArray());
      wire.send(joined(streams(STREAMS).mapToObj(port::whole).toList()));
      wire.toTheEnd();
    }
    before.requireStill();
  }

  @ParameterizedTest
  @EnumSource
  void windows_that_grow_by_one_byte_at_a_time_cost_nothing(Port port) throws Exception {
    Footprint before = start(LONG);
    try (Wire wire = port.connect(server)) {
      wire.send(Http2Frames.begin(Http2Frames.INITIAL_WINDOW, 0).toByteArray());
      wire.send(joined(streams(STREAMS).mapToObj(port::whole).toList()));
      for (int round = 0; round < 10; round++) {
        wire.send(
            joined(
                streams(STREAMS)
                    .mapToObj(s -> Http2Frames.frame(Http2Frames.WINDOW_UPDATE, 0, s, integer(1)))
                    .toList()));
      }
      wire.send(Http2Frames.frame(Http2Frames.PING, 0, 0, new byte[8]));
      await(wire, Http2Frames.PING, 1);
      before.requireStill();
    }
    before.requireStill();
  }

  @ParameterizedTest
  @EnumSource
  void a_window_that_overflows_ends_the_connection(Port port) throws Exception {
    Footprint before = start(LONG);
    try (Wire wire = port.connect(server)) {
      wire.send(Http2Frames.begin().toByteArray());
      wire.send(Http2Frames.frame(Http2Frames.WINDOW_UPDATE, 0, 0, integer(Integer.MAX_VALUE)));
      assertThat(reason(farewell(wire))).isEqualTo(FLOW_CONTROL_ERROR);
    }
    before.requireStill();
  }

  /** Each frame of a kind is answered by one of the server, which no window holds back. */
  @ParameterizedTest
  @EnumSource
  void a_client_that_asks_without_reading_is_not_read(Port port) throws Exception {
    Footprint before = start(LONG);
    for (byte[] question :
        List.of(
            Http2Frames.frame(Http2Frames.PING, 0, 0, new byte[8]),
            Http2Frames.frame(Http2Frames.SETTINGS, 0, 0, new byte[0]))) {
      try (Wire wire = port.connect(server)) {
        wire.send(Http2Frames.begin().toByteArray());
        byte[] many = joined(IntStream.range(0, MANY).mapToObj(i -> question).toList());
        assertThat(wire.sendWhileTaken(many, MUCH)).isLessThan(MUCH);
      }
    }
    before.requireStill();
  }
}
