// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Projects of docs/examples, built by Maven outside this build, with a separate local repository
 * and only the OTD artifacts of the release.
 */
@ExtendWith(Quickstart.class)
@Timeout(300)
@Tag("jdk")
class ConsumersTest {
  private static final Pattern ADDRESS = Pattern.compile("(http://127.0.0.1:\\d+/predict)");
  private static final Pattern PORT = Pattern.compile("[Tt]omcat started on port (\\d+)");
  private static final Pattern MEAN = Pattern.compile("mean=([0-9.]+)");
  // The second row that the quickstart predicts.
  private static final List<String> ROW =
      List.of("distance_km=16.0", "weight_kg=1.0", "traffic=0.1");
  private static final String PARCEL =
      "{\"distance_km\": 16.0, \"weight_kg\": 1.0, \"traffic\": 0.1}";
  // Rounding with other row counts and another engine; the mean is about 30 minutes.
  private static final double ROUNDING = 0.01;

  @TempDir static Path folder;

  @BeforeAll
  static void build() throws Exception {
    Files.writeString(folder.resolve("settings.xml"), settings());
    build("plain-jdk");
    build("function");
    build("spring-boot");
  }

  /** With OTD from the release, and everything else from the local repository of this build. */
  private static String settings() {
    return """
        <settings>
          <profiles>
            <profile>
              <id>release</id>
              <repositories>
                <repository><id>otd-release</id><url>%1$s</url></repository>
                <repository><id>build</id><url>%2$s</url></repository>
              </repositories>
              <pluginRepositories>
                <pluginRepository><id>build</id><url>%2$s</url></pluginRepository>
              </pluginRepositories>
            </profile>
          </profiles>
          <activeProfiles><activeProfile>release</activeProfile></activeProfiles>
        </settings>
        """
        .formatted(Release.STAGING.toUri(), Release.BUILD_REPOSITORY.toUri());
  }

  private static void build(String example) throws Exception {
    Path project = folder.resolve(example);
    Command.in(folder, "cp", "-r", Release.TOP.resolve("docs/examples").resolve(example), project)
        .lines();
    Command.in(
            project,
            Release.MAVEN,
            "-B",
            "-q",
            "-s",
            folder.resolve("settings.xml"),
            "-Dmaven.repo.local=" + folder.resolve("repository"),
            "-Dotd.version=" + Release.VERSION,
            "package",
            "dependency:copy-dependencies")
        .with("JAVA_HOME", System.getProperty("java.home"))
        .lines();
  }

  /** The Java of this test, and Java 25 if present. */
  static Stream<Path> javas() throws IOException {
    List<Path> javas = new ArrayList<>(List.of(Path.of(System.getProperty("java.home"))));
    String newest = System.getenv("JDK25_HOME");
    if (newest != null && Files.isExecutable(Path.of(newest, "bin", "java"))) {
      javas.add(Path.of(newest));
    }
    return javas.stream();
  }

