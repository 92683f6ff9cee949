// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.predict.Predictor;
import io.otd.serve.internal.settings.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

/** The health indicator of the Spring Boot that the tests run with. */
@Timeout(300)
class ModelHealthTest {
  @TempDir Path base;
  private ApplicationContextRunner runner;

  @BeforeEach
  void export() throws IOException {
    runner =
        ExportedModel.context()
            .withPropertyValues(new ExportedModel(base).publish(1).price(Engine.LIGHT));
  }

  /**
   * The health, as the version of Spring Boot has it.
   *
   * @param status UP or DOWN
   * @param details by model
   */
  private record Health(String status, Map<String, Object> details) {
    static Health of(ApplicationContext context) {
      Object indicator = context.getBean("otdHealthIndicator");
      return System.getProperty("spring.boot.generation").equals("3")
          ? OfBoot3.health(indicator)
          : OfBoot4.health(indicator);
    }
  }

  /** A separate class, because its types do not exist in the other version. */
  private static final class OfBoot3 {
    static Health health(Object indicator) {
      var health = ((org.springframework.boot.actuate.health.HealthIndicator) indicator).health();
      return new Health(health.getStatus().getCode(), health.getDetails());
    }
  }

  /** Likewise. */
  private static final class OfBoot4 {
    static Health health(Object indicator) {
      var health =
          ((org.springframework.boot.health.contributor.HealthIndicator) indicator).health();
      return new Health(health.getStatus().getCode(), health.getDetails());
    }
  }

  @Test
  void a_model_that_answers_is_up() {
    runner.run(
        context -> {
          Health health = Health.of(context);
          assertThat(health.status()).isEqualTo("UP");
          assertThat(health.details())
              .containsExactly(Map.entry("price", Map.of("engine", "light", "version", 1L)));
        });
  }

  @Test
  void an_unloadable_version_is_reported_and_the_model_stays_up() {
    runner.run(
        context -> {
          Path hidden = Files.createDirectories(base.resolve("new/assets.extra"));
          Files.write(hidden.resolve("otd-light.bin"), new byte[20]);
          Files.move(base.resolve("new"), base.resolve("2"));
          Health health = Health.of(context);
          while (!health.details().get("price").toString().contains("notLoaded")) {
            Thread.sleep(5);
            health = Health.of(context);
          }
          assertThat(health.status()).isEqualTo("UP");
          assertThat(health.details().get("price"))
              .asInstanceOf(InstanceOfAssertFactories.MAP)
              .containsEntry("version", 1L)
              .extractingByKey("notLoaded")
              .asString()
              .contains("version 2", "not a light model");

          new ExportedModel(base).publish(3);
          while (health.details().get("price").toString().contains("notLoaded")) {
            Thread.sleep(5);
            health = Health.of(context);
          }
          assertThat(health.details())
              .containsExactly(Map.entry("price", Map.of("engine", "light", "version", 3L)));
        });
  }

  @Test
  void a_model_that_is_closed_is_down() {
    runner.run(
        context -> {
          context.getBean("price", Predictor.class).close();
          Health health = Health.of(context);
          assertThat(health.status()).isEqualTo("DOWN");
          assertThat(health.details().get("price").toString()).contains(": closed");
        });
  }

  @Test
  void the_indicator_can_be_disabled_by_the_standard_properties() {
    for (String property :
        new String[] {
          "management.health.otd.enabled=false", "management.health.defaults.enabled=false"
        }) {
      runner
          .withPropertyValues(property)
          .run(context -> assertThat(context).doesNotHaveBean("otdHealthIndicator"));
    }
  }
}
