package io.otd.serve.rest;

/** A body that has more bytes than are taken. */
final class BodyTooLargeException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BodyTooLargeException() {
    super("body");
  }
}
