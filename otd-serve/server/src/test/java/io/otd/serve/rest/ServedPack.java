// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.rest;

import io.otd.serve.ConformancePack;
import io.otd.serve.registry.ModelConfigs;
import io.otd.serve.server.OtdServer;
import io.otd.serve.settings.AnswerSettings;
import io.otd.serve.settings.NonFinite;
import io.otd.serve.settings.ServeSettings;
import io.otd.serve.settings.TestSettings;
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
    return start(scratch, nonFinite, AnswerSettings.DEFAULT.timeout(), settings -> settings);
  }

  /**
   * The same with other settings.
   *
   * @param change of the settings of these tests
   */
  static OtdServer start(
      Path scratch, NonFinite nonFinite, Duration timeout, UnaryOperator<ServeSettings> change)
      throws IOException {
    Path models = ConformancePack.require().resolve("models").toRealPath();
    Path config = scratch.resolve("models.config");
    Files.writeString(
        config,
        Files.readString(models.resolve("models.config")).replace("${MODELS}", models.toString()));
    AnswerSettings settings = new AnswerSettings(timeout.toMillis(), nonFinite, true);
    return OtdServer.start(
        change.apply(TestSettings.FREE),
        ModelConfigs.read(config),
        Clock.systemUTC(),
        List.of(new RestApi(settings, Clock.systemUTC())::open));
  }
}
