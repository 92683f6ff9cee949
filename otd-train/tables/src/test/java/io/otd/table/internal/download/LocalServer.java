// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.download;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A local server on a free port, with prepared answers. */
public final class LocalServer implements AutoCloseable {
  /** Sends an answer. */
  public interface Answer {
    /** Answers. */
    void to(HttpExchange exchange) throws IOException;
  }

  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Map<String, Deque<Answer>> answers = new ConcurrentHashMap<>();
  private final List<String> asked = new CopyOnWriteArrayList<>();

  /** Starts. */
  public LocalServer() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  /** Its address. */
  public URI base() {
    return URI.create("http://localhost:" + server.getAddress().getPort());
  }

  /** The requests so far. */
  public List<String> asked() {
    return asked;
  }

  /** Answers a path: the first request with the first answer and so on; the last answer repeats. */
  public LocalServer answer(String path, Answer... inOrder) {
    answers.put(path, new ArrayDeque<>(List.of(inOrder)));
    return this;
  }

  /** An answer with a body. */
  public static Answer body(int status, String text) {
    return exchange -> {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
      exchange.close();
    };
  }

  /** An answer that is cut off. */
  public static Answer cut(String text, int announced) {
    return exchange -> {
      exchange.sendResponseHeaders(200, announced);
      exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
      exchange.getResponseBody().flush(); // otherwise nothing may arrive, and the client retries
      exchange.close();
    };
  }

  /** An answer that starts and then stalls. */
  public static Answer standingStill(String text, int announced) {
    return exchange -> {
      exchange.sendResponseHeaders(200, announced);
      exchange.getResponseBody().write(text.getBytes(StandardCharsets.UTF_8));
      exchange.getResponseBody().flush();
    };
  }

  private void handle(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    asked.add(path);
    Deque<Answer> left = answers.getOrDefault(path, new ArrayDeque<>());
    Answer answer = left.size() > 1 ? left.poll() : left.peek();
    (answer == null ? body(404, "") : answer).to(exchange);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
