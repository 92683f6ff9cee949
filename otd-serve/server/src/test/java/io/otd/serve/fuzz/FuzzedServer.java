// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.fuzz;

import io.otd.serve.ConformancePack;
import io.otd.serve.page.ModelPage;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.registry.ModelConfigs;
import io.otd.serve.rest.RestApi;
import io.otd.serve.server.OtdServer;
import io.otd.serve.server.RestDoor;
import io.otd.serve.settings.AnswerSettings;
import io.otd.serve.settings.ServeSettings;
import io.otd.serve.settings.TestSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A server as created by {@code otd serve}, with the tiny model, and with third-party models if
 * present.
 */
final class FuzzedServer {
  private FuzzedServer() {}

  /** With only the tiny model, and further services over HTTP. */
  static OtdServer tiny(Path scratch, UnaryOperator<ServeSettings> change, RestDoor... doors)
      throws IOException {
    return start(scratch, Optional.empty(), change, doors);
  }

  /** With third-party models too, if present. */
  static OtdServer start(Path scratch, UnaryOperator<ServeSettings> change) throws IOException {
    return start(scratch, ConformancePack.find(), change);
  }

  private static OtdServer start(
      Path scratch, Optional<Path> pack, UnaryOperator<ServeSettings> change, RestDoor... doors)
      throws IOException {
    TinyModel.write(scratch.resolve("tiny/1"));
    List<ModelConfig> models =
        new ArrayList<>(List.of(ModelConfig.latest("tiny", scratch.resolve("tiny"))));
    if (pack.isPresent()) {
      Path folder = pack.get().resolve("models").toRealPath();
      Path config = scratch.resolve("models.config");
      Files.writeString(
          config,
          Files.readString(folder.resolve("models.config"))
              .replace("${MODELS}", folder.toString()));
      models.addAll(ModelConfigs.read(config));
    }
    List<RestDoor> all =
        new ArrayList<>(
            List.of(
                new RestApi(AnswerSettings.DEFAULT, Clock.systemUTC())::open,
                (to, inference, extension, requests) -> new ModelPage().open(to)));
    all.addAll(List.of(doors));
    return OtdServer.start(change.apply(TestSettings.FREE), models, Clock.systemUTC(), all);
  }

  /**
   * A metric of a server.
   *
   * @param name with its labels, up to the value
   */
  static long metric(OtdServer server, String name) {
    try (Wire wire = new Wire(server.restPort())) {
      return wire.send(
              "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(StandardCharsets.US_ASCII))
          .reply()
          .body()
          .lines()
          .filter(line -> line.startsWith(name))
          .mapToLong(line -> (long) Double.parseDouble(line.substring(name.length())))
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
