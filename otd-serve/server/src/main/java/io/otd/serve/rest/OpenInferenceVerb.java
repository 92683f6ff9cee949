// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

/** A request of the Open Inference Protocol. */
enum OpenInferenceVerb {
  /** {@code GET /v2}. */
  SERVER_METADATA("GET"),
  /** {@code GET /v2/models}, an addition of KServe's own server to the protocol. */
  MODELS("GET"),
  /** {@code GET /v2/models/NAME}. */
  MODEL_METADATA("GET"),
  /** {@code GET /v2/models/NAME/ready}. */
  MODEL_READY("GET"),
  /** {@code POST /v2/models/NAME/infer}. */
  INFER("POST"),
  /** {@code POST /v2/repository/index}. */
  REPOSITORY_INDEX("POST"),
  /** {@code POST /v2/repository/models/NAME/load}. */
  REPOSITORY_LOAD("POST"),
  /** {@code POST /v2/repository/models/NAME/unload}. */
  REPOSITORY_UNLOAD("POST");

  private final String method;

  OpenInferenceVerb(String method) {
    this.method = method;
  }

  /** The HTTP method of its requests. */
  String method() {
    return method;
  }
}
