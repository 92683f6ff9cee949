// SPDX-License-Identifier: Apache-2.0
package com.example.prediction;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.otd.predict.Interval;
import io.otd.serve.OtdPredictor;
import io.otd.predict.Prediction;
import io.otd.serve.PredictorOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Answers {@code GET /predict?COLUMN=VALUE&...} with mean and 90 % interval of each target, from
 * the highest version in a directory; a new version takes over while the service runs.
 */
public final class PredictionService implements AutoCloseable {
  private static final int THREADS = 16;

  private final OtdPredictor model;
  private final HttpServer http;
  private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);

  private PredictionService(OtdPredictor model, HttpServer http) {
    this.model = model;
    this.http = http;
  }

  public static void main(String[] args) throws IOException {
    if (args.length != 2) {
      System.err.println("usage: PredictionService DIRECTORY PORT");
      System.exit(2);
    }
    PredictionService service = start(Path.of(args[0]), Integer.parseInt(args[1]));
    Runtime.getRuntime().addShutdownHook(new Thread(service::close));
    System.out.printf("http://127.0.0.1:%d/predict%n", service.port());
  }

  /** Starts on the loopback interface; port 0 means any free port. */
  public static PredictionService start(Path directory, int port) throws IOException {
    OtdPredictor model =
        OtdPredictor.open(directory, PredictorOptions.DEFAULT.polling(Duration.ofSeconds(1)));
    try {
      HttpServer http =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
      PredictionService service = new PredictionService(model, http);
      http.createContext("/predict", service::answer);
      http.setExecutor(service.threads);
      http.start();
      return service;
    } catch (IOException e) {
      model.close();
      throw e;
    }
  }

  public int port() {
    return http.getAddress().getPort();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      int status = 200;
      String body;
      try {
        body = json(model.predict(row(exchange.getRequestURI().getRawQuery())));
      } catch (IllegalArgumentException e) { // The message names the column and the expected value.
        status = 400;
        body = "{\"error\": %s}".formatted(quoted(e.getMessage()));
      } catch (IllegalStateException e) { // The service is stopping.
        status = 503;
        body = "{\"error\": %s}".formatted(quoted(e.getMessage()));
      }
      byte[] bytes = (body + "\n").getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    }
  }

  /** A query contains numbers as text; the model's columns determine which are numeric. */
  private Map<String, Object> row(String query) {
    Set<String> numbers = new HashSet<>();
    model.schema().numeric().forEach(column -> numbers.add(column.name()));
    Map<String, Object> row = new HashMap<>();
    for (String part : query == null ? new String[0] : query.split("&")) {
      String[] pair = part.split("=", 2);
      String name = URLDecoder.decode(pair[0], StandardCharsets.UTF_8);
      String value = pair.length < 2 ? "" : URLDecoder.decode(pair[1], StandardCharsets.UTF_8);
      row.put(name, numbers.contains(name) ? number(name, value) : value);
    }
    return row;
  }

  private static Double number(String name, String value) {
    try {
      return Double.valueOf(value);
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "column \"%s\": \"%s\" (expected: a number)".formatted(name, value), e);
    }
  }

  private static String json(Prediction prediction) {
    StringJoiner targets = new StringJoiner(", ", "{", "}");
    for (int target = 0; target < prediction.targets().size(); target++) {
      Interval interval = prediction.interval(target, 0.9);
      targets.add(
          "%s: {\"mean\": %s, \"interval\": [%s, %s]}"
              .formatted(
                  quoted(prediction.targets().get(target)),
                  json(prediction.mean(target)),
                  json(interval.lower()),
                  json(interval.upper())));
    }
    return targets.toString();
  }

  /** JSON has no infinity, to which an interval from few calibration rows may extend. */
  private static String json(double value) {
    return Double.isFinite(value) ? String.format(Locale.ROOT, "%.4g", value) : "null";
  }

  private static String quoted(String text) {
    return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }

  @Override
  public void close() {
    http.stop(1); // One second for running requests.
    threads.shutdown();
    model.close();
  }
}
