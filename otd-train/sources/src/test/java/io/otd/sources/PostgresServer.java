// SPDX-License-Identifier: Apache-2.0
package io.otd.sources;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.UserPrincipal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A PostgreSQL server with its own cluster in a temporary folder, on a free loopback port. It
 * cannot run as root: for root it runs as {@code postgres}.
 */
public final class PostgresServer implements AutoCloseable {
  /** The user of the cluster. */
  public static final String USER = "tester";

  /** The password, with characters that are special in URLs and shells. */
  public static final String PASSWORD = "s3cret:p@ss/w?rd";

  private static final Path DEBIAN = Path.of("/usr/lib/postgresql");
  private static final String OWNER = "postgres";

  private final Path folder;
  private final Path programs;
  private final int port;

  private PostgresServer(Path folder, Path programs, int port) {
    this.folder = folder;
    this.programs = programs;
    this.port = port;
  }

  /** Starts a server, if PostgreSQL is installed. */
  public static Optional<PostgresServer> start() throws IOException, InterruptedException {
    Optional<Path> programs = programs();
    if (programs.isEmpty()) {
      return Optional.empty();
    }
    PostgresServer server =
        new PostgresServer(Files.createTempDirectory("otd-postgres"), programs.get(), freePort());
    server.begin();
    return Optional.of(server);
  }

  private static Optional<Path> programs() throws IOException {
    List<Path> folders = new ArrayList<>();
    if (Files.isDirectory(DEBIAN)) {
      try (Stream<Path> versions = Files.list(DEBIAN)) {
        versions
            .sorted(Comparator.reverseOrder())
            .forEach(version -> folders.add(version.resolve("bin")));
      }
    }
    Stream.of(System.getenv("PATH").split(":")).map(Path::of).forEach(folders::add);
    return folders.stream().filter(f -> Files.isExecutable(f.resolve("initdb"))).findFirst();
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private void begin() throws IOException, InterruptedException {
    Path password = Files.writeString(folder.resolve("password"), PASSWORD);
    if (root()) {
      UserPrincipal owner =
          FileSystems.getDefault().getUserPrincipalLookupService().lookupPrincipalByName(OWNER);
      Files.setOwner(folder, owner);
      Files.setOwner(password, owner);
    }
    run(
        "initdb",
        "-D",
        data(),
        "-U",
        USER,
        "-A",
        "scram-sha-256",
        "--pwfile",
        password.toString(),
        "-E",
        "UTF8",
        "--locale",
        "C",
        "--no-sync");
    run(
        "pg_ctl",
        "-D",
        data(),
        "-w",
        "-t",
        "60",
        "-l",
        folder.resolve("log").toString(),
        "-o",
        "-p %d -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off"
            .formatted(port),
        "start");
  }

  private String data() {
    return folder.resolve("data").toString();
  }

  private static boolean root() {
    return "root".equals(System.getProperty("user.name"));
  }

  private void run(String program, String... arguments) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (root()) {
      command.addAll(List.of("runuser", "-u", OWNER, "--"));
    }
    command.add(programs.resolve(program).toString());
    command.addAll(List.of(arguments));
    Path log = Files.createTempFile("otd-postgres", ".log");
    try {
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException(program + ": " + Files.readString(log));
      }
    } finally {
      Files.delete(log);
    }
  }

  /** The address of its database, without user and password. */
  public String url() {
    return "jdbc:postgresql://127.0.0.1:%d/postgres".formatted(port);
  }

  /** The environment with the credentials to open it. */
  public Map<String, String> environment() {
    return Map.of("OTD_DB_USER", USER, "OTD_DB_PASSWORD", PASSWORD);
  }

  /** A connection of its own. */
  public Connection connection() throws SQLException {
    return DriverManager.getConnection(url(), USER, PASSWORD);
  }

  /** Runs statements. */
  public void execute(String... statements) throws SQLException {
    try (Connection connection = connection();
        Statement statement = connection.createStatement()) {
      for (String sql : statements) {
        statement.execute(sql);
      }
    }
  }

  /** Stops the server and removes its cluster. */
  @Override
  public void close() throws IOException {
    try {
      run("pg_ctl", "-D", data(), "-m", "immediate", "-w", "stop");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      try (Stream<Path> all = Files.walk(folder)) {
        all.sorted(Comparator.reverseOrder()).forEach(PostgresServer::delete);
      }
    }
  }

  private static void delete(Path file) {
    try {
      Files.delete(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
