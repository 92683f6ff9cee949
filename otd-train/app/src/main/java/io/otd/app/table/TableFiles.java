// SPDX-License-Identifier: Apache-2.0
package io.otd.app.table;

import io.otd.app.command.Console;
import io.otd.table.internal.download.Downloads;
import io.otd.table.internal.download.Retries;
import io.otd.table.internal.openml.OpenMlCache;
import io.otd.table.internal.openml.OpenMlReference;
import io.otd.table.internal.openml.OpenMlServer;
import io.otd.table.problem.InputException;
import io.otd.table.source.TableAddress;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * The locations of tables: {@code openml:4353} is one in the cache, downloaded if necessary;
 * anything else is the name of a file or a database.
 *
 * @param console shows the progress of a download
 * @param environment of the process, see {@link CacheDirectory}; {@code OTD_OPENML} the address of
 *     another server
 */
public record TableFiles(Console console, Map<String, String> environment) {
  /** The address of another server than OpenML's. */
  public static final String SERVER = "OTD_OPENML";

  private static final Duration STILLNESS = Duration.ofSeconds(60);

  /** With the environment of this process. */
  public TableFiles(Console console) {
    this(console, System.getenv());
  }

  /**
   * The location of a table given by {@code --data}, {@code --query} or both.
   *
   * @param table the name of a file, a folder or a pattern, {@code openml:ID}, or the URL of a
   *     database
   * @param query over it, or over files that it names
   */
  public TableAddress address(Optional<String> table, Optional<String> query) throws IOException {
    if (table.isEmpty()) {
      return TableAddress.query(
          query.orElseThrow(() -> InputException.notGiven("--data", "a table, or --query")));
    }
    TableAddress address =
        OpenMlReference.isMeantBy(table.get())
            ? TableAddress.file(file(table.get()))
            : TableAddress.of(table.get());
    return query.map(address::withQuery).orElse(address);
  }

  /** The file of a table. */
  public Path file(String table) throws IOException {
    return OpenMlReference.isMeantBy(table)
        ? cache().table(OpenMlReference.parse(table), false)
        : Path.of(table);
  }

  /** The tables fetched so far. */
  public OpenMlCache cache() {
    return new OpenMlCache(
        new CacheDirectory(environment).path(),
        new OpenMlServer(
            server(), new Downloads(Retries.STANDARD, STILLNESS, new DownloadText(console))));
  }

  private URI server() {
    String given = environment.getOrDefault(SERVER, "");
    try {
      URI server = given.isEmpty() ? OpenMlServer.STANDARD : URI.create(given);
      if (server.getHost() != null && String.valueOf(server.getScheme()).matches("https?")) {
        return server;
      }
    } catch (IllegalArgumentException e) {
      // reported below
    }
    throw new InputException(
        "%s: %s (expected: an address such as %s)".formatted(SERVER, given, OpenMlServer.STANDARD));
  }
}
