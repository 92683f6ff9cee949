// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.serve.internal.status.ServingException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/** The body of a request, unpacked. */
final class RequestBody {
  private RequestBody() {}

  /**
   * Unpacks a body.
   *
   * @param encoding the header Content-Encoding; empty if there is none
   * @param limit bytes that the unpacked body may have
   * @throws ServingException INVALID_ARGUMENT, if it is not gzip, or not a known encoding;
   *     TOO_LARGE, if it is larger
   */
  static byte[] unpacked(byte[] body, String encoding, long limit) {
    return switch (encoding.strip().toLowerCase(Locale.ROOT)) {
      case "", "identity" -> body;
      case "gzip", "x-gzip" -> unpacked(body, limit);
      default ->
          throw ServingException.invalid(
              "Content-Encoding: %s (expected: gzip or identity)".formatted(encoding));
    };
  }

  private static byte[] unpacked(byte[] body, long limit) {
    int most = (int) Math.min(Integer.MAX_VALUE - 8, limit);
    try (GZIPInputStream stream = new GZIPInputStream(new ByteArrayInputStream(body))) {
      byte[] unpacked = stream.readNBytes(most);
      if (unpacked.length == most && stream.read() >= 0) {
        throw RestReplies.bodyTooLarge(limit);
      }
      return unpacked;
    } catch (IOException e) {
      throw ServingException.invalid("The body is not what Content-Encoding says: gzip", e);
    }
  }
}
