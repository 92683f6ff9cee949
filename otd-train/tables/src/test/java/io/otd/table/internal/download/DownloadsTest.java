// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.download;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DownloadsTest {
  private static final String TEXT = "one\ntwo\n";

  /** From md5sum. */
  private static final String MD5 = "2094b601daac3d68f5aed51d3c20f7cd";

  @TempDir Path folder;

  private final List<Duration> waits = new ArrayList<>();
  private final List<String> said = new ArrayList<>();
  private final LocalServer server = new LocalServer();

  DownloadsTest() throws IOException {}

  @AfterEach
  void stop() {
    server.close();
  }

  private Downloads downloads() {
    return new Downloads(
        new Retries(Retries.STANDARD.waits(), waits::add),
        Duration.ofSeconds(1),
        new DownloadListener() {
          @Override
          public void received(URI from, long bytes, long expected) {}

          @Override
          public void again(URI from, String problem) {
            said.add(problem);
          }
        });
  }

  private Path fetch(Optional<String> md5) throws IOException {
    Path file = folder.resolve("f");
    downloads().file(server.base().resolve("/f"), file, md5);
    return file;
  }

  private void assertNothingThere() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void a_file_arrives_whole() throws IOException {
    server.answer("/f", LocalServer.body(200, TEXT));
    assertThat(fetch(Optional.of(MD5.toUpperCase(java.util.Locale.ROOT)))).hasContent(TEXT);
    assertThat(waits).isEmpty();
  }

  @Test
  void a_large_file_arrives_whole() throws IOException {
    String text = TEXT.repeat(500_000);
    server.answer("/f", LocalServer.body(200, text));
    assertThat(Files.readString(fetch(Optional.empty()))).isEqualTo(text);
  }

  @Test
  void transient_failures_are_retried_with_increasing_waits() throws IOException {
    server.answer(
        "/f",
        LocalServer.body(500, "broken"),
        LocalServer.body(429, "busy"),
        LocalServer.cut("one\n", 8),
        LocalServer.body(200, TEXT));
    assertThat(fetch(Optional.of(MD5))).hasContent(TEXT);
    assertThat(waits)
        .containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2), Duration.ofSeconds(4));
    assertThat(said)
        .satisfiesExactly(
            s -> assertThat(s).contains("HTTP status 500"),
            s -> assertThat(s).contains("HTTP status 429"),
            s -> assertThat(s).contains("the connection broke"));
  }

  @Test
  void a_persistent_server_error_is_reported_after_the_last_try() throws IOException {
    server.answer("/f", LocalServer.body(503, ""));
    assertThatThrownBy(() -> fetch(Optional.empty()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("/f: HTTP status 503, also at the last of 4 tries");
    assertThat(server.asked()).hasSize(4);
    assertNothingThere();
  }

  @Test
  void a_download_that_is_always_cut_off_leaves_no_file() throws IOException {
    server.answer("/f", LocalServer.cut("one\n", 8));
    assertThatThrownBy(() -> fetch(Optional.empty())).hasMessageContaining("the connection broke");
    assertNothingThere();
  }

  @Test
  void a_wrong_checksum_is_reported_with_the_expected_one() throws IOException {
    server.answer("/f", LocalServer.body(200, TEXT + " "));
    assertThatThrownBy(() -> fetch(Optional.of(MD5)))
        .hasMessageContaining("MD5 is ")
        .hasMessageContaining("(expected: " + MD5);
    assertThat(server.asked()).hasSize(4);
    assertNothingThere();
  }

  @Test
  void a_stalled_connection_counts_as_broken() throws IOException {
    server.answer("/f", LocalServer.standingStill("one\n", 8), LocalServer.body(200, TEXT));
    assertThat(fetch(Optional.of(MD5))).hasContent(TEXT);
    assertThat(said).singleElement().asString().contains("no data received for 1 s");
  }

  @Test
  void a_refused_request_is_not_retried() throws IOException {
    server.answer("/f", LocalServer.body(412, "no such thing"));
    assertThatThrownBy(() -> fetch(Optional.empty()))
        .isInstanceOfSatisfying(
            RefusedException.class,
            e -> {
              assertThat(e.status()).isEqualTo(412);
              assertThat(e.body()).isEqualTo("no such thing");
            });
    assertThat(server.asked()).hasSize(1);
    assertNothingThere();
  }

  @Test
  void an_unreachable_server_is_reported() throws IOException {
    URI closed = server.base();
    server.close();
    assertThatThrownBy(() -> downloads().bytes(closed.resolve("/f")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be reached (expected: a connection to it)");
    assertThatThrownBy(() -> downloads().bytes(URI.create("http://no.such.host.invalid/f")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be reached");
  }

  @Test
  void a_redirect_is_followed() throws IOException {
    server.answer(
        "/f",
        exchange -> {
          exchange.getResponseHeaders().set("Location", "/g");
          exchange.sendResponseHeaders(302, -1);
          exchange.close();
        });
    server.answer("/g", LocalServer.body(200, TEXT));
    assertThat(new String(downloads().bytes(server.base().resolve("/f")), StandardCharsets.UTF_8))
        .isEqualTo(TEXT);
  }
}
