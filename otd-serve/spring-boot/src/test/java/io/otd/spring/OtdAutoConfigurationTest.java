// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import io.otd.serve.internal.settings.Engine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;

@Timeout(300)
class OtdAutoConfigurationTest {
  @TempDir static Path folder;
  private static ExportedModel exported;

  private final ApplicationContextRunner runner = ExportedModel.context();

  @BeforeAll
  static void export() throws IOException {
    exported = new ExportedModel(folder.resolve("models")).publish(1);
  }

  @Test
  void tests_run_with_the_intended_spring_boot_version() {
    assertThat(SpringBootVersion.getVersion())
        .startsWith(System.getProperty("spring.boot.generation") + ".");
  }

  @ParameterizedTest
  @EnumSource
  void a_model_becomes_a_predictor_bean_with_its_name(Engine engine) throws IOException {
    List<Map<String, Object>> rows = ExportedModel.rows(5);
    try (Predictor alone = exported.open(engine, 1)) {
      runner
          .withPropertyValues(exported.price(engine))
          .run(
              context -> {
                Predictor price = context.getBean("price", Predictor.class);
                assertThat(price.version()).hasValue(1);
                assertThat(price.schema()).isEqualTo(alone.schema());
                assertThat(price.draws()).isEqualTo(ExportedModel.draws(1));
                assertThat(price.levels()).isEqualTo(alone.levels());
                assertThat(price.conformalLevels()).isEqualTo(alone.conformalLevels());
                assertThat(price.metrics()).isEqualTo(alone.metrics());
                List<Prediction> expected = alone.predict(rows);
                List<Prediction> predictions = price.predict(rows);
                assertThat(predictions).hasSameSizeAs(expected);
                for (int i = 0; i < expected.size(); i++) {
                  assertThat(predictions.get(i).samples(0)).isEqualTo(expected.get(i).samples(0));
                }
                assertThat(price.draw(rows, new long[5])[4])
                    .isDeepEqualTo(alone.draw(rows, new long[5])[4]);
                assertThatThrownBy(() -> price.predict(new float[][] {{1}}))
                    .isInstanceOf(IllegalArgumentException.class);
              });
    }
  }

  /** As in an application. */
  @Configuration(proxyBeanMethods = false)
  static class Prices {
    private final Predictor price;
    private final Predictor rent;

    Prices(@Qualifier("price") Predictor price, @Qualifier("rent") Predictor rent) {
      this.price = price;
      this.rent = rent;
    }
  }

  @Test
  void multiple_models_are_injected_by_name() throws IOException {
    ExportedModel other = new ExportedModel(folder.resolve("rents")).publish(3);
    runner
        .withUserConfiguration(Prices.class)
        .withPropertyValues(exported.price(Engine.LIGHT))
        .withPropertyValues("otd.models.rent.path=" + other.base().resolve("3"))
        .run(
            context -> {
              Prices prices = context.getBean(Prices.class);
              assertThat(prices.price.version()).hasValue(1);
              assertThat(prices.rent.version()).hasValue(3);
            });
  }

  @Test
  void the_light_engine_is_the_default_without_tensorflow_on_the_class_path() {
    String path = "otd.models.price.path=" + exported.base();
    runner
        .withPropertyValues(path)
        .run(
            context ->
                assertThat(engine(context.getBean(OtdModels.class))).hasToString("TENSORFLOW"));
    runner
        .withPropertyValues(path)
        .withClassLoader(new FilteredClassLoader("io.otd.serve.OtdPredictor", "org.tensorflow"))
        .run(
            context -> {
              assertThat(engine(context.getBean(OtdModels.class))).hasToString("LIGHT");
              Predictor price = context.getBean("price", Predictor.class);
              assertThat(price.predict(ExportedModel.rows(1))).hasSize(1);
            });
  }

  private static Engine engine(OtdModels models) {
    return models.opened().get("price").engine();
  }

  @Test
  void the_light_engine_opens_a_standalone_file() throws IOException {
    Path file =
        Files.copy(
            exported.base().resolve("1/assets.extra/otd-light.bin"), folder.resolve("price.bin"));
    runner
        .withPropertyValues(
            "otd.models.price.path=" + file, "otd.models.price.compute.engine=light")
        .run(
            context -> {
              Predictor price = context.getBean("price", Predictor.class);
              assertThat(price.version()).isEmpty();
              assertThat(price.predict(ExportedModel.rows(1))).hasSize(1);
            });
  }

  @Test
  void concurrent_requests_are_batched_if_configured() {
    runner
        .withPropertyValues(exported.price(Engine.TENSORFLOW))
        .withPropertyValues(
            "otd.models.price.compute.batching=true",
            "otd.models.price.batching.max-batch-size=64",
            "otd.models.price.batching.batch-timeout-micros=1000",
            "otd.models.price.batching.num-batch-threads=1")
        .run(
            context -> {
              Predictor price = context.getBean("price", Predictor.class);
              assertThat(price.predict(ExportedModel.rows(3))).hasSize(3);
              assertThat(Thread.getAllStackTraces().keySet())
                  .anyMatch(thread -> thread.getName().startsWith("otd-batch"));
            });
  }

  @Test
  void no_beans_are_created_without_a_model() {
    runner.run(
        context -> {
          assertThat(context).hasNotFailed().doesNotHaveBean(Predictor.class);
          assertThat(context)
              .doesNotHaveBean(OtdModels.class)
              .doesNotHaveBean("otdHealthIndicator");
        });
  }

  @Test
  void works_without_actuator_and_without_micrometer() {
    runner
        .withPropertyValues(exported.price(Engine.LIGHT))
        .withClassLoader(
            new FilteredClassLoader(
                "io.micrometer",
                "org.springframework.boot.health",
                "org.springframework.boot.actuate"))
        .run(
            context -> {
              assertThat(context).doesNotHaveBean("otdHealthIndicator");
              assertThat(context).doesNotHaveBean("otdPredictionMeters");
              assertThat(context.getBean(Predictor.class).predict(ExportedModel.rows(1)))
                  .hasSize(1);
            });
  }
}
