// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.status;

/**
 * A request that cannot be answered. The message goes to the client: it names what the client sent
 * and what was expected, but none of the server's files.
 */
public final class ServingException extends RuntimeException implements WithStatus {
  private static final long serialVersionUID = 1L;

  private final StatusCode code;

  /**
   * A failure.
   *
   * @param code not {@code OK}
   * @param message for the client
   */
  public ServingException(StatusCode code, String message) {
    super(message);
    this.code = code;
  }

  /**
   * A failure with a cause, which the client does not see.
   *
   * @param code not {@code OK}
   * @param message for the client
   * @param cause for the log
   */
  public ServingException(StatusCode code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  /** The failure of a request that is invalid. */
  public static ServingException invalid(String message) {
    return new ServingException(StatusCode.INVALID_ARGUMENT, message);
  }

  /** The same with its cause. */
  public static ServingException invalid(String message, Throwable cause) {
    return new ServingException(StatusCode.INVALID_ARGUMENT, message, cause);
  }

  /** The same for a check that says what is invalid. */
  public static ServingException invalid(IllegalArgumentException check) {
    return invalid(String.valueOf(check.getMessage()), check);
  }

  @Override
  public StatusCode code() {
    return code;
  }
}
