// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.download;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** A permanent error response of a server. */
public final class RefusedException extends IOException {
  private static final long serialVersionUID = 1;

  private final int status;
  private final String body;

  /**
   * An answer.
   *
   * @param from the requested address
   * @param status of HTTP
   */
  RefusedException(URI from, int status, byte[] body) {
    super(from + ": HTTP status " + status);
    this.status = status;
    this.body = new String(body, StandardCharsets.UTF_8);
  }

  /** Status of HTTP, 400 or more. */
  public int status() {
    return status;
  }

  /** The answer of the server. */
  public String body() {
    return body;
  }
}
