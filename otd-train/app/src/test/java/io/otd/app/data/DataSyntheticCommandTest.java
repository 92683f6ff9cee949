// SPDX-License-Identifier: Apache-2.0
package io.otd.app.data;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.app.OtdRun;
import io.otd.table.read.DataFile;
import io.otd.table.read.TableCard;
import io.otd.table.read.TableReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataSyntheticCommandTest {
  @TempDir Path folder;

  @Test
  void writes_a_table_with_its_card_and_the_scores_of_the_exact_law() throws IOException {
    Path file = folder.resolve("t.csv");
    OtdRun made =
        OtdRun.line(
                "data synthetic --rows 500 --columns 8 --formula branches --seed 4 --out",
                file,
                "--json")
            .ok();
    JsonNode json = made.json();
    assertThat(json.path("rows").asInt()).isEqualTo(500);
    double score = json.at("/exact_law/energy_score").asDouble();
    assertThat(score).isBetween(.5, 2.0);
    DataFile table = TableReader.read(file);
    assertThat(table.sha256()).isEqualTo(json.path("sha256").asText());
    assertThat(table.table().columns()).hasSize(9);
    TableCard card = TableCard.of(file).orElseThrow();
    assertThat(card.source()).isEqualTo("synthetic:branches");
    assertThat(card.target()).containsExactly("y");
    assertThat(card.sha256()).isEqualTo(table.sha256());

    OtdRun scored = OtdRun.line("data synthetic --score", file, "--json");
    assertThat(scored.json().at("/exact_law")).isEqualTo(json.at("/exact_law"));
    assertThat(made.out())
        .startsWith(
            "{\"sha256\":\"%s\",\"columns\":8,\"seed\":4,".formatted(table.sha256())
                + scored.out().substring(1).strip());
    assertThat(scored.out())
        .startsWith("{\"file\":\"%s\",\"formula\":\"branches\",\"rows\":500,".formatted(file))
        .containsPattern(
            "\"exact_law\":\\{\"energy_score\":[^:]+,\"expected_energy_score\":[^:]+,\"rmse\":[^:]+,\"nll\":[^:]+}}");
    OtdRun other = OtdRun.line("data synthetic --score", file, "--formula tails --json");
    assertThat(other.json().at("/exact_law/energy_score").asDouble()).isGreaterThan(1.1 * score);
  }

  @Test
  void the_values_of_a_target_are_shown() throws IOException {
    Path scale = folder.resolve("scale.csv");
    OtdRun.line("data synthetic --rows 200 --formula scale --out", scale);
    assertThat(OtdRun.line("data show", scale).out()).contains("values of y: above 0\n");
    OtdRun shown = OtdRun.line("data show", scale, "--target x1,y --json");
    assertThat(shown.json().at("/target_values/x1").asText()).isEqualTo("between 0 and 1");
    assertThat(shown.json().at("/target_values/y").asText()).isEqualTo("above 0");
  }

  @Test
  void a_gzipped_table_has_the_same_content() throws IOException {
    for (String name : new String[] {"t.csv", "t.csv.gz", "u.csv.GZ"}) {
      Path file = folder.resolve(name);
      assertThat(OtdRun.line("data synthetic --rows 50 --out", file).code()).isZero();
    }
    byte[] packed = Files.readAllBytes(folder.resolve("t.csv.gz"));
    assertThat(packed).startsWith(0x1f, 0x8b);
    assertThat(Files.readAllBytes(folder.resolve("u.csv.GZ"))).isEqualTo(packed);
    assertThat(TableReader.read(folder.resolve("t.csv.gz")).table().column("y").numbers())
        .isEqualTo(TableReader.read(folder.resolve("t.csv")).table().column("y").numbers());
    assertThat(OtdRun.line("data synthetic --score", folder.resolve("t.csv.gz")).out())
        .contains("50 rows, friedman", "energy score", "scores of the exact distribution");
  }

  @Test
  void invalid_arguments_are_reported_with_what_is_expected() throws IOException {
    Path out = folder.resolve("t.csv");
    Path parquet = folder.resolve("t.parquet");
    assertThat(OtdRun.line("data synthetic --rows 9 --out", parquet).err())
        .contains("--out: " + parquet + " (expected: .csv or .csv.gz)");
    Path link = Files.createSymbolicLink(folder.resolve("l.csv"), folder.resolve("missing/t.csv"));
    assertThat(OtdRun.line("data synthetic --rows 9 --out", link).err())
        .contains("--out: " + link, folder.resolve("missing") + " does not");
    assertThat(OtdRun.line("data synthetic").err())
        .contains("--rows, --out: not given (expected: both, or --score)");
    assertThat(OtdRun.line("data synthetic --rows 0 --out", out).err())
        .contains("--rows: 0 (expected: from 1 to");
    assertThat(OtdRun.line("data synthetic --rows 5 --columns 6 --out", out).err())
        .contains("--columns: 6 (expected: from 7 to");
    assertThat(OtdRun.line("data synthetic --rows 5 --formula friedmann --out", out).err())
        .contains(
            "--formula: friedmann (expected: one of friedman, branches, tails, scale",
            "friedman\"?");
    Path bare = Files.writeString(folder.resolve("bare.csv"), "x1,y\n1,2\n");
    assertThat(OtdRun.line("data synthetic --score", bare).err())
        .contains("--formula: not given, and", "bare.csv.card.json does not exist");
    assertThat(OtdRun.line("data synthetic --score", bare, "--rows 5").err())
        .contains("--rows, --out: given with --score");
  }
}
