// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.text;

import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.util.Locale;

/** Bytes that are not text in the encoding. */
public final class MalformedTextException extends CharacterCodingException {
  private static final long serialVersionUID = 1;

  private final String message;

  /**
   * Says where.
   *
   * @param position of the first such byte in the text, from 0
   */
  MalformedTextException(long position, int value, Charset charset) {
    this.message =
        String.format(
            Locale.ROOT,
            "byte %s is 0x%02X, which is not %s text (expected: %s; for another encoding, data.encoding or --encoding, e.g. windows_1252)",
            position,
            value & 0xff,
            charset.name(),
            charset.name());
  }

  @Override
  public String getMessage() {
    return message;
  }
}
