// SPDX-License-Identifier: Apache-2.0
package io.otd.app.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.app.OtdRun;
import io.otd.app.command.Console;
import io.otd.app.command.Interruption;
import io.otd.app.table.TableFiles;
import io.otd.core.internal.files.FileDigest;
import io.otd.table.internal.download.LocalServer;
import io.otd.table.problem.InputException;
import io.otd.table.read.TableCard;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DataCommandTest {
  private static final String ARFF =
      "@relation r\n@attribute a real\n@attribute b {x,y}\n@data\n1,x\n?,x\n3.5,y\n";

  @TempDir Path folder;

  @Test
  void shows_the_columns_of_a_table() throws IOException {
    Path file = Files.writeString(folder.resolve("t.arff"), ARFF);
    OtdRun run = OtdRun.line("data show", file).ok();
    assertThat(run.out())
        .contains("3 rows, 2 columns, 12 bytes a row")
        .containsPattern("a +numeric +1 +2 +1 to 3\\.5, mean 2\\.25")
        .containsPattern("b +text +0 +2 +\"x\" 2, \"y\" 1");
    assertThat(OtdRun.line("data show", file, "--json").out())
        .isEqualToIgnoringNewLines(
            """
            {"file":"%s","sha256":"%s","rows":3,"bytes_per_row":12,"columns":[\
            {"name":"a","kind":"numeric","missing":1,"distinct":2,"values":"1 to 3.5, mean 2.25"},\
            {"name":"b","kind":"text","missing":0,"distinct":2,"values":"\\"x\\" 2, \\"y\\" 1"}]}
            """
                .formatted(file, FileDigest.of(file).sha256()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"x", "Blast Furnace Slag (component 2)(kg in a m^3 mixture)"})
  void columns_of_any_name_align_with_their_headers(String name) throws IOException {
    Path file = Files.writeString(folder.resolve("t.csv"), name + ",y\n1,2\n3,4\n");
    List<String> lines = OtdRun.line("data show", file).out().lines().toList();
    assertThat(lines.get(1)).startsWith("  column  ");
    for (String line : lines.subList(2, 4)) {
      assertThat(line.indexOf("numeric")).isEqualTo(lines.get(1).indexOf("kind"));
    }
  }

  @Test
  void shows_a_table_with_the_given_format_options() throws IOException {
    Path file = folder.resolve("t.txt");
    Files.write(file, "5;é\n-9;x\n".getBytes(StandardCharsets.ISO_8859_1));
    OtdRun run =
        OtdRun.line("data show", file, "--encoding iso_8859_1 --header absent --missing -9,x").ok();
    assertThat(run.out())
        .containsPattern("column_1 +numeric +1 +1 +5 to 5")
        .containsPattern("column_2 +text +1 +1 +\"é\" 1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"//host", "host", "ftp://host", "http:", "http://"})
  void an_invalid_server_address_is_reported(String address) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    Console console = new Console(nowhere, nowhere, () -> false, new Interruption());
    TableFiles files = new TableFiles(console, Map.of(TableFiles.SERVER, address));
    assertThatThrownBy(files::cache)
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith("OTD_OPENML: " + address + " (expected: an address such as https");
  }

  @Test
  void fetches_an_openml_data_set_and_prints_its_path() throws IOException {
    try (LocalServer server = new LocalServer()) {
      server.answer(
          "/api/v1/json/data/5",
          LocalServer.body(
              200,
              """
              {"data_set_description":{"name":"small","format":"ARFF","licence":"CC0",
              "url":"%s/f.arff","default_target_attribute":"a"}}
              """
                  .formatted(server.base())));
      server.answer("/f.arff", LocalServer.body(200, ARFF));
      List<String> where = OtdRun.words("--server", server.base(), "--cache", folder.resolve("c"));
      OtdRun run = OtdRun.line("data get openml:5", where).ok();
      Path file = Path.of(run.out().strip());
      assertThat(file).hasContent(ARFF);
      assertThat(run.err()).contains("small, licence CC0; target a, left out none");
      OtdRun again = OtdRun.line("data get openml:5", where, "--json");
      assertThat(again.out())
          .isEqualToIgnoringNewLines(
              """
              {"file":"%s","name":"small","licence":"CC0","target":["a"],"ignore":[],"folds":"",\
              "sha256":"%s"}
              """
                  .formatted(file, FileDigest.of(file).sha256()));
      OtdRun settings = OtdRun.line("train", file, "--print-settings");
      assertThat(settings.out()).contains("target: [a]");
      assertThat(OtdRun.line("train", file, "--target b --print-settings").out())
          .contains("target: [b]");
      OtdRun unknown = OtdRun.line("data get openml:6", where);
      assertThat(unknown.code()).isEqualTo(2);
      assertThat(unknown.err()).startsWith("otd: ").contains("HTTP status 404");
    }
  }

  @Test
  void the_card_of_a_table_supplies_options_that_are_not_given() throws IOException {
    Path file = Files.writeString(folder.resolve("t.csv"), "id,a,y\n1,2,3\n");
    Files.writeString(folder.resolve("f.csv"), "fold\n0\n");
    new TableCard(
            TableCard.FORMAT, "hand", "t", "", List.of("y"), List.of("id"), "f.csv", "unknown")
        .write(file);
    OtdRun run = OtdRun.line("train --data", file, "--print-settings");
    assertThat(run.out())
        .contains("target: [\"y\"]")
        .contains("ignore: [id]")
        .contains("folds: " + folder.resolve("f.csv"));
    assertThat(OtdRun.line("data show", file).out())
        .contains("target [y], left out [id], from hand");
    assertThat(OtdRun.line("data show", file, "--json").out().strip())
        .endsWith(
            "],\"target_values\":{\"y\":\"all numbers\"},\"target\":[\"y\"],\"ignore\":[\"id\"]}");
    Files.writeString(TableCard.beside(file), "{}");
    OtdRun broken = OtdRun.line("train --data", file, "--print-settings");
    assertThat(broken.code()).isEqualTo(2);
    assertThat(broken.err()).contains("t.csv.card.json: format version");
  }

  @Test
  void invalid_references_and_servers_are_reported() {
    OtdRun run = OtdRun.line("data get 4353");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("\"4353\" (expected: openml: and the number");
    OtdRun server = OtdRun.line("data get openml:5 --server ftp://x");
    assertThat(server.code()).isEqualTo(2);
    assertThat(server.err()).contains("ftp://x (expected: an address such as https://");
    assertThat(OtdRun.line("data").code()).isEqualTo(2);
  }
}
