// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.RequestHeaders;
import java.util.Locale;
import java.util.function.Supplier;

/** TensorFlow Serving's API v1, and what this server adds to it. */
final class ServingProtocol implements RestProtocol {
  private final RestPaths paths;
  private final RestCalls calls;

  ServingProtocol(RestPaths paths, RestCalls calls) {
    this.paths = paths;
    this.calls = calls;
  }

  @Override
  public String label() {
    return "v1";
  }

  @Override
  public String verb(String method, String path) {
    return paths.read(method, path).verb().name().toLowerCase(Locale.ROOT);
  }

  @Override
  public String method(String method, String path) {
    return paths.method(method, path);
  }

  @Override
  public RestReply answer(
      String method, String path, RequestHeaders headers, Supplier<byte[]> body) {
    RestPath read = paths.read(method, path);
    return calls.answer(read, body.get(), headers.get(HttpHeaderNames.ACCEPT, ""));
  }
}
