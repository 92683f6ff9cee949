// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import com.linecorp.armeria.common.HttpStatus;
import com.linecorp.armeria.common.MediaType;
import java.util.Map;

/**
 * The request.
 *
 * @param status of it; where a question is answered by the status, not always 200
 * @param type of the body
 * @param body not changed by anyone afterwards
 * @param headers besides that of the type
 */
@SuppressWarnings("ArrayRecordComponent") // passed on, never compared
public record RestReply(
    HttpStatus status, MediaType type, byte[] body, Map<String, String> headers) {
  /**
   * A success.
   *
   * @param type of the body
   * @param body not changed by anyone afterwards
   * @param headers besides that of the type
   */
  RestReply(MediaType type, byte[] body, Map<String, String> headers) {
    this(HttpStatus.OK, type, body, headers);
  }

  /** A reply of JSON. */
  public static RestReply json(byte[] body) {
    return new RestReply(MediaType.JSON, body, Map.of());
  }
}
