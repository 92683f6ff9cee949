// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/** Files of the installation that stand beside a class. */
public final class ClassResource {
  private ClassResource() {}

  /**
   * The bytes of a file, if there is one.
   *
   * @param beside a class in its package
   * @throws UncheckedIOException if it cannot be read
   */
  public static Optional<byte[]> find(Class<?> beside, String name) {
    try (InputStream in = beside.getResourceAsStream(name)) {
      return in == null ? Optional.empty() : Optional.of(in.readAllBytes());
    } catch (IOException e) {
      throw new UncheckedIOException(name + ": cannot be read", e);
    }
  }

  /**
   * The bytes of a file.
   *
   * @throws IllegalStateException if there is none
   * @throws UncheckedIOException if it cannot be read
   */
  public static byte[] bytes(Class<?> beside, String name) {
    return find(beside, name)
        .orElseThrow(() -> new IllegalStateException(name + ": not in the installation"));
  }

  /** The text of a file, in UTF-8; otherwise as {@link #bytes}. */
  public static String text(Class<?> beside, String name) {
    return new String(bytes(beside, name), StandardCharsets.UTF_8);
  }
}
