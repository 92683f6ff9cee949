// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code otd train} prints for people. */
class TrainOutputTest {
  @TempDir Path folder;

  private OtdRun train(String name, Object... more) throws IOException {
    Path data = folder.resolve("parcels.csv");
    Files.writeString(data, ParcelTable.csv());
    return OtdRun.line(
            "train --data",
            data,
            "--target minutes --method otd --out",
            folder.resolve(name),
            "--set training.steps=150 --set model.hidden=16 --set masks.velocity=8",
            "--set masks.steps=1 --set evaluation.draws=200",
            more)
        .ok();
  }

  @Test
  void the_answer_is_a_verdict_and_where_to_go_on() throws IOException {
    OtdRun run = train("brief");
    List<String> lines = run.out().lines().toList();
    assertThat(lines).hasSizeLessThanOrEqualTo(10);
    assertThat(lines.get(0)).startsWith("verdict    ").contains("than the distribution of minutes");
    assertThat(run.out())
        .containsPattern("90 % intervals cover \\S+ % of 80 rows")
        .containsPattern("score      energy \\S+ ± \\S+ on 80 test rows; .* held-out rows")
        .contains("report     " + folder.resolve("brief").resolve("report.html"))
        .doesNotContain("pit_ks_p");
    assertThat(run.err())
        .contains("400 rows", "target minutes", "otd: 5 networks, up to 150 steps")
        .doesNotContain("encoding", "learning rate");
    String inspected = OtdRun.line("inspect", folder.resolve("brief")).out();
    assertThat(inspected)
        .contains("energy score", "held-out rows", "coverage of 90 % intervals", "traffic")
        .doesNotContain("pit_ks", "training.learning_rate", "masked_mlp", "XLA_FLAGS");
    assertThat(inspected.lines()).hasSizeLessThan(25).noneMatch(line -> line.length() > 200);
    // On the page a number stays with its sign.
    String report =
        Files.readString(folder.resolve("brief").resolve("report.html")).replace("\u00a0", " ");
    assertThat(report).contains(sentence(lines.get(0)));
  }

  /** Behind the title and the mark. */
  private static String sentence(String line) {
    return line.replaceFirst("verdict\\s+\\S+ ", "");
  }

  @Test
  void details_are_printed_if_they_are_asked_for() throws IOException {
    OtdRun run = train("detailed", "--verbose");
    assertThat(run.err())
        .contains("encoding", "learning rate 0.01", "each of the 5 networks holds out");
    assertThat(OtdRun.line("inspect", folder.resolve("detailed"), "--verbose").out())
        .contains("test.pit_ks_p", "training.learning_rate");
    Stream.of("verdict    ", "pit_ks_p", "interval        covered", "spread     draws scaled by")
        .forEach(part -> assertThat(run.out()).contains(part));
  }
}
