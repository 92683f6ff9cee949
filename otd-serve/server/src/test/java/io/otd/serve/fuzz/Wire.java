// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A connection that sends exactly the given bytes. */
final class Wire implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 60_000;
  private static final int PATIENCE_MILLIS = 300;
  private static final Pattern HEAD =
      Pattern.compile("HTTP/1\\.[01] ([0-9]{3})[^\r\n]*\r\n((?:[^\r\n]+\r\n)*)\r\n");

  private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *([0-9]+)");

  private final Socket socket;

  /** Bytes read ahead, to see whether there is something to read. */
  private final ByteArrayOutputStream said = new ByteArrayOutputStream();

  Wire(int port) throws IOException {
    this(new Socket(), port);
  }

  private Wire(Socket socket, int port) throws IOException {
    this.socket = socket;
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
  }

  /** One with a small receive buffer. */
  @SuppressWarnings("AddressSelection") // the loopback address
  static Wire narrow(int port) throws IOException {
    Socket socket = new Socket();
    socket.setReceiveBufferSize(4096);
    return new Wire(socket, port);
  }

  /**
   * One reply.
   *
   * @param body as it is on the wire, up to the next reply or the end
   */
  record Reply(int status, String headers, String body) {}

  /** Sends; it is not an error if the server has closed the connection meanwhile. */
  Wire send(byte[] bytes) {
    try {
      socket.getOutputStream().write(bytes);
      socket.getOutputStream().flush();
    } catch (IOException e) {
      // Earlier output of the server is read below.
    }
    return this;
  }

  /**
   * Sends the same bytes repeatedly, until none has been accepted for a while.
   *
   * @return number of bytes sent, at most about {@code most}
   */
  long sendWhileTaken(byte[] bytes, long most) throws Exception {
    AtomicLong sent = new AtomicLong();
    Thread sender =
        new Thread(
            () -> {
              try {
                while (sent.get() < most) {
                  socket.getOutputStream().write(bytes);
                  sent.addAndGet(bytes.length);
                }
              } catch (IOException e) {
                // The connection is closed below.
              }
            });
    sender.start();
    long before = -1;
    while (sender.isAlive() && sent.get() != before) {
      before = sent.get();
      sender.join(1000);
    }
    socket.close();
    sender.join();
    return sent.get();
  }

  /** Whether the server has closed the connection; its earlier output can still be read. */
  boolean isClosed() throws IOException {
    socket.setSoTimeout(1);
    try {
      int next = socket.getInputStream().read();
      if (next >= 0) {
        said.write(next);
      }
      return next < 0;
    } catch (SocketTimeoutException e) {
      return false;
    } catch (SocketException e) {
      return true;
    } finally {
      socket.setSoTimeout(TIMEOUT_MILLIS);
    }
  }

  /** Ends the output. */
  Wire finish() {
    try {
      socket.shutdownOutput();
    } catch (IOException e) {
      // Already closed.
    }
    return this;
  }

  /**
   * All bytes that come until the server closes the connection.
   *
   * @throws IOException if it does not
   */
  byte[] toTheEnd() throws IOException {
    ByteArrayOutputStream all = said;
    byte[] some = new byte[1 << 16];
    try {
      InputStream in = socket.getInputStream();
      for (int n = in.read(some); n >= 0; n = in.read(some)) {
        all.write(some, 0, n);
      }
    } catch (SocketException e) {
      // Reset, because the server did not read all bytes.
    }
    return all.toByteArray();
  }

  /**
   * All bytes that have come, once they are enough.
   *
   * @throws EOFException if the connection ends before
   */
  byte[] until(Predicate<byte[]> enough) throws IOException {
    byte[] some = new byte[1 << 16];
    while (!enough.test(said.toByteArray())) {
      int n = socket.getInputStream().read(some);
      if (n < 0) {
        throw new EOFException("the connection ended after %s bytes".formatted(said.size()));
      }
      said.write(some, 0, n);
    }
    return said.toByteArray();
  }

  /**
   * All replies; if the server waits for more of a request, nothing more is sent.
   *
   * @throws IOException if it does not close the connection even then
   */
  List<Reply> repliesOrNone() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    socket.setSoTimeout(PATIENCE_MILLIS);
    try {
      int first = socket.getInputStream().read();
      if (first < 0) {
        return List.of();
      }
      all.write(first);
    } catch (SocketTimeoutException e) {
      finish();
    } catch (SocketException e) {
      return List.of();
    }
    byte[] some = new byte[1 << 16];
    try {
      InputStream in = socket.getInputStream();
      int n = read(in, some);
      while (n >= 0) {
        all.write(some, 0, n);
        n = isLast(all) ? -1 : read(in, some);
      }
    } catch (SocketException e) {
      // Reset, because the server did not read all bytes.
    }
    return replies(all.toByteArray());
  }

  /** The bytes that come next, at least one. */
  String next() throws IOException {
    byte[] some = new byte[1 << 16];
    int n = socket.getInputStream().read(some);
    if (n < 0) {
      throw new EOFException("the connection ended");
    }
    return new String(some, 0, n, StandardCharsets.ISO_8859_1);
  }

  /** The next reply, whose length is in its headers; the connection stays open. */
  Reply reply() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] some = new byte[1 << 16];
    int needed = 0; // A large reply comes in thousands of pieces: it is parsed twice, not for each.
    for (int n = socket.getInputStream().read(some);
        n >= 0;
        n = socket.getInputStream().read(some)) {
      all.write(some, 0, n);
      List<Reply> replies = all.size() < needed ? List.of() : replies(all.toByteArray());
      if (!replies.isEmpty()) {
        int missing = missing(replies.get(0));
        if (missing == 0) {
          return replies.get(0);
        }
        needed = all.size() + missing;
      }
    }
    throw new EOFException("the connection ended in a reply: " + all);
  }

  private static boolean isComplete(Reply reply) {
    return missing(reply) == 0;
  }

  /** Bytes still to come; one if the reply does not tell its length. */
  private static int missing(Reply reply) {
    Matcher length = LENGTH.matcher(reply.headers());
    return length.find() ? Integer.parseInt(length.group(1)) - reply.body().length() : 1;
  }

  /**
   * All replies up to the one that the server marks as its last.
   *
   * @throws IOException if it does not come
   */
  List<Reply> repliesToTheLast() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] some = new byte[1 << 16];
    InputStream in = socket.getInputStream();
    int n = in.read(some);
    while (n >= 0) {
      all.write(some, 0, n);
      n = isLast(all) ? -1 : in.read(some);
    }
    return replies(all.toByteArray());
  }

  /** Whether the server marked this reply as its last, and it is complete. */
  private static boolean isLast(ByteArrayOutputStream all) {
    List<Reply> replies = replies(all.toByteArray());
    if (replies.isEmpty()) {
      return false;
    }
    Reply last = replies.get(replies.size() - 1);
    return last.headers().contains("connection: close") && isComplete(last);
  }

  private int read(InputStream in, byte[] some) throws IOException {
    try {
      return in.read(some);
    } catch (SocketTimeoutException e) {
      finish();
      socket.setSoTimeout(TIMEOUT_MILLIS);
      return in.read(some);
    }
  }

  /** All replies until the server closes the connection. */
  List<Reply> replies() throws IOException {
    return replies(toTheEnd());
  }

  static List<Reply> replies(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    List<Reply> replies = new ArrayList<>();
    Matcher head = HEAD.matcher(text);
    int at = 0;
    while (head.find(at)) {
      int status = Integer.parseInt(head.group(1));
      String headers = head.group(2);
      int from = head.end();
      Matcher length = LENGTH.matcher(headers);
      int to = status < 200 ? from : text.length();
      if (length.find()) {
        to = Math.min(text.length(), from + Integer.parseInt(length.group(1)));
      }
      replies.add(new Reply(status, headers, text.substring(from, to)));
      at = to;
    }
    return replies;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
