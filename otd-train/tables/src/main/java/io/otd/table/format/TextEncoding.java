// SPDX-License-Identifier: Apache-2.0
package io.otd.table.format;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/** How a text is written in bytes. A byte order mark (UTF-8, UTF-16) counts more than this. */
public enum TextEncoding {
  /** UTF-16 where a byte order mark or the bytes show it, else UTF-8. */
  AUTO(StandardCharsets.UTF_8),
  /** UTF-8, which includes ASCII. */
  UTF_8(StandardCharsets.UTF_8),
  /** UTF-16, big-endian without a byte order mark. */
  UTF_16(StandardCharsets.UTF_16),
  /** ISO 8859-1, also Latin-1. */
  ISO_8859_1(StandardCharsets.ISO_8859_1),
  /** The Western European encoding of Windows. */
  WINDOWS_1252(Charset.forName("windows-1252"));

  private final Charset charset;

  TextEncoding(Charset charset) {
    this.charset = charset;
  }

  /** The charset, none if it is to be found out. */
  public Charset charset() {
    return charset;
  }
}
