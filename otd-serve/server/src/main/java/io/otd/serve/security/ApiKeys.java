// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.security;

import com.linecorp.armeria.common.HttpHeaderNames;
import com.linecorp.armeria.common.RequestHeaders;
import io.otd.core.internal.files.FileDigest;
import io.otd.core.internal.files.InvalidFileException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.List;

/**
 * The keys that let a request in. They are kept as digests, never logged, and comparisons take
 * constant time.
 */
final class ApiKeys {
  private static final String HEADER = "x-api-key";
  private static final String SCHEME = "Bearer ";
  private static final int SHORTEST = 16;

  private final Reloaded<List<byte[]>> digests;

  ApiKeys(Path file) throws IOException {
    this.digests = new Reloaded<>(List.of(file), contents -> digests(file, contents.get(0)));
  }

  private static List<byte[]> digests(Path file, byte[] content) throws IOException {
    List<String> keys =
        new String(content, StandardCharsets.UTF_8)
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty() && !line.startsWith("#"))
            .toList();
    if (keys.isEmpty()) {
      throw new InvalidFileException(file, "no key (expected: at least one, each on a line)");
    }
    for (int i = 0; i < keys.size(); i++) {
      if (keys.get(i).length() < SHORTEST) {
        throw new InvalidFileException(
            file,
            "key %s: %s characters (expected: at least %s)"
                .formatted(i + 1, keys.get(i).length(), SHORTEST));
      }
    }
    return keys.stream().map(ApiKeys::digest).toList();
  }

  private static byte[] digest(String key) {
    return FileDigest.newSha256().digest(key.getBytes(StandardCharsets.UTF_8));
  }

  void refresh() {
    digests.refresh();
  }

  /** Whether a request has one of the keys. */
  boolean allow(RequestHeaders headers) {
    String given = headers.get(HEADER);
    if (given == null) {
      String authorization = headers.get(HttpHeaderNames.AUTHORIZATION, "");
      given =
          authorization.regionMatches(true, 0, SCHEME, 0, SCHEME.length())
              ? authorization.substring(SCHEME.length())
              : "";
    }
    byte[] digest = digest(given.strip());
    boolean found = false;
    for (byte[] key : digests.get()) {
      found |= MessageDigest.isEqual(key, digest);
    }
    return found;
  }
}
