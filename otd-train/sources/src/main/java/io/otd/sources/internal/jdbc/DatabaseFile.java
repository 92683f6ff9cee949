// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.jdbc;

import io.otd.table.problem.InputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file of a database that is one, which drivers would create, empty, where it is not there.
 *
 * @param path of the file
 */
record DatabaseFile(Path path) {
  /** In a path, a colon stands for something else: {@code :memory:}, {@code md:}, {@code file:}. */
  private static final Pattern URL = Pattern.compile("jdbc:(?:sqlite|duckdb):([^:?;]+)(?:[?;].*)?");

  /** That of a URL, if it names one. */
  static Optional<DatabaseFile> of(String url) {
    Matcher parts = URL.matcher(url);
    return parts.matches()
        ? Optional.of(new DatabaseFile(Path.of(parts.group(1))))
        : Optional.empty();
  }

  /**
   * Requires that it exists.
   *
   * @param name of the table, for the message
   */
  void requireThere(String name) {
    if (!Files.exists(path)) {
      throw new InputException(
          "%s: no file %s (expected: a database that exists)".formatted(name, path));
    }
  }
}
