// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.otd.predict.Predictor;
import io.otd.serve.internal.settings.Engine;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class MicrometerMetersTest {
  @TempDir Path base;

  @Test
  void records_requests_rows_and_version_of_each_model() throws Exception {
    ExportedModel exported = new ExportedModel(base).publish(1);
    ExportedModel.context()
        .withBean(MeterRegistry.class, SimpleMeterRegistry::new)
        .withPropertyValues(exported.price(Engine.LIGHT))
        .run(
            context -> {
              MeterRegistry meters = context.getBean(MeterRegistry.class);
              Predictor price = context.getBean("price", Predictor.class);
              price.predict(ExportedModel.rows(3));
              price.predict(ExportedModel.rows(1).get(0));
              price.draw(ExportedModel.rows(2), new long[2]);
              assertThatThrownBy(() -> price.predict(Map.of("nothing", 1)))
                  .isInstanceOf(IllegalArgumentException.class);

              assertThat(requests(meters, "predict", "success")).isEqualTo(2);
              assertThat(requests(meters, "predict", "invalid")).isEqualTo(1);
              assertThat(requests(meters, "draw", "success")).isEqualTo(1);
              assertThat(
                      meters
                          .get("otd.request.rows")
                          .tags("model", "price", "method", "predict")
                          .summary()
                          .totalAmount())
                  .isEqualTo(5);
              assertThat(version(meters)).isEqualTo(1);
              exported.publish(2);
              while (version(meters) != 2) {
                Thread.sleep(5);
              }
            });
  }

  private static double version(MeterRegistry meters) {
    return meters.get("otd.model.version").tag("model", "price").gauge().value();
  }

  private static long requests(MeterRegistry meters, String method, String outcome) {
    return meters
        .get("otd.requests")
        .tags("model", "price", "method", method, "outcome", outcome)
        .timer()
        .count();
  }

  @Test
  void records_request_duration_and_distinguishes_client_and_server_errors() {
    MockClock clock = new MockClock();
    MeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);
    MicrometerMeters meters = new MicrometerMeters(registry);
    String answer =
        meters.measured(
            "price",
            "predict",
            1,
            () -> {
              clock.add(Duration.ofMillis(7));
              return "answer";
            });
    assertThat(answer).isEqualTo("answer");
    assertThat(
            registry
                .get("otd.requests")
                .tag("outcome", "success")
                .timer()
                .totalTime(TimeUnit.MILLISECONDS))
        .isEqualTo(7);
    for (RuntimeException failure :
        List.of(
            new RejectedExecutionException("full"),
            new IllegalStateException("closed"),
            new IllegalArgumentException("row 0"))) {
      assertThatThrownBy(
              () ->
                  meters.measured(
                      "price",
                      "predict",
                      1,
                      () -> {
                        throw failure;
                      }))
          .isSameAs(failure);
    }
    assertThat(requests(registry, "predict", "rejected")).isEqualTo(1);
    assertThat(requests(registry, "predict", "error")).isEqualTo(1);
    assertThat(requests(registry, "predict", "invalid")).isEqualTo(1);
  }
}
