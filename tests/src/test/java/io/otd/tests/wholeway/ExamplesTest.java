// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.export.TestExports;
import io.otd.tests.serving.Java;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The projects of docs/examples, as readers get them. */
@Timeout(300)
@Tag("jdk")
class ExamplesTest {
  private static final Path EXAMPLES = Path.of("..", "docs", "examples");
  private static final Pattern ADDRESS = Pattern.compile("(http://127.0.0.1:\\d+/predict)");
  private static final TestModels FIXTURE = TestModels.MIXED;

  @TempDir Path root;
  private final HttpClient client = HttpClient.newHttpClient();

  @Test
  @Tag("long")
  void the_plain_jdk_service_answers_and_switches_to_a_new_version() throws Exception {
    Path base = root.resolve("models");
    SavedModelExporter.export(
        FIXTURE.model(), base, ExportOptions.DEFAULT.withBank(8).withVersion(1));
    Path classes =
        new Java(root)
            .compile(
                Java.embedding(),
                Java.sources(EXAMPLES.resolve("plain-jdk")),
                "-Xlint:all,-processing,-classfile",
                "-Werror");
    Path log = root.resolve("service.log");
    Process service =
        Java.start(
            log,
            List.of(
                "-cp",
                Java.classPath(List.of(classes.toString(), Java.embedding())),
                "com.example.prediction.PredictionService",
                base.toString(),
                "0"));
    try {
      String address = address(log, service);
      String query = address + "?" + query(FIXTURE.named(1).get(0));
      JsonNode first = answer(query, 200);
      assertThat(first.size()).isEqualTo(FIXTURE.model().schema().targets().size());
      first.forEach(
          target ->
              assertThat(target.path("mean").asDouble())
                  .isBetween(
                      target.path("interval").path(0).asDouble(),
                      target.path("interval").path(1).asDouble()));
      assertThat(answer(address + "?nothing=1", 400).path("error").asText())
          .contains("row 0: unknown column \"nothing\"");

      SavedModelExporter.export(
          FIXTURE.model(), base, ExportOptions.DEFAULT.withBank(12).withVersion(2));
      while (answer(query, 200).equals(first)) {
        Thread.sleep(50);
      }
    } finally {
      service.destroy();
      assertThat(service.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }
    assertThat(Files.readString(log)).contains("version 2: AVAILABLE");
  }

  private static String address(Path log, Process service) throws Exception {
    while (service.isAlive()) {
      Matcher address = ADDRESS.matcher(Files.readString(log));
      if (address.find()) {
        return address.group(1);
      }
      Thread.sleep(50);
    }
    throw new AssertionError("not ready: " + Files.readString(log));
  }

  private static String query(Map<String, Object> row) {
    return row.entrySet().stream()
        .map(cell -> encoded(cell.getKey()) + "=" + encoded(cell.getValue().toString()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private JsonNode answer(String address, int status) throws IOException, InterruptedException {
    HttpResponse<String> reply =
        client.send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(status);
    return new ObjectMapper().readTree(reply.body());
  }

  /** With only the file: the SavedModel is not needed, and could not be loaded. */
  @Test
  void the_function_predicts_using_only_plain_java() throws Exception {
    Path exported = TestExports.version(FIXTURE);
    Path file =
        Files.copy(exported.resolve("assets.extra/otd-light.bin"), root.resolve("model.bin"));
    Path classes =
        new Java(root)
            .compile(
                Java.light(),
                Java.sources(EXAMPLES.resolve("function")),
                "-Xlint:all,-processing,-classfile",
                "-Werror");
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "-cp",
                Java.classPath(List.of(classes.toString(), Java.light())),
                "com.example.function.PredictionFunction",
                file.toString()));
    FIXTURE.named(1).get(0).forEach((name, cell) -> arguments.add(name + "=" + cell));

    List<String> lines = new Java(root).run(arguments);

    assertThat(lines).hasSize(1);
    FIXTURE
        .model()
        .schema()
        .targetNames()
        .forEach(target -> assertThat(lines.get(0)).contains(target + "={"));
    assertThat(lines.get(0)).contains("mean=", "interval=[").doesNotContain("NaN");
  }

  @Test
  void the_spring_boot_service_compiles_against_its_declared_version() throws Exception {
    List<String> places = new ArrayList<>(List.of(Java.embedding()));
    try (Stream<Path> jars = Files.list(Path.of("target", "spring"))) {
      jars.forEach(jar -> places.add(jar.toString()));
    }
    Path example = EXAMPLES.resolve("spring-boot");
    Path classes =
        new Java(root).compile(Java.classPath(places), Java.sources(example), "-parameters");
    assertThat(classes.resolve("com/example/delivery/DeliveryController.class")).exists();
    Matcher named =
        Pattern.compile("<artifactId>spring-boot-starter-parent</artifactId>\\s*<version>(.*?)<")
            .matcher(Files.readString(example.resolve("pom.xml")));
    assertThat(named.find()).isTrue();
    assertThat(places)
        .anyMatch(place -> place.endsWith("spring-boot-%s.jar".formatted(named.group(1))));
  }
}