  @ParameterizedTest
  @MethodSource("javas")
  void a_service_predicts_the_same_as_the_command_line(Path java, Quickstart.Done done)
      throws Exception {
    Path log = folder.resolve("service.log");
    Process service =
        Command.in(
                folder.resolve("plain-jdk"),
                java.resolve("bin/java"),
                "-cp",
                "target/classes:target/dependency/*",
                "com.example.prediction.PredictionService",
                done.export(),
                0)
            .with("HOME", done.installation().home())
            .start(log);
    try {
      JsonNode targets = get(found(ADDRESS, log, service) + "?" + String.join("&", ROW));
      assertThat(targets.path("minutes").path("mean").asDouble())
          .isCloseTo(expected(done), within(ROUNDING));
    } finally {
      service.destroy();
      assertThat(service.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  @ParameterizedTest
  @MethodSource("javas")
  void a_function_without_tensorflow_predicts_the_same(Path java, Quickstart.Done done)
      throws Exception {
    List<Object> words =
        new ArrayList<>(
            List.of(
                java.resolve("bin/java"),
                "-cp",
                "target/classes:target/dependency/*",
                "com.example.function.PredictionFunction",
                done.export()));
    words.addAll(ROW);
    List<String> lines = Command.in(folder.resolve("function"), words.toArray()).lines();

    Matcher mean = MEAN.matcher(lines.get(lines.size() - 1));
    assertThat(mean.find()).as(lines.toString()).isTrue();
    assertThat(Double.parseDouble(mean.group(1))).isCloseTo(expected(done), within(ROUNDING));
  }

  @ParameterizedTest
  @MethodSource("javas")
  void a_spring_boot_application_predicts_the_same_without_tensorflow(
      Path java, Quickstart.Done done) throws Exception {
    Path log = folder.resolve("spring-boot.log");
    Process service =
        Command.in(
                folder.resolve("spring-boot"),
                java.resolve("bin/java"),
                "-jar",
                "target/delivery-1.0.0.jar",
                "--server.port=0",
                "--otd.models.delivery.path=" + done.export())
            .start(log);
    try {
      String address = "http://127.0.0.1:" + found(PORT, log, service);
      JsonNode delivery =
          json(
              HttpRequest.newBuilder(URI.create(address + "/delivery"))
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString(PARCEL))
                  .build());
      assertThat(delivery.path("mean").asDouble()).isCloseTo(expected(done), within(ROUNDING));
      JsonNode health = get(address + "/actuator/health");
      assertThat(health.path("components").path("otd").path("status").asText()).isEqualTo("UP");
      assertThat(health.path("components").path("otd").path("details").path("delivery"))
          .hasToString("{\"engine\":\"light\",\"version\":1}");
      JsonNode requests = get(address + "/actuator/metrics/otd.requests?tag=model:delivery");
      assertThat(requests.path("measurements").path(0).path("value").asInt()).isEqualTo(1);
    } finally {
      service.destroy();
      assertThat(service.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  private static double expected(Quickstart.Done done) {
    return done.answer().path("predictions").path(1).path("mean").asDouble();
  }

  private static String found(Pattern pattern, Path log, Process service) throws Exception {
    while (service.isAlive()) {
      Matcher found = pattern.matcher(Files.readString(log));
      if (found.find()) {
        return found.group(1);
      }
      Thread.sleep(50);
    }
    throw new AssertionError("not ready: " + Files.readString(log));
  }

  private static JsonNode get(String address) throws IOException, InterruptedException {
    return json(HttpRequest.newBuilder(URI.create(address)).build());
  }

  private static JsonNode json(HttpRequest request) throws IOException, InterruptedException {
    HttpResponse<String> reply =
        HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    return new ObjectMapper().readTree(reply.body());
  }

  @Test
  void an_application_that_predicts_depends_on_these_jars_only() throws IOException {
    assertThat(jars("plain-jdk"))
        .containsExactlyInAnyOrder(
            "otd-predict",
            "otd-predict-api",
            "otd-schema",
            "tensorflow-core-native",
            "tensorflow-core-native, native library",
            "javacpp",
            "jna",
            "protobuf-java",
            "jackson-databind",
            "jackson-core",
            "jackson-annotations",
            "jspecify");
    // Most of it is the native library.
    assertThat(megabytes("plain-jdk", ".*")).isBetween(50.0, 200.0);
    assertThat(megabytes("plain-jdk", "(?!tensorflow).*")).isLessThan(8);
  }

  @Test
  void an_application_without_tensorflow_depends_on_these_jars_only() throws IOException {
    assertThat(jars("function"))
        .containsExactlyInAnyOrder(
            "otd-light", "otd-predict-api", "otd-schema", "jackson-annotations", "jspecify");
    assertThat(megabytes("function", ".*")).isLessThan(0.75);
  }

  @Test
  void a_spring_boot_application_gets_neither_tensorflow_nor_a_server() throws IOException {
    assertThat(jars("spring-boot"))
        .contains("otd-spring-boot-starter", "otd-light", "otd-predict-api", "otd-schema")
        .noneMatch(jar -> jar.matches("tensorflow.*|armeria.*|otd-(server|predict|core)"));
  }

  private static List<String> jars(String example) throws IOException {
    return files(example).stream()
        .map(file -> file.getFileName().toString())
        .map(
            jar ->
                jar.replaceFirst("-[0-9].*", "")
                    + (jar.matches(".*-(linux|macosx)-[a-z0-9_-]+[.]jar")
                        ? ", native library"
                        : ""))
        .toList();
  }

  private static double megabytes(String example, String name) throws IOException {
    double bytes = 0;
    for (Path file : files(example)) {
      bytes += file.getFileName().toString().matches(name) ? Files.size(file) : 0;
    }
    return bytes / 1e6;
  }

  private static List<Path> files(String example) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(example).resolve("target/dependency"))) {
      return files.toList();
    }
  }

  @Test
  void all_otd_artifacts_come_from_the_release() throws IOException {
    List<Path> origins;
    try (Stream<Path> files = Files.walk(folder.resolve("repository/io/otd"))) {
      origins = files.filter(file -> file.endsWith("_remote.repositories")).toList();
    }
    assertThat(origins).hasSizeGreaterThan(5);
    for (Path origin : origins) {
      assertThat(Files.readAllLines(origin))
          .filteredOn(line -> !line.startsWith("#"))
          .isNotEmpty()
          .allMatch(line -> line.endsWith(">otd-release="));
    }
  }
}
