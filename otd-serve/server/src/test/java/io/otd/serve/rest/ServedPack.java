// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.serve.ConformancePack;
import io.otd.serve.json.NonFinite;
import io.otd.serve.registry.ModelConfigs;
import io.otd.serve.server.OtdServer;
import io.otd.serve.server.ServerSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;

/** A server with the models of the conformance pack, on free ports. */
final class ServedPack {
  private ServedPack() {}

  /**
   * Starts it; without the pack the test is skipped.
   *
   * @param scratch where the configuration is written
   */
  static OtdServer start(Path scratch, NonFinite nonFinite) throws IOException {
    return start(scratch, nonFinite, RestSettings.DEFAULT.timeout(), settings -> settings);
  }

  /**
   * The same with other settings.
   *
   * @param change of the settings of these tests
   */
  static OtdServer start(
      Path scratch, NonFinite nonFinite, Duration timeout, UnaryOperator<ServerSettings> change)
      throws IOException {
    Path models = ConformancePack.require().resolve("models").toRealPath();
    Path config = scratch.resolve("models.config");
    Files.writeString(
        config,
        Files.readString(models.resolve("models.config")).replace("${MODELS}", models.toString()));
    RestSettings settings = new RestSettings(nonFinite, true, timeout);
    return OtdServer.start(
        change.apply(ServerSettings.DEFAULT.listeningOn("127.0.0.1", 0, 0).polling(Duration.ZERO)),
        ModelConfigs.read(config),
        Clock.systemUTC(),
        List.of(new RestApi(settings, Clock.systemUTC())::open));
  }
}
