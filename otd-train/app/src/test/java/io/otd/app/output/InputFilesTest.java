// SPDX-License-Identifier: Apache-2.0
package io.otd.app.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.problem.InputException;
import io.otd.table.source.TableAddress;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InputFilesTest {
  @TempDir Path folder;
  private Path table;

  @BeforeEach
  void write_a_table() throws IOException {
    table = Files.writeString(folder.resolve("in.csv"), "a,b\n1,2\n");
  }

  private static void refuses(InputFiles read, Path out) {
    assertThatThrownBy(() -> read.requireNot("--out", out))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("--out: " + out + " (expected: ");
  }

  private static void allows(InputFiles read, Path out) {
    assertThatCode(() -> read.requireNot("--out", out)).doesNotThrowAnyException();
  }

  @Test
  void a_file_is_the_same_by_every_path_and_link() throws IOException {
    InputFiles read = InputFiles.NONE.table(TableAddress.file(table));

    refuses(read, table);
    refuses(read, folder.resolve("x").resolve("..").resolve("in.csv").normalize());
    refuses(read, Path.of("").toAbsolutePath().relativize(table.toRealPath()));
    refuses(read, Files.createSymbolicLink(folder.resolve("link"), table));
    refuses(read, Files.createLink(folder.resolve("hard"), table));
    allows(read, folder.resolve("out.csv"));
    allows(read, Files.writeString(folder.resolve("copy.csv"), "a,b\n1,2\n"));
  }

  @Test
  void the_table_may_be_read_through_a_link() throws IOException {
    Path link = Files.createSymbolicLink(folder.resolve("link"), table);

    refuses(InputFiles.NONE.table(TableAddress.file(link)), table);
  }

  @Test
  void a_folder_is_read_with_all_that_is_in_it_and_below() throws IOException {
    Path parts = Files.createDirectories(folder.resolve("parts/year=2025"));
    Path part = Files.writeString(parts.resolve("p.csv"), "a\n1\n");
    InputFiles read = InputFiles.NONE.table(TableAddress.file(folder.resolve("parts")));

    refuses(read, part);
    refuses(read, parts.resolve("new.csv"));
    refuses(read, Files.createLink(folder.resolve("hard.csv"), part));
    allows(read, folder.resolve("out.csv"));
  }

  @Test
  void a_pattern_is_read_with_files_that_would_match_it() throws IOException {
    InputFiles read = InputFiles.NONE.table(TableAddress.file(folder.resolve("i*.csv")));

    refuses(read, table);
    refuses(read, folder.resolve("ix.csv"));
    refuses(read, Files.createLink(folder.resolve("hard.csv"), table));
    allows(read, folder.resolve("out.csv"));
  }

  @Test
  void a_query_is_read_with_the_files_that_it_names() {
    InputFiles read =
        InputFiles.NONE.table(
            TableAddress.query(
                "select * from '%s' join \"%s\" using (a) where b <> ''"
                    .formatted(table, folder.resolve("j*.csv"))));

    refuses(read, table);
    refuses(read, folder.resolve("jx.csv"));
    allows(read, folder.resolve("out.csv"));
  }

  @Test
  void other_texts_in_a_query_name_no_file() {
    InputFiles read =
        InputFiles.NONE.table(
            TableAddress.query(
                "select * from 'x.csv' where regexp_matches(a, '[a-z*') or a like '{*' or a = '\0?'"));

    allows(read, table);
  }

  @Test
  void the_card_of_a_table_is_read_too() {
    InputFiles read = InputFiles.NONE.table(TableAddress.file(table));

    refuses(read, folder.resolve("in.csv.card.json"));
  }

  @Test
  void what_a_model_consists_of_stays_and_tables_beside_it_may_be_replaced() throws IOException {
    Path model = Files.createDirectory(folder.resolve("model"));
    InputFiles read = InputFiles.NONE.model(model);

    for (String own : new String[] {"model.json", "report.html", "test.csv", ".lock"}) {
      refuses(read, Files.writeString(model.resolve(own), own));
    }
    allows(read, Files.writeString(model.resolve("predictions.csv"), "mean\n1\n"));
    allows(read, model.resolve("other.json"));
    assertThat(model).isDirectoryContaining(file -> file.endsWith("model.json"));
  }
}
