// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table with dates end to end: show, train, predict, export, predict with the export. */
class DatesWayTest {
  @TempDir Path folder;

  private static String csv(int rows) {
    StringBuilder text = new StringBuilder("when,sold\n");
    for (int i = 0; i < rows; i++) {
      LocalDate day = LocalDate.of(2022, 1, 1).plusDays(11L * i);
      String cell = i % 10 == 3 ? "" : "%td.%<tm.%<tY".formatted(day);
      text.append("%s,%d%n".formatted(cell, day.getMonthValue() + day.getYear() - 2000));
    }
    return text.toString();
  }

  @Test
  @Tag("long")
  void dates_are_shown_learned_and_served() throws IOException {
    Path data = Files.writeString(folder.resolve("sales.csv"), csv(60));
    OtdRun shown = OtdRun.line("data show", data);
    assertThat(shown.out()).contains("date", "2022-01-01 to ");

    Path model = folder.resolve("model");
    OtdRun.line(
            "train --data",
            data,
            "--target sold --out",
            model,
            "--set model.hidden=8,8 --set training.steps=20 --set model.members=1",
            "--set masks.velocity=8 --set masks.steps=1 --set evaluation.draws=50")
        .ok();

    Path rows = Files.writeString(folder.resolve("new.csv"), "when\n01.07.2024\n\"\"\n3.8.2024\n");
    JsonNode predicted = predictions(model, rows);
    assertThat(predicted).hasSize(3);
    OtdRun.line("export", model, "--to", folder.resolve("served")).ok();
    JsonNode served = predictions(folder.resolve("served"), rows);
    for (int i = 0; i < 3; i++) {
      double spread = predicted.get(i).path("std").asDouble();
      assertThat(served.get(i).path("mean").asDouble())
          .isCloseTo(predicted.get(i).path("mean").asDouble(), within(spread));
    }

    Path wrong = Files.writeString(folder.resolve("wrong.csv"), "when\n07/31/2024\n");
    OtdRun refused = OtdRun.line("predict", model, "--data", wrong);
    assertThat(refused.code()).isEqualTo(2);
    assertThat(refused.err())
        .contains("wrong.csv, line 2, column \"when\": \"07/31/2024\" (expected: a date such as ");
  }

  private static JsonNode predictions(Path model, Path rows) throws IOException {
    OtdRun run = OtdRun.line("predict", model, "--data", rows, "--json").ok();
    return run.json().path("predictions");
  }
}
