// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.internal.settings.Engine;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalysisReporter;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.annotation.Configuration;

/** The error message of an application that cannot start because of one of its models. */
@Timeout(300)
class ModelOpeningTest {
  @TempDir Path folder;

  /** An application that finds the starter in the usual way. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Shop {}

  /** Collects the log of an application. */
  static final class Reported implements FailureAnalysisReporter {
    private static final List<FailureAnalysis> ANALYSES = new CopyOnWriteArrayList<>();

    @Override
    public void report(FailureAnalysis analysis) {
      ANALYSES.add(analysis);
    }
  }

  @Test
  void a_name_in_brackets_has_the_defaults_of_a_model_too() {
    Path nowhere = folder.resolve("nowhere");
    SpringApplication shop = new SpringApplication(Shop.class);
    shop.setWebApplicationType(WebApplicationType.NONE);
    assertThatThrownBy(() -> shop.run("--otd.models[House.Price].path=" + nowhere))
        .rootCause()
        .hasMessage(nowhere + ": no such file or directory");
  }

  @Test
  void a_failed_startup_reports_property_path_and_expectation() {
    Path nowhere = folder.resolve("nowhere");
    SpringApplication shop = new SpringApplication(Shop.class);
    shop.setWebApplicationType(WebApplicationType.NONE);
    String argument = "--otd.models.price.path=" + nowhere;
    String reason = nowhere + ": no such file or directory";

    assertThatThrownBy(() -> shop.run(argument)).hasRootCauseMessage(reason);

    FailureAnalysis analysis = Reported.ANALYSES.get(Reported.ANALYSES.size() - 1);
    assertThat(analysis.getDescription())
        .isEqualTo(
            """
            otd.models.price.path: %s (expected: what "otd export" wrote: a directory of versions, \
            one version, or its otd-light.bin)

            The reason: %s

            It is set in "otd.models.price.path" from property source "commandLineArgs"."""
                .formatted(nowhere, reason));
    assertThat(analysis.getAction())
        .isEqualTo(
            "Correct otd.models.price.path. Relative paths start at the working directory, "
                + Path.of("").toAbsolutePath()
                + ".");
  }

  private void refuses(String message, String... properties) {
    ExportedModel.context()
        .withPropertyValues(properties)
        .run(context -> assertThat(failure(context.getStartupFailure())).contains(message));
  }

  private static String failure(Throwable startup) {
    for (Throwable e = startup; e != null; e = e.getCause()) {
      if (e instanceof ModelOpeningException) {
        return e.getMessage();
      }
    }
    throw new AssertionError(startup);
  }

  @Test
  void a_model_without_a_path_is_reported() {
    refuses("otd.models.price.path: not set (expected: ", "otd.models.price.compute.engine=light");
  }

  @Test
  void a_missing_tensorflow_dependency_is_reported() throws IOException {
    ExportedModel exported = new ExportedModel(folder).publish(1);
    ExportedModel.context()
        .withClassLoader(new FilteredClassLoader("io.otd.serve.OtdPredictor"))
        .withPropertyValues(exported.price(Engine.TENSORFLOW))
        .run(
            context ->
                assertThat(failure(context.getStartupFailure()))
                    .isEqualTo(
                        "otd.models.price.compute.engine: tensorflow (expected: light, or"
                            + " io.otd:otd-predict among the dependencies)"));
  }

  @Test
  void incompatible_settings_are_reported() throws IOException {
    ExportedModel exported = new ExportedModel(folder).publish(1);
    String path = "otd.models.price.path=" + exported.base();
    String version = path + "/1";
    String light = "otd.models.price.compute.engine=light";
    refuses(
        "otd.models.price: poll: PT1S (expected: 0, as ",
        version,
        light,
        "otd.models.price.poll=1s");
    refuses("is one version (expected: the directory above", version, "otd.models.price.poll=1s");
    refuses(
        "compute.batching and compute.compile: set",
        path,
        light,
        "otd.models.price.compute.batching=true");
  }

  @Test
  void a_parameter_of_batching_that_is_out_of_range_is_reported() throws IOException {
    ExportedModel.context()
        .withPropertyValues(
            "otd.models.price.path=" + new ExportedModel(folder).publish(1).base(),
            "otd.models.price.batching.max-batch-size=0")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .hasStackTraceContaining("otd.models.price.batching")
                    .hasRootCauseMessage("max_batch_size: 0 (expected: >= 1)"));
  }
}
