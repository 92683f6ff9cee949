// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.files.InvalidFileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StudyFilesTest {
  private static final Map<String, String> SETTINGS = Map.of("steps", "4");

  @TempDir Path folder;
  private final List<String> notes = new ArrayList<>();

  private record Measured(int format, Map<String, String> made, double score)
      implements StudyFiles.Content {}

  private StudyFiles files(String version) {
    return new StudyFiles(folder.resolve("runs"), Map.of("OTD", version), notes::add);
  }

  private void keep() throws IOException {
    StudyFiles files = files("1");
    files.keep("a-0", new Measured(StudyFiles.FORMAT, files.made(SETTINGS), 0.5));
  }

  @Test
  void the_settings_of_the_item_come_before_what_all_depend_on() throws IOException {
    keep();
    assertThat(Files.readString(folder.resolve("runs/a-0.json")))
        .isEqualTo(
            """
            {
              "format" : 1,
              "made" : {
                "steps" : "4",
                "OTD" : "1"
              },
              "score" : 0.5
            }
            """);
  }

  @Test
  void a_file_counts_only_if_settings_and_origin_are_as_they_were() throws IOException {
    keep();
    assertThat(files("1").find("a-0", SETTINGS, Measured.class))
        .hasValueSatisfying(found -> assertThat(found.score()).isEqualTo(0.5));
    assertThat(notes).isEmpty();
    assertThat(files("1").find("a-0", Map.of("steps", "5"), Measured.class)).isEmpty();
    assertThat(files("2").find("a-0", SETTINGS, Measured.class)).isEmpty();
    assertThat(notes).hasSize(2).allMatch(note -> note.endsWith("it is done again"));
  }

  @Test
  void nothing_is_found_where_nothing_is() throws IOException {
    keep();
    assertThat(files("1").find("b-0", SETTINGS, Measured.class)).isEmpty();
    files("1").remove("a-0");
    assertThat(files("1").find("a-0", SETTINGS, Measured.class)).isEmpty();
    assertThat(notes).isEmpty();
  }

  @Test
  void a_damaged_file_is_an_error() throws IOException {
    keep();
    Files.writeString(folder.resolve("runs/a-0.json"), "{\"format\": 1");
    assertThatThrownBy(() -> files("1").find("a-0", SETTINGS, Measured.class))
        .isInstanceOf(InvalidFileException.class)
        .hasMessageContaining("a-0.json");
  }
}
