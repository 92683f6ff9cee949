// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.serve.internal.status.StatusCode;
import java.util.Optional;

/** An existing path, requested with a method that it does not support. */
final class WrongMethodException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String expected;
  private final boolean malformed;

  private WrongMethodException(String expected, boolean malformed, String message) {
    super(message);
    this.expected = expected;
    this.malformed = malformed;
  }

  /**
   * The failure.
   *
   * @param expected the method of the path
   */
  WrongMethodException(String expected) {
    this(expected, false, Methods.refusal(expected));
  }

  /**
   * The failure for a path of TensorFlow Serving, which calls such a request malformed.
   *
   * @param expected the method of the path
   */
  static WrongMethodException malformed(String expected, String message) {
    return new WrongMethodException(expected, true, message);
  }

  /** The method of the path. */
  String expected() {
    return expected;
  }

  /** What the reply says of the request, if not that its method is not allowed. */
  Optional<StatusCode> code() {
    return malformed ? Optional.of(StatusCode.INVALID_ARGUMENT) : Optional.empty();
  }
}
