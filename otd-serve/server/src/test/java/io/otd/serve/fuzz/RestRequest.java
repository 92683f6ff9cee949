// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A request as sent over the wire, valid or not.
 *
 * @param headers header lines without line ends; the content length is added unless present
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RestRequest(String method, String target, List<String> headers, byte[] body) {
  static RestRequest get(String target) {
    return new RestRequest("GET", target, List.of(), new byte[0]);
  }

  static RestRequest post(String target, String body) {
    return new RestRequest("POST", target, List.of(), body.getBytes(StandardCharsets.UTF_8));
  }

  RestRequest to(String newTarget) {
    return new RestRequest(method, newTarget, headers, body);
  }

  RestRequest by(String newMethod) {
    return new RestRequest(newMethod, target, headers, body);
  }

  RestRequest carrying(byte[] newBody) {
    return new RestRequest(method, target, headers, newBody);
  }

  RestRequest with(String... more) {
    List<String> all = new ArrayList<>(headers);
    all.addAll(List.of(more));
    return new RestRequest(method, target, all, body);
  }

  /** The bytes of HTTP/1.1, on a connection that the server closes. */
  byte[] bytes() {
    StringBuilder head = new StringBuilder();
    head.append(
        "%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n".formatted(method, target));
    headers.forEach(header -> head.append(header).append("\r\n"));
    boolean told =
        headers.stream()
            .anyMatch(
                h ->
                    h.regionMatches(true, 0, "content-length", 0, 14)
                        || h.regionMatches(true, 0, "transfer-encoding", 0, 17));
    if (!told && body.length > 0) {
      head.append("Content-Length: %d\r\n".formatted(body.length));
    }
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
    out.writeBytes(body);
    return out.toByteArray();
  }

  /** Whether the API answers it, unless it is rejected before it reaches the API. */
  boolean isOfApi() {
    return target.startsWith("/v1/");
  }
}
