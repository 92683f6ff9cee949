// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import io.otd.serve.page.ModelPage;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.rest.RestApi;
import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.AnswerSettings;
import io.otd.serve.settings.ServeSettings;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** The real server on free ports, with its page, and a client of it. */
final class RestServer implements AutoCloseable {
  private final OtdServer server;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  /** Serves model directories by name. */
  RestServer(Map<String, Path> models) throws IOException {
    this(models, settings -> settings);
  }

  /**
   * The same with other settings.
   *
   * @param change to the settings of these tests
   */
  RestServer(Map<String, Path> models, UnaryOperator<ServeSettings> change) throws IOException {
    List<ModelConfig> configs =
        models.entrySet().stream()
            .map(model -> ModelConfig.latest(model.getKey(), model.getValue()))
            .toList();
    server =
        OtdServer.start(
            change.apply(
                ServeSettings.DEFAULT.with(
                    Map.of(
                        "network.grpc_port",
                        0,
                        "network.rest_port",
                        0,
                        "versions.poll_seconds",
                        0.0))),
            configs,
            Clock.systemUTC(),
            List.of(
                new RestApi(AnswerSettings.DEFAULT, Clock.systemUTC())::open,
                (to, inference, extension, requests) -> new ModelPage().open(to)));
  }

  String address() {
    return "http://127.0.0.1:" + server.restPort();
  }

  HttpResponse<byte[]> get(String path) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(address() + path)));
  }

  HttpResponse<byte[]> post(String path, byte[] body, String accept)
      throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(URI.create(address() + path))
            .header("Accept", accept)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body)));
  }

  private HttpResponse<byte[]> send(HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
  }

  @Override
  public void close() {
    server.close();
  }
}
