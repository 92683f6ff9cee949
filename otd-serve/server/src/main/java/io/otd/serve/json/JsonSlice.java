// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import java.nio.charset.StandardCharsets;

/**
 * A value of a body, where it was sent: to be read again, or shown.
 *
 * @param bytes of the body
 * @param from the first of the value
 * @param to behind the last
 */
record JsonSlice(byte[] bytes, int from, int to) {
  private static final int SHOWN = 256;

  /** A reader at the value. */
  JsonReader reader() {
    return new JsonReader(bytes, from, to);
  }

  /** The value as it was sent, shortened. */
  String shown() {
    return to - from <= SHOWN
        ? new String(bytes, from, to - from, StandardCharsets.UTF_8)
        : new String(bytes, from, SHOWN, StandardCharsets.UTF_8) + "...";
  }
}
