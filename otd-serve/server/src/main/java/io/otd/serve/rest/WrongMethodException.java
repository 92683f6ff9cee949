// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

/** An existing path, requested with a method that it does not support. */
final class WrongMethodException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String expected;

  /**
   * The failure.
   *
   * @param expected the method of the path
   */
  WrongMethodException(String expected) {
    super("method (expected: %s)".formatted(expected));
    this.expected = expected;
  }

  /** The method of the path. */
  String expected() {
    return expected;
  }
}
