// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A headless Chromium with one page, controlled over its DevTools protocol. */
final class Browser implements AutoCloseable {
  private static final JsonMapper JSON = new JsonMapper();
  private static final int SECONDS = 60;

  private final Process process;
  private final WebSocket socket;
  private final BlockingQueue<String> replies = new LinkedBlockingQueue<>();
  private int asked;

  /**
   * Opens a page.
   *
   * @param executable of Chromium
   * @param profile a directory of its own
   */
  Browser(Path executable, Path profile, String address) throws IOException, InterruptedException {
    process =
        new ProcessBuilder(
                executable.toString(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--remote-debugging-port=0",
                "--user-data-dir=" + profile,
                "about:blank")
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try {
      socket = connected(debuggerPort(profile), address);
    } catch (IOException | InterruptedException | RuntimeException e) {
      process.destroyForcibly();
      throw e;
    }
  }

  /** Chromium on the path, if it is there. */
  static Optional<Path> executable() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Arrays.stream(path.split(File.pathSeparator))
        .flatMap(d -> Stream.of("chromium", "chromium-browser").map(n -> Path.of(d, n)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static int debuggerPort(Path profile) throws IOException, InterruptedException {
    Path file = profile.resolve("DevToolsActivePort");
    for (int look = 0; look < 10 * SECONDS; look++) {
      List<String> lines = Files.exists(file) ? Files.readAllLines(file) : List.of();
      if (lines.size() > 1) {
        return Integer.parseInt(lines.get(0));
      }
      Thread.sleep(100);
    }
    throw new IOException(file + ": not written");
  }

  private WebSocket connected(int port, String address) throws IOException, InterruptedException {
    HttpClient client = HttpClient.newHttpClient();
    HttpResponse<String> opened =
        client.send(
            HttpRequest.newBuilder(
                    URI.create(
                        "http://127.0.0.1:%d/json/new?%s"
                            .formatted(port, URLEncoder.encode(address, StandardCharsets.UTF_8))))
                .PUT(HttpRequest.BodyPublishers.noBody())
                .build(),
            HttpResponse.BodyHandlers.ofString());
    String page = JSON.readTree(opened.body()).get("webSocketDebuggerUrl").asText();
    return client.newWebSocketBuilder().buildAsync(URI.create(page), new Replies()).join();
  }

  /** Joins the parts of messages. */
  private final class Replies implements WebSocket.Listener {
    private final StringBuilder message = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
      message.append(data);
      if (last) {
        replies.add(message.toString());
        message.setLength(0);
      }
      return WebSocket.Listener.super.onText(from, data, last);
    }
  }

  /**
   * The value of an expression on the page, as text; promises are awaited.
   *
   * @throws IllegalStateException if the expression throws
   */
  String value(String expression) throws IOException, InterruptedException {
    asked++;
    Map<String, Object> question =
        Map.of(
            "id",
            asked,
            "method",
            "Runtime.evaluate",
            "params",
            Map.of("expression", expression, "awaitPromise", true, "returnByValue", true));
    socket.sendText(JSON.writeValueAsString(question), true).join();
    while (true) {
      String text = replies.poll(SECONDS, TimeUnit.SECONDS);
      if (text == null) {
        throw new IllegalStateException(expression + ": no answer");
      }
      JsonNode reply = JSON.readTree(text);
      if (reply.path("id").asInt() == asked) {
        JsonNode result = reply.path("result");
        if (result.has("exceptionDetails") || !result.has("result")) {
          throw new IllegalStateException(expression + ": " + text);
        }
        return result.get("result").path("value").asText();
      }
    }
  }

  /** Waits until an expression is true. */
  void await(String condition) throws IOException, InterruptedException {
    for (int look = 0; look < 10 * SECONDS; look++) {
      if (value("Boolean(" + condition + ")").equals("true")) {
        return;
      }
      Thread.sleep(100);
    }
    throw new IllegalStateException(
        condition + ": not so; the page: " + value("document.body.innerText"));
  }

  @Override
  public void close() {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.onExit().join(); // It writes to the profile until then.
  }
}
