// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.metrics.Bandwidth;
import io.otd.core.metrics.GaussianKde;
import io.otd.serve.OtdPredictor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code otd quickstart} and the programs of the first page for Java, each in a separate process.
 */
@Tag("jdk")
@Tag("long")
class QuickstartTest {
  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @TempDir static Path directory;
  private static JsonNode answer = new ObjectMapper().createObjectNode();

  @BeforeAll
  static void runTheQuickstart() throws Exception {
    List<String> lines =
        run(
            "-cp",
            System.getProperty("java.class.path"),
            "io.otd.app.OtdMain",
            "quickstart",
            "--json",
            "--out",
            directory.toString());
    answer = new ObjectMapper().readTree(lines.get(lines.size() - 1));
  }

  @Test
  void predicts_much_better_than_the_marginal_distribution() {
    assertThat(answer.path("status").asText()).isEqualTo("completed");
    // Draws from the table's targets, regardless of the inputs, have an energy score of 11.5
    // minutes.
    assertThat(answer.path("test").path("energy_score").asDouble()).isBetween(1.0, 8.0);
    assertThat(answer.path("test").path("mace").asDouble()).isBetween(0.0, 0.2);
  }

  @Test
  void writes_a_self_contained_report() throws IOException {
    String report = Files.readString(Path.of(answer.path("report").asText()));
    assertThat(report).contains("data:image/svg+xml;base64,", "test.energy_score");
    assertThat(report).doesNotContain("src=\"http", "href=\"http", "<link");
  }

  @Test
  void the_export_predicts_longer_times_for_longer_trips_and_denser_traffic() {
    double shorter = answer.path("predictions").path(0).path("mean").asDouble();
    double longer = answer.path("predictions").path(1).path("mean").asDouble();
    double denser = answer.path("predictions").path(2).path("mean").asDouble();
    assertThat(shorter).isLessThan(longer);
    assertThat(longer).isLessThan(denser);
  }

  @Test
  void the_export_predicts_both_branches_and_little_between_them() throws IOException {
    double[] minutes = draws(Map.of("distance_km", 16.0, "weight_kg", 1.0, "traffic", 0.6));
    double[] grid = IntStream.rangeClosed(0, 200).mapToDouble(i -> i / 2.0).toArray();
    // The table was made with 44 minutes or, in 60 of 100 cases, 69; the standard deviation is 3.2.
    // A mode of a network trained on 4,000 rows is not exact.
    assertThat(new GaussianKde(minutes, Bandwidth.scott(1)).modes(grid, 0.2))
        .satisfiesExactly(
            free -> assertThat(free.position()).isBetween(40.0, 48.0),
            jammed -> assertThat(jammed.position()).isBetween(65.0, 73.0));
    // Farther than three standard deviations from both: 0.2 % of the table's distribution, some
    // five percent of a network's.
    assertThat(Arrays.stream(minutes).filter(y -> y > 44 + 3 * 3.2 && y < 69 - 3 * 3.2).count())
        .isLessThan(minutes.length / 14);
    assertThat(Arrays.stream(minutes).min().orElseThrow()).isPositive();
  }

  private static double[] draws(Map<String, Double> row) throws IOException {
    try (OtdPredictor predictor = OtdPredictor.open(Path.of(answer.path("export").asText()))) {
      long[] seeds = LongStream.range(0, 20).toArray();
      float[][][] draws = predictor.draw(Collections.nCopies(seeds.length, row), seeds);
      return Arrays.stream(draws).flatMap(Arrays::stream).mapToDouble(y -> y[0]).toArray();
    }
  }

  @Test
  void the_program_of_the_first_page_compiles_and_predicts() throws Exception {
    Path program = program("Embedding");
    List<String> lines =
        run(
            "-cp",
            System.getProperty("java.class.path"),
            program.toString(),
            answer.path("export").asText());
    assertThat(lines)
        .last()
        .asString()
        .matches("[0-9]+\\.[0-9] minutes, 90 % in \\[[0-9.]+, [0-9.]+\\]");
  }

  @Test
  void the_training_program_of_the_first_page_compiles_trains_exports_and_predicts()
      throws Exception {
    List<String> lines =
        run(
            "-cp",
            System.getProperty("java.class.path"),
            program("Training").toString(),
            smallTable().toString(),
            directory.resolve("trained").toString());
    assertThat(lines).anyMatch(line -> line.matches("energy score [0-9]+\\.[0-9]{2}"));
    assertThat(lines)
        .last()
        .asString()
        .matches("[0-9]+\\.[0-9] minutes, 90 % in \\[[0-9.]+, [0-9.]+\\]");
    assertThat(directory.resolve("trained/1/saved_model.pb")).exists();
  }

  /** Training is only a means there. */
  private static Path smallTable() throws IOException {
    try (Stream<String> lines = Files.lines(directory.resolve("parcels.csv"))) {
      return Files.write(directory.resolve("small.csv"), lines.limit(401).toList());
    }
  }

  /** A program of the first page for Java, by class name, as a file. */
  private static Path program(String name) throws IOException {
    String source =
        JAVA_BLOCK
            .matcher(Files.readString(page()))
            .results()
            .map(block -> block.group(1))
            .filter(block -> block.contains("public class " + name + " "))
            .findFirst()
            .orElseThrow(
                () -> new AssertionError("no java block with " + name + " in first-prediction.md"));
    return Files.writeString(directory.resolve(name + ".java"), source);
  }

  /** The file next to the parent POM, wherever the tests are started. */
  private static Path page() {
    Path here = Path.of("").toAbsolutePath();
    while (!Files.exists(here.resolve("README.md"))) {
      here = java.util.Objects.requireNonNull(here.getParent(), "no README.md above the tests");
    }
    return here.resolve("docs/first-prediction.md");
  }

  private static List<String> run(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    // For short-lived processes: see the POM.
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"));
    command.addAll(List.of(arguments));
    Path log = Files.createTempFile(directory, "process", ".log");
    Process process = new ProcessBuilder(command).redirectError(log.toFile()).start();
    List<String> lines = process.inputReader().lines().toList();
    assertThat(process.waitFor()).as(Files.readString(log)).isZero();
    return lines;
  }
}
