// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.files;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * Size and SHA-256 of a file, to know it again.
 *
 * @param bytes size
 * @param sha256 hexadecimal, lower case
 */
public record FileDigest(long bytes, String sha256) {
  /**
   * Reads a file through.
   *
   * @param file the file
   * @throws IOException if it cannot be read
   */
  public static FileDigest of(Path file) throws IOException {
    MessageDigest digest = newSha256();
    long bytes;
    try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
      bytes = in.transferTo(java.io.OutputStream.nullOutputStream());
    }
    return new FileDigest(bytes, HexFormat.of().formatHex(digest.digest()));
  }

  /** A new SHA-256. */
  public static MessageDigest newSha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  /**
   * Compares a file with this digest.
   *
   * @throws InvalidFileException if it is missing or differs, saying how
   * @throws IOException if it cannot be read
   */
  public void require(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      throw new InvalidFileException(file, "missing");
    }
    long size = Files.size(file);
    if (size != bytes) {
      throw new InvalidFileException(
          file,
          size + " bytes (expected: " + bytes + "): truncated or not the file that was saved");
    }
    if (!of(file).equals(this)) {
      throw new InvalidFileException(file, "damaged: its SHA-256 is not the one that was recorded");
    }
  }
}
