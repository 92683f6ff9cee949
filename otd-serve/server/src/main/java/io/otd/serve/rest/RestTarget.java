// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.serve.registry.ModelReference;

/** What a request asks for. */
record RestTarget(RestCall call, ModelReference model) {
  /** Stands for all models. */
  static final ModelReference ALL = ModelReference.latest("");

  /**
   * Itself.
   *
   * @throws WrongMethodException if its call has another method
   */
  RestTarget with(String method) {
    if (!call.method().equals(method)) {
      throw new WrongMethodException(call.method());
    }
    return this;
  }
}
