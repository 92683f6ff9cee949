// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RealDataWayTest {
  @TempDir Path folder;

  @Test
  @Tag("long")
  void compares_a_method_on_a_local_table_with_its_peers() throws IOException {
    Path set = Files.createDirectories(folder.resolve("tables/forestfires"));
    StringBuilder table = new StringBuilder("x,area\n");
    for (int i = 0; i < 40; i++) {
      table.append(i).append(',').append(i % 3 == 0 ? 0 : i).append('\n');
    }
    Files.writeString(set.resolve("data.csv"), table);
    OtdRun run = reproduce("one", "--folds 2").ok();
    assertThat(run.err()).contains("forestfires (40 rows)", "best neural peer: engression");
    JsonNode one = run.json().path("runs").path(0);
    assertThat(one.path("recipe").asText()).isEqualTo("mc-dropout");
    assertThat(one.path("rows").asInt()).isEqualTo(40);
    assertThat(one.at("/settings/data.target/0").asText()).isEqualTo("log(1 + area)");
    // log(1 + 39) = 3.7 is the largest value on the scale of the scores.
    assertThat(one.at("/mean/rmse").asDouble()).isBetween(.01, 5.0);
    Path fold = folder.resolve("one/forestfires/mc-dropout/fold-0");
    JsonNode first = new ObjectMapper().readTree(fold.resolve("result.json").toFile());
    double onScale = first.at("/test/nll_kde").asDouble();
    double spread = Math.abs(one.at("/mean/nll_kde").asDouble() - onScale);
    assertThat(spread).as("the likelihood is that of the area").isGreaterThan(.5);
    assertThat(Files.readString(folder.resolve("one/report.html"))).contains("engression");

    OtdRun alone =
        OtdRun.line("train", fold.resolve("settings.yaml"), "--json --out", folder.resolve("alone"))
            .ok();
    assertThat(alone.json().path("test")).isEqualTo(first.path("test"));

    OtdRun again = reproduce("one", "--folds 2 --resume");
    assertThat(again.err()).contains("done before");
    assertThat(again.json().at("/runs/0/mean/rmse").asDouble())
        .isCloseTo(one.at("/mean/rmse").asDouble(), within(0.0));
    assertThat(reproduce("one").err()).contains("one: already exists (expected: a new or empty");
    assertThat(reproduce("one", "--folds 3 --resume").err())
        .contains("settings.yaml: begun with other settings");
  }

  @Test
  void missing_or_unknown_inputs_are_reported_before_training() {
    assertThat(reproduce("two").err())
        .contains(
            "forestfires: no table (expected: one of data.csv, data.csv.gz, data.arff in it)");
    assertThat(OtdRun.line("reproduce openml --dataset concret").err())
        .contains("--dataset: concret (expected: of energy, synchronous,", "concrete\"?");
    assertThat(OtdRun.line("reproduce openml --methods otdd").err())
        .contains("--methods: otdd (expected: of otd, pool, paper,");
    assertThat(OtdRun.line("reproduce rom --dataset concrete").err())
        .contains("--dataset: unknown option", "otd reproduce rom --help");
    assertThat(OtdRun.line("reproduce openml --seeds 3").err()).contains("--seeds: unknown option");
  }

  private OtdRun reproduce(String out, Object... more) {
    return OtdRun.line(
        "reproduce openml --scale quick --dataset forestfires --methods mc-dropout --json",
        "--data-dir",
        folder.resolve("tables"),
        "--out",
        folder.resolve(out),
        more);
  }
}
