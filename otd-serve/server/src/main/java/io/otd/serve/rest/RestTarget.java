// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.serve.registry.ModelReference;

/** What a request asks for. */
record RestTarget(RestCall call, ModelReference model) {
  /** Stands for all models. */
  static final ModelReference ALL = ModelReference.latest("");
}
