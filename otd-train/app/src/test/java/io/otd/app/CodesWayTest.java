// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.RandomTable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A column of codes from the table to the prediction, however its numbers are written. */
class CodesWayTest {
  private static final int ROWS = 600;
  private static final int CODES = 20;

  @TempDir Path folder;

  /** The target of each place, without noise. */
  private static double[] effects() {
    SplittableRandom random = new SplittableRandom(5);
    return IntStream.range(0, CODES).mapToDouble(i -> 3 * random.nextGaussian()).toArray();
  }

  /** Places as a program writes them that takes numbers beside missing cells for real ones. */
  private Path table() throws IOException {
    double[] effects = effects();
    RandomTable.Row row =
        (i, random) -> {
          int place = i % CODES;
          double x = random.nextDouble(-1, 1);
          double y = effects[place] + x + .1 * random.nextGaussian();
          String code = i % 67 == 0 ? "" : 100 + place + ".0";
          return String.format(Locale.ROOT, "%s,%.4f,%.4f", code, x, y);
        };
    return Files.writeString(
        folder.resolve("table.csv"), RandomTable.csv("place,x,y", ROWS, 7, row));
  }

  private OtdRun predicted(Path model, String places) throws IOException {
    String rows = "place,x\n" + places.lines().map(p -> p + ",0\n").reduce("", String::concat);
    Path data = Files.writeString(folder.resolve("new.csv"), rows);
    OtdRun run = OtdRun.line("predict", model, "--data", data, "--json").ok();
    return run;
  }

  @Test
  @Tag("long")
  void codes_are_recognised_and_predicted_in_any_notation() throws IOException {
    Path model = folder.resolve("model");
    OtdRun run =
        OtdRun.line(
                "train --data",
                table(),
                "--target y --out",
                model,
                "--method otd --set model.members=1 --set masks.velocity=8 --set masks.steps=1",
                "--set model.hidden=32,32 --set training.steps=500 --set training.learning_rate=0.005")
            .ok();
    assertThat(run.out() + run.err())
        .contains("column \"place\": 20 whole numbers are taken as codes");

    OtdRun written = predicted(model, "103.0\n107.0\n");
    JsonNode rows = written.json().path("predictions");
    for (int place : new int[] {3, 7}) {
      assertThat(rows.path(place == 3 ? 0 : 1).path("mean").asDouble())
          .isCloseTo(effects()[place], within(1.));
    }
    assertThat(written.err()).doesNotContain("no category");
    assertThat(predicted(model, "103\n107\n").json().path("predictions")).isEqualTo(rows);

    OtdRun mixed = predicted(model, "103.0\n0107\nunknown\n");
    assertThat(mixed.json().path("predictions").path(1)).isEqualTo(rows.path(1));
    assertThat(mixed.err()).contains("1 of 3 rows", "\"unknown\"");
  }
}
