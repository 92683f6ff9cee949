// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TestProfiles;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.serve.internal.settings.BatchingSettings;
import io.otd.serve.internal.settings.Engine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The files for Prometheus and Grafana in docs/deploy, checked with Prometheus' own tool and the
 * server.
 */
@Tag("long")
class AlertRulesTest {
  private static final Path DEPLOY = Path.of("../docs/deploy");
  private static final Pattern METRIC = Pattern.compile("\\botd_[a-z_]+");

  @TempDir Path root;

  private static String promtool(Path folder, byte[] input, String... arguments) throws Exception {
    List<String> command = new java.util.ArrayList<>(List.of("promtool"));
    command.addAll(List.of(arguments));
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    try (var to = process.getOutputStream()) {
      to.write(input);
    }
    try (InputStream from = process.getInputStream()) {
      String output = new String(from.readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(output).isZero();
      return output;
    }
  }

  private static void assumePromtool() throws InterruptedException {
    boolean there;
    try {
      there = new ProcessBuilder("promtool", "--version").start().waitFor() == 0;
    } catch (IOException e) {
      there = false;
    }
    assumeTrue(there, "no promtool on the path (Debian: prometheus): the rules are not checked");
  }

  @Test
  void promtool_accepts_the_rules_and_their_unit_tests_pass() throws Exception {
    assumePromtool();
    Path folder = DEPLOY.resolve("prometheus");
    assertThat(promtool(folder, new byte[0], "check", "rules", "otd-alerts.yaml"))
        .contains("6 rules found");
    assertThat(promtool(folder, new byte[0], "test", "rules", "otd-alerts-test.yaml"))
        .contains("SUCCESS");
  }

  @Test
  void every_metric_in_the_rules_and_the_dashboard_is_exported() throws Exception {
    Set<String> used = new TreeSet<>();
    Matcher rules = METRIC.matcher(Files.readString(DEPLOY.resolve("prometheus/otd-alerts.yaml")));
    while (rules.find()) {
      used.add(rules.group());
    }
    JsonNode dashboard =
        new JsonMapper().readTree(DEPLOY.resolve("grafana/otd-dashboard.json").toFile());
    for (JsonNode panel : dashboard.get("panels")) {
      for (JsonNode target : panel.get("targets")) {
        Matcher metric = METRIC.matcher(target.get("expr").asText());
        assertThat(metric.find()).isTrue();
        metric.reset().results().forEach(found -> used.add(found.group()));
      }
    }
    String exported = exported();
    assertThat(used).hasSizeGreaterThan(8).allSatisfy(name -> assertThat(exported).contains(name));
  }

  /** All metrics that a server exports after a prediction and its observation. */
  private String exported() throws Exception {
    TrainedModel model = TestModels.EULER.model();
    Path base = root.resolve("model");
    SavedModelExporter.export(
        model.with(TestProfiles.of(model.schema())), base, ExportOptions.DEFAULT.withBank(8));
    JsonMapper json = new JsonMapper();
    try (RestServer server =
        new RestServer(
            Map.of("m", base),
            s ->
                s.joining(BatchingSettings.DEFAULT)
                    .with(
                        Map.of(
                            "compute.engine", Engine.LIGHT, "drift.rows_per_second", 10_000.0)))) {
      int columns = model.schema().inputs().size();
      // Fewer than a hundred rows are not compared with the training rows.
      byte[] many = json.writeValueAsBytes(Map.of("rows", new float[100][columns]));
      assertThat(server.post("/v1/models/m:distribution", many, "*/*").statusCode()).isEqualTo(200);
      byte[] rows = json.writeValueAsBytes(Map.of("rows", new float[1][columns]));
      JsonNode reply = json.readTree(server.post("/v1/models/m:distribution", rows, "*/*").body());
      byte[] observed =
          json.writeValueAsBytes(
              Map.of(
                  "observations",
                  List.of(
                      Map.of(
                          "prediction_id", reply.get("prediction_id").asText(), "observed", 0))));
      assertThat(server.post("/v1/models/m:observe", observed, "*/*").statusCode()).isEqualTo(200);
      byte[] metrics = server.get("/metrics").body();
      return new String(metrics, StandardCharsets.UTF_8);
    }
  }
}
