// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import static io.otd.serve.fuzz.JsonMutations.pick;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;

/** Changes to the HTTP headers that describe a body. */
final class HttpMutations {
  private static final List<String> METHODS =
      List.of(
          "GET",
          "POST",
          "PUT",
          "HEAD",
          "DELETE",
          "PATCH",
          "OPTIONS",
          "TRACE",
          "CONNECT",
          "FOO",
          "post",
          "P\u00d6ST",
          "A".repeat(3000),
          "GET GET");
  private static final List<String> TARGETS =
      List.of(
          "/v1/models/../../etc/passwd",
          "/v1/models/%2e%2e/%2e%2e/etc/passwd:predict",
          "/v1/models/..%2f..%2fetc:predict",
          "/v1/models/tiny/versions/../1",
          "/v1/models/tiny/versions/99999999999999999999",
          "/v1/models/tiny/versions/-1",
          "/v1/models/tiny/versions/1:predict",
          "/v1/models/tiny/versions/0:predict",
          "/v1/models/tiny/labels/none",
          "/v1/models/tiny/labels/%ff%fe:predict",
          "/v1/models/%00",
          "/v1/models/%0a:predict",
          "/v1/models/%zz:predict",
          "/v1/models/%",
          "/v1/models/tiny%2:predict",
          "/v1/models/t\u00ffny:predict",
          "/v1/models/tiny:predict?x=y",
          "/v1/models/tiny:predict?",
          "/v1/models/tiny:predict#x",
          "/v1/models/tiny:Predict",
          "/v1/models/tiny:no",
          "/v1/models/tiny::predict",
          "/v1/models/tiny:predict/",
          "/v1/models//tiny:predict",
          "//v1/models/tiny:predict",
          "/v1/models/tiny;x:predict",
          "/V1/MODELS/tiny",
          "/v1",
          "/v1/",
          "/v1/models/",
          "/v1/models/tiny/metadata",
          "/v1/models/tiny:schema",
          "/v1/models/tiny:distribution",
          "/",
          "*",
          "x",
          "",
          "http://elsewhere/v1/models/tiny",
          "http://[::/v1",
          "https://",
          "/health/live",
          "/health/ready",
          "/metrics",
          "/openapi.json",
          "/favicon.ico",
          "/page.css",
          "/v1/models/" + "a".repeat(3000) + ":predict",
          "/v1/models/" + "%41".repeat(3000),
          "/" + "../".repeat(200) + "etc/passwd",
          "/v1/models/tiny HTTP/1.1\r\nX: y\r\n\r\nGET /",
          "/v1/models/tiny\u0000:predict",
          "/v1/models/ tiny",
          "/\\..\\..\\",
          "/v1/models/$%7Bx%7D");
  private static final List<String> HEADERS =
      List.of(
          "Content-Type: text/plain",
          "Content-Type: application/grpc",
          "Content-Type: \u00ff",
          "Content-Type: application/json; charset=utf-16",
          "Content-Type: ;;;",
          "Content-Type: multipart/form-data; boundary=x",
          "Content-Encoding: gzip",
          "Content-Encoding: br",
          "Content-Encoding: gzip, gzip",
          "Content-Encoding: identity",
          "Content-Encoding:",
          "Accept: application/x-npy",
          "Accept: ;;q=\u00e4",
          "Accept-Encoding: gzip",
          "Expect: 100-continue",
          "Expect: tea",
          "Host: other",
          "Host:",
          "Origin: null",
          "Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__",
          "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x",
          "Forwarded: for=\"[::\"",
          "Forwarded: for=_x;by=1.2.3.4:99999",
          "X-Forwarded-For: \u00ff,,,",
          "X-Forwarded-For: 999.1.2.3:-5",
          "X-Forwarded-Proto: x",
          "X-Forwarded-Host: \u0001",
          "No-Colon",
          ": empty",
          "Bad Name: x",
          "Folded: a\r\n b",
          "Nul: a\u0000b",
          "Cr: a\rb",
          "Long: " + "x".repeat(20_000),
          "TE: trailers",
          "Trailer: Content-Length",
          "Transfer-Encoding: chunked",
          "Transfer-Encoding: gzip, chunked",
          "Transfer-Encoding: identity",
          "Content-Length: 0",
          "Content-Length: 1",
          "Content-Length: 10",
          "Content-Length: -1",
          "Content-Length: 0x10",
          "Content-Length: 1000000",
          "Content-Length: 99999999999",
          "Content-Length: 9223372036854775808",
          "Content-Length: 5\r\nContent-Length: 6",
          "Content-Length: 5, 5",
          "Content-Length:",
          "Content-Length: 5\r\nTransfer-Encoding: chunked",
          "Connection: keep-alive",
          "Connection: x",
          "Proxy-Connection: close",
          "Range: bytes=0-0",
          "If-None-Match: *",
          "Cookie: " + "a=b; ".repeat(500),
          "grpc-timeout: 1n",
          "traceparent: 00-\u00ff",
          "Authorization: Basic \u00ff",
          "x-api-key: \u00ff");

  private final byte[] bomb;

  /**
   * Mutations with compressed bodies that unpack to this size, which exceeds the server's limit.
   */
  HttpMutations(int large) {
    bomb = gzip(new byte[large]);
  }

  RestRequest mutated(RestRequest request, SplittableRandom random) {
    RestRequest result = request;
    for (int i = random.nextInt(1, 3); i > 0; i--) {
      result = once(result, random);
    }
    return result;
  }

  private RestRequest once(RestRequest request, SplittableRandom random) {
    return switch (random.nextInt(9)) {
      case 0 -> request.by(pick(METHODS, random));
      case 1 -> request.to(pick(TARGETS, random));
      case 2 ->
          request.to(
              latin(Bytes.mutated(request.target().getBytes(StandardCharsets.UTF_8), random)));
      case 3 -> request.carrying(gzip(request.body())).with("Content-Encoding: gzip");
      case 4 ->
          request
              .carrying(Bytes.mutated(gzip(request.body()), random))
              .with("Content-Encoding: gzip");
      case 5 ->
          random.nextInt(4) == 0
              ? request.carrying(bomb).with("Content-Encoding: gzip")
              : chunked(request, random);
      default -> request.with(pick(HEADERS, random));
    };
  }

  private static RestRequest chunked(RestRequest request, SplittableRandom random) {
    ByteArrayOutputStream chunks = new ByteArrayOutputStream();
    byte[] body = request.body();
    for (int at = 0; at < body.length; ) {
      int n = Math.min(body.length - at, random.nextInt(1, 1 + body.length));
      String size = Integer.toHexString(random.nextInt(10) == 0 ? n + random.nextInt(-1, 2) : n);
      String extension = random.nextInt(10) == 0 ? ";x=\"\r" : "";
      chunks.writeBytes((size + extension + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
      chunks.write(body, at, n);
      chunks.writeBytes("\r\n".getBytes(StandardCharsets.ISO_8859_1));
      at += n;
    }
    chunks.writeBytes("0\r\n".getBytes(StandardCharsets.ISO_8859_1));
    if (random.nextInt(5) == 0) {
      chunks.writeBytes(
          "Trailer: x\r\nContent-Length: 5\r\n".getBytes(StandardCharsets.ISO_8859_1));
    }
    chunks.writeBytes("\r\n".getBytes(StandardCharsets.ISO_8859_1));
    return request.carrying(chunks.toByteArray()).with("Transfer-Encoding: chunked");
  }

  private static String latin(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  static byte[] gzip(byte[] plain) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream stream = new GZIPOutputStream(packed)) {
      stream.write(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }
}
