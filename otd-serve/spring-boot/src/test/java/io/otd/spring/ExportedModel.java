// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.light.LightPredictor;
import io.otd.predict.Predictor;
import io.otd.serve.OtdPredictor;
import io.otd.serve.internal.settings.Engine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.FileSystemUtils;

/**
 * A small model with columns of every kind, exported. Version 1 has 8 draws, and each later version
 * 4 more.
 *
 * @param base the directory of its versions
 */
record ExportedModel(Path base) {
  private static final TestModels FIXTURE = TestModels.MIXED;

  /** A context with the starter. */
  static ApplicationContextRunner context() {
    return new ApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                OtdAutoConfiguration.class,
                OtdHealthAutoConfiguration.class,
                OtdMetricsAutoConfiguration.class));
  }

  static int draws(long version) {
    return (int) (4 + 4 * version);
  }

  /** Complete before it appears, like an export. */
  ExportedModel publish(int version) throws IOException {
    Path hidden = base.resolve("new-" + version);
    FileSystemUtils.copyRecursively(Exports.version(version), hidden);
    Files.move(hidden, base.resolve(Integer.toString(version)));
    return this;
  }

  /** Each version is exported once; tests copy it. */
  private static final class Exports {
    private static final Path ALL = folder();

    private static Path folder() {
      try {
        Path folder = Files.createTempDirectory("otd-exports");
        Runtime.getRuntime()
            .addShutdownHook(new Thread(() -> FileSystemUtils.deleteRecursively(folder.toFile())));
        return folder;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    static synchronized Path version(int number) throws IOException {
      Path version = ALL.resolve(Integer.toString(number));
      if (Files.notExists(version)) {
        SavedModelExporter.export(
            FIXTURE.model(),
            ALL,
            ExportOptions.DEFAULT.withBank(draws(number)).withVersion(number));
      }
      return version;
    }
  }

  static List<Map<String, Object>> rows(int count) {
    return FIXTURE.named(count);
  }

  /** The predictor of a version, opened without Spring. */
  Predictor open(Engine engine, int version) throws IOException {
    Path directory = base.resolve(Integer.toString(version));
    return engine == Engine.LIGHT ? LightPredictor.open(directory) : OtdPredictor.open(directory);
  }

  /** Properties of the model named price. */
  String[] price(Engine engine) {
    return new String[] {
      "otd.models.price.path=" + base,
      "otd.models.price.compute.engine=" + engine,
      "otd.models.price.poll=5ms"
    };
  }
}
