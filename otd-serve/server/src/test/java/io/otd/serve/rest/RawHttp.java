// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** HTTP/1.1 over a socket: sends exactly the given bytes, where clients would correct them. */
final class RawHttp {
  private static final int TIMEOUT_MILLIS = 60_000;

  private RawHttp() {}

  /**
   * A reply.
   *
   * @param headers by lower-case name
   */
  record Reply(int status, Map<String, String> headers, byte[] body) {
    String text() {
      return new String(body, StandardCharsets.UTF_8);
    }

    String header(String name) {
      return headers.getOrDefault(name.toLowerCase(Locale.ROOT), "");
    }
  }

  static Reply send(int port, String method, String path, Map<String, String> headers, byte[] body)
      throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      StringBuilder head =
          new StringBuilder("%s %s HTTP/1.1\r\nHost: localhost\r\n".formatted(method, path));
      headers.forEach((name, value) -> head.append("%s: %s\r\n".formatted(name, value)));
      if (body.length > 0 || method.startsWith("P")) {
        head.append("Content-Length: %d\r\n".formatted(body.length));
      }
      OutputStream out = socket.getOutputStream();
      out.write(
          head.append("Connection: close\r\n\r\n").toString().getBytes(StandardCharsets.UTF_8));
      out.write(body);
      out.flush();
      return read(new BufferedInputStream(socket.getInputStream()));
    }
  }

  private static Reply read(InputStream in) throws IOException {
    int status = Integer.parseInt(line(in).split(" ", -1)[1]);
    Map<String, String> headers = new LinkedHashMap<>();
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    String length = headers.get("content-length");
    byte[] body =
        "chunked".equals(headers.get("transfer-encoding"))
            ? chunks(in)
            : length == null ? in.readAllBytes() : in.readNBytes(Integer.parseInt(length));
    return new Reply(status, headers, body);
  }

  private static byte[] chunks(InputStream in) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    for (int size = Integer.parseInt(line(in), 16);
        size > 0;
        size = Integer.parseInt(line(in), 16)) {
      body.write(in.readNBytes(size));
      line(in);
    }
    return body.toByteArray();
  }

  private static String line(InputStream in) throws IOException {
    ByteArrayOutputStream line = new ByteArrayOutputStream();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new IOException("the reply ended in its head: " + line);
      }
      if (c != '\r') {
        line.write(c);
      }
    }
    return line.toString(StandardCharsets.UTF_8);
  }
}
