// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.otd.sources.PostgresServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From a table on a PostgreSQL server to predictions in another table, in separate processes. */
@Tag("long")
class PostgresWayTest {
  @TempDir private Path folder;

  private record Finished(int code, String output) {}

  private Finished otd(PostgresServer server, String... arguments) throws Exception {
    Path output = folder.resolve("output");
    ProcessBuilder builder =
        OtdProcess.of(folder, List.of(), List.of(arguments))
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    builder.environment().putAll(server.environment());
    int code = builder.start().waitFor();
    return new Finished(code, Files.readString(output));
  }

  @Test
  void trains_from_and_predicts_into_tables_without_leaking_the_password() throws Exception {
    Optional<PostgresServer> started = PostgresServer.start();
    assumeThat(started).as("PostgreSQL is installed").isPresent();
    try (PostgresServer server = started.get()) {
      copyParcels(server);
      String model = folder.resolve("model").toString();
      Finished trained =
          otd(
              server,
              "train",
              "--data",
              server.url(),
              "--query",
              "select distance_km, weight_kg, traffic, minutes from parcels order by id",
              "--target",
              "minutes",
              "--out",
              model,
              "--set",
              "model.hidden=8",
              "--set",
              "model.members=1",
              "--set",
              "training.steps=20",
              "--debug");
      assertThat(trained.code()).as(trained.output()).isZero();
      Finished predicted =
          otd(
              server,
              "predict",
              model,
              "--data",
              server.url() + "?table=parcels",
              "--out",
              server.url() + "?table=predictions",
              "--draws",
              "50",
              "--debug");
      assertThat(predicted.code()).as(predicted.output()).isZero();
      assertThat(count(server)).isEqualTo(400);
      Finished bad =
          otd(
              server,
              "predict",
              model,
              "--data",
              server.url(),
              "--query",
              "select *, 1 / (id - 400) as boom from parcels order by id",
              "--out",
              server.url() + "?table=predictions",
              "--draws",
              "50",
              "--debug");
      assertThat(bad.code()).as(bad.output()).isEqualTo(2);
      assertThat(bad.output()).contains("division by zero");
      assertThat(count(server)).isEqualTo(400);
      assertThat(trained.output() + predicted.output() + bad.output())
          .doesNotContain(PostgresServer.PASSWORD);
    }
    try (Stream<Path> files = Files.walk(folder)) {
      assertThat(files.filter(Files::isRegularFile).filter(PostgresWayTest::tells)).isEmpty();
    }
  }

  private static boolean tells(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
          .contains(PostgresServer.PASSWORD);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static void copyParcels(PostgresServer server) throws Exception {
    List<String> rows = ParcelTable.csv().lines().skip(1).toList();
    List<String> statements = new ArrayList<>();
    statements.add(
        "create table parcels (id serial, "
            + String.join(
                " double precision, ",
                ParcelTable.csv().lines().findFirst().orElseThrow().split(","))
            + " double precision)");
    String names = ParcelTable.csv().lines().findFirst().orElseThrow();
    for (String row : rows) {
      statements.add("insert into parcels (%s) values (%s)".formatted(names, row));
    }
    server.execute(statements.toArray(String[]::new));
  }

  private static int count(PostgresServer server) throws Exception {
    try (Connection connection = server.connection();
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("select count(distinct \"row\") from predictions")) {
      rows.next();
      return rows.getInt(1);
    }
  }
}
