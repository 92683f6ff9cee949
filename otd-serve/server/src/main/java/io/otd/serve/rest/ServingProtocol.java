// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.HttpHeaderNames;

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
  public RestTarget read(String method, String path) {
    RestPath read = paths.read(method, path);
    return RestTarget.of(
        read.verb().name(),
        (headers, body) -> calls.answer(read, body.get(), headers.get(HttpHeaderNames.ACCEPT, "")));
  }

  @Override
  public String method(String method, String path) {
    return paths.method(method, path);
  }
}
