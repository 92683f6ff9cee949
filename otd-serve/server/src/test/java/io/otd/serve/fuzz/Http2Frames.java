// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** HTTP/2, byte by byte. */
final class Http2Frames {
  static final int DATA = 0;
  static final int HEADERS = 1;
  static final int RST_STREAM = 3;
  static final int SETTINGS = 4;
  static final int PING = 6;
  static final int GOAWAY = 7;
  static final int WINDOW_UPDATE = 8;
  static final int CONTINUATION = 9;
  static final int END_HEADERS = 4;

  /** A setting: how much of a reply a client takes before it says more. */
  static final int INITIAL_WINDOW = 4;

  private static final int END_STREAM = 1;
  private static final byte[] PREFACE =
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private Http2Frames() {}

  /** A connection with one call. */
  static byte[] call(String method, byte[] message) {
    ByteArrayOutputStream bytes = begin();
    bytes.writeBytes(open(1, method));
    bytes.writeBytes(data(1, true, message));
    return bytes.toByteArray();
  }

  /** The headers of a call. */
  static byte[] open(int stream, String method) {
    return frame(HEADERS, END_HEADERS, stream, head("/" + method, "application/grpc"));
  }

  /** A part of the messages of a call. */
  static byte[] data(int stream, boolean last, byte[] bytes) {
    return frame(DATA, last ? END_STREAM : 0, stream, bytes);
  }

  /** A frame that was received. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Frame(int type, int flags, int stream, byte[] payload) {}

  /** All frames in what a server has sent; the last may be cut. */
  static List<Frame> read(byte[] bytes) {
    List<Frame> frames = new ArrayList<>();
    ByteBuffer left = ByteBuffer.wrap(bytes);
    while (left.remaining() >= 9) {
      int sizeAndType = left.getInt();
      int flags = left.get();
      int stream = left.getInt();
      byte[] payload = new byte[Math.min(sizeAndType >>> 8, left.remaining())];
      left.get(payload);
      frames.add(new Frame(sizeAndType & 0xff, flags, stream, payload));
    }
    return frames;
  }

  /** A connection up to the first request. */
  static ByteArrayOutputStream begin() {
    return begun(new byte[0]);
  }

  /** The same, with a setting of the client. */
  static ByteArrayOutputStream begin(int setting, int value) {
    return begun(ByteBuffer.allocate(6).putShort((short) setting).putInt(value).array());
  }

  private static ByteArrayOutputStream begun(byte[] settings) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.writeBytes(PREFACE);
    bytes.writeBytes(frame(SETTINGS, 0, 0, settings));
    return bytes;
  }

  /** A connection with frames of any type and content. */
  static byte[] noise(SplittableRandom random) {
    ByteArrayOutputStream bytes = begin();
    for (int i = random.nextInt(1, 30); i > 0; i--) {
      byte[] payload = Bytes.random(random.nextInt(40), random);
      bytes.writeBytes(
          frame(random.nextInt(12), random.nextInt(256), random.nextInt(4) * 2 - 1, payload));
    }
    return bytes.toByteArray();
  }

  static byte[] frame(int type, int flags, int stream, byte[] payload) {
    ByteArrayOutputStream frame = new ByteArrayOutputStream();
    int n = payload.length;
    frame.writeBytes(
        new byte[] {(byte) (n >> 16), (byte) (n >> 8), (byte) n, (byte) type, (byte) flags});
    frame.writeBytes(
        new byte[] {
          (byte) (stream >> 24), (byte) (stream >> 16), (byte) (stream >> 8), (byte) stream
        });
    frame.writeBytes(payload);
    return frame.toByteArray();
  }

  /** The headers of a POST, without compression. */
  static byte[] head(String path, String type) {
    ByteArrayOutputStream head = new ByteArrayOutputStream();
    literal(head, ":method", "POST");
    literal(head, ":scheme", "http");
    literal(head, ":path", path);
    literal(head, ":authority", "localhost");
    literal(head, "content-type", type);
    literal(head, "te", "trailers");
    return head.toByteArray();
  }

  private static void literal(ByteArrayOutputStream to, String name, String value) {
    to.write(0);
    text(to, name);
    text(to, value);
  }

  private static void text(ByteArrayOutputStream to, String text) {
    to.write(text.length()); // below 127 all
    to.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
  }
}
