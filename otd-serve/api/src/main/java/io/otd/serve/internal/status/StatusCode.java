// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.status;

/** How a request ended: the codes of gRPC, each with the HTTP status that a REST reply has. */
public enum StatusCode {
  /** Success. */
  OK(0, 200),
  /** The client went away. */
  CANCELLED(1, 499),
  /** Nothing better is known. */
  UNKNOWN(2, 500),
  /** The request is invalid in any state of the server. */
  INVALID_ARGUMENT(3, 400),
  /** Not done in time. */
  DEADLINE_EXCEEDED(4, 504),
  /** No such thing. */
  NOT_FOUND(5, 404),
  /** It already exists. */
  ALREADY_EXISTS(6, 409),
  /** This caller may not. */
  PERMISSION_DENIED(7, 403),
  /** A limit was met. */
  RESOURCE_EXHAUSTED(8, 503),
  /** Not in this state. */
  FAILED_PRECONDITION(9, 400),
  /** Stopped before its end. */
  ABORTED(10, 409),
  /** Outside the range. */
  OUT_OF_RANGE(11, 400),
  /** Not offered. */
  UNIMPLEMENTED(12, 501),
  /** A fault of the server. */
  INTERNAL(13, 500),
  /** Not now; it may be tried again. */
  UNAVAILABLE(14, 503),
  /** Lost for good. */
  DATA_LOSS(15, 500),
  /** The client is not authenticated. */
  UNAUTHENTICATED(16, 401),
  /** The request itself is above a limit: to gRPC, {@code RESOURCE_EXHAUSTED}. */
  TOO_LARGE(8, 413);

  private final int number;
  private final int http;

  StatusCode(int number, int http) {
    this.number = number;
    this.http = http;
  }

  /**
   * The code of a number.
   *
   * @param number in gRPC, which is TensorFlow's too
   * @return {@code UNKNOWN} for a number that is none
   */
  public static StatusCode of(int number) {
    StatusCode[] all = values();
    return number >= 0 && number < all.length && all[number].number == number
        ? all[number]
        : UNKNOWN;
  }

  /** Its number in gRPC. */
  public int number() {
    return number;
  }

  /** The corresponding HTTP status of TensorFlow Serving. */
  public int http() {
    return http;
  }
}
