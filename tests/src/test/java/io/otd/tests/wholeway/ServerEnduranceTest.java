// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.ResidentMemory;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code otd serve} in a separate process: killed and restarted, and under sustained load. */
class ServerEnduranceTest {
  private static final Pattern LISTENING =
      Pattern.compile("otd: ready;.* REST and a page on (http://127\\.0\\.0\\.1:[0-9]+)/");
  private static final int LOOKS = 1200;
  private static final int CLIENTS = 16;
  private static final int COLUMNS = 4;
  private static final int SLICES = 10;

  @TempDir Path directory;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private Process server;
  private String address;

  @BeforeEach
  void export() throws IOException {
    SavedModelExporter.export(
        TestModels.HEUN.model(), directory.resolve("model"), ExportOptions.DEFAULT);
  }

  private void start() throws Exception {
    Path log = directory.resolve("log");
    Files.deleteIfExists(log);
    server =
        OtdCommandLine.start(
            log,
            "serve",
            "--model",
            "m=" + directory.resolve("model"),
            "--grpc-port",
            "0",
            "--rest-port",
            "0",
            "--enable-batching");
    for (int i = 0; i < LOOKS && server.isAlive(); i++) {
      Matcher listening = LISTENING.matcher(Files.readString(log));
      if (listening.find()) {
        address = listening.group(1);
        return;
      }
      Thread.sleep(100);
    }
    throw new AssertionError(Files.readString(log));
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.destroyForcibly();
    }
  }

  private HttpResponse<String> ask(String signature, int seed) throws Exception {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < COLUMNS; i++) {
      cells.add(String.valueOf((seed * 7 + i * 3) % 10 / 5.0 - 1));
    }
    String body = "{\"signature_name\": \"%s\", \"instances\": [%s]}".formatted(signature, cells);
    return client.send(
        HttpRequest.newBuilder(URI.create(address + "/v1/models/m:predict"))
            .timeout(Duration.ofMinutes(1))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private List<String> answers() throws Exception {
    List<String> answers = new ArrayList<>();
    for (String signature : List.of("serving_default", "sample")) {
      for (int seed = 0; seed < 3; seed++) {
        HttpResponse<String> reply = ask(signature, seed);
        assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
        answers.add(reply.body());
      }
    }
    return answers;
  }

  @Test
  @Tag("long")
  void a_killed_server_gives_the_same_answers_after_a_restart() throws Exception {
    start();
    List<String> before = answers();
    ExecutorService clients = Executors.newFixedThreadPool(4);
    try {
      for (int k = 0; k < 4; k++) {
        clients.execute(this::untilItIsGone);
      }
      server.destroyForcibly(); // SIGKILL, with running requests
      assertThat(server.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      clients.shutdown();
      assertThat(clients.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
    }
    start();
    assertThat(answers()).isEqualTo(before);
  }

  private void untilItIsGone() {
    try {
      while (true) {
        ask("serving_default", 1);
      }
    } catch (Exception e) {
      // It is gone.
    }
  }

  /** {@code -Dsoak.minutes=N} for longer than one. */
  @Test
  @Tag("slow")
  void sustained_load_neither_leaks_memory_nor_changes_answers() throws Exception {
    Duration slice = Duration.ofMinutes(Integer.getInteger("soak.minutes", 1)).dividedBy(SLICES);
    start();
    List<String> before = answers();
    load(slice); // Until everything is compiled and the heap has stopped growing.
    load(slice);
    long warm = ResidentMemory.of(server.pid());
    List<Load> loads = new ArrayList<>();
    for (int i = 2; i < SLICES; i++) {
      loads.add(load(slice));
      System.out.printf(
          "%s, %d MiB resident%n",
          loads.get(loads.size() - 1), ResidentMemory.of(server.pid()) >> 20);
    }
    assertThat(loads).allMatch(load -> load.failed() == 0 && load.answered() > 0);
    assertThat(ResidentMemory.of(server.pid()) - warm).isLessThan(128L << 20);
    assertThat(answers()).isEqualTo(before);
  }

  /**
   * The results of a period of load.
   *
   * @param median milliseconds
   * @param high 99 % quantile in milliseconds
   */
  private record Load(int answered, int failed, double median, double high) {}

  private Load load(Duration time) throws Exception {
    ExecutorService clients = Executors.newFixedThreadPool(CLIENTS);
    Instant end = Instant.now().plus(time);
    List<Callable<List<Long>>> tasks = new ArrayList<>();
    for (int k = 0; k < CLIENTS; k++) {
      tasks.add(() -> asked(end));
    }
    List<Long> nanos = new ArrayList<>();
    for (Future<List<Long>> each : clients.invokeAll(tasks)) {
      nanos.addAll(each.get());
    }
    clients.shutdown();
    List<Long> times = nanos.stream().filter(n -> n > 0).sorted().toList();
    return new Load(
        times.size(),
        nanos.size() - times.size(),
        times.get(times.size() / 2) / 1e6,
        times.get(times.size() * 99 / 100) / 1e6);
  }

  /** Latency of each response in nanoseconds; 0 if there was none. */
  private List<Long> asked(Instant end) {
    List<Long> nanos = new ArrayList<>();
    for (int i = 0; Instant.now().isBefore(end); i++) {
      long from = System.nanoTime();
      try {
        boolean right = ask("serving_default", i).statusCode() == 200;
        nanos.add(right ? System.nanoTime() - from : 0);
      } catch (Exception e) {
        nanos.add(0L);
      }
    }
    return nanos;
  }
}
