// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import java.nio.charset.StandardCharsets;

/** A value of a body, where it was sent: to be read again, or shown. */
final class JsonSlice {
  private static final int SHOWN = 256;

  private final byte[] bytes;
  private final int from;
  private final int to;

  JsonSlice(byte[] bytes, int from, int to) {
    this.bytes = bytes;
    this.from = from;
    this.to = to;
  }

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
