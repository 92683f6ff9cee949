// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

/** A body that has more bytes than are taken. */
final class BodyTooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final long limit;

  /**
   * The failure.
   *
   * @param limit bytes that are taken
   */
  BodyTooLargeException(long limit) {
    super("body");
    this.limit = limit;
  }

  /** Maximum number of bytes. */
  long limit() {
    return limit;
  }
}
