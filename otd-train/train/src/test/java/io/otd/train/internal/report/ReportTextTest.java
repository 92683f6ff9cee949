// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.MarkdownReport;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.TerminalReport;
import io.otd.train.internal.plot.Picture;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportTextTest {
  private static final Picture PICTURE = Picture.paint("a black square", 2, 2, g -> {});

  private static final Page PAGE =
      new Page(
          "Prices",
          "from three columns",
          List.of(
              Page.Section.of(
                  "Scores",
                  new Block.Tiles(
                      List.of(
                          new Block.Tile("Rows", "40", ""),
                          new Block.Tile("Energy score", "1.5", "lower is better"))),
                  new Block.Table(
                      List.of("table", "here", "empty"),
                      List.of(
                          List.of(
                              Block.Cell.of("a|b"),
                              new Block.Cell("holds", Block.Mark.GOOD),
                              Block.Cell.of("")),
                          List.of(
                              Block.Cell.of("longer"),
                              new Block.Cell("does not hold", Block.Mark.BAD),
                              Block.Cell.of(""))),
                      "Of all rows.")),
              Page.Section.of(
                  "Pictures",
                  new Block.Figures(
                      false,
                      List.of(
                          new Block.Figure(PICTURE, "A square."),
                          new Block.Figure(
                              Picture.paint("another", 2, 2, g -> {}), "Without a file.")))),
              Page.Section.of(
                  "How it was made",
                  new Block.Settings("Settings", false, Map.of("steps", "100")),
                  new Block.Settings("Provenance", true, Map.of("machine", "2 cores")))));

  @Test
  void the_terminal_report_aligns_columns_and_omits_settings() {
    assertThat(TerminalReport.lines(PAGE))
        .containsExactly(
            "Scores",
            "  Rows          40",
            "  Energy score  1.5  lower is better",
            "  table   here",
            "  a|b     holds",
            "  longer  does not hold",
            "  Of all rows.",
            "");
  }

  @Test
  void markdown_omits_collapsed_blocks_and_pictures_without_a_file() {
    assertThat(new MarkdownReport(PAGE, Map.of(PICTURE, "square.png")).markdown())
        .isEqualTo(
            """
            # Prices

            from three columns

            ## Scores

            - Rows: 40
            - Energy score: 1.5, lower is better

            | table | here | empty |
            | --- | --- | --- |
            | a\\|b | holds |  |
            | longer | **does not hold** |  |

            Of all rows.

            ## Pictures

            ![A square.](square.png)

            A square.

            ## How it was made

            - machine: 2 cores
            """);
  }

  @Test
  void markdown_breaks_long_lines_but_never_before_a_list_marker() {
    String item = "word ".repeat(27); // 135 characters; the dash would be the first that is too far
    String paragraph = item + "- two 3. " + "more ".repeat(30).strip();
    Page page =
        new Page(
            "Long",
            "",
            List.of(
                Page.Section.of(
                    "Text",
                    new Block.Text(paragraph),
                    new Block.Settings("Open", true, Map.of("words", item + "and more")))));
    String markdown = new MarkdownReport(page, Map.of()).markdown();
    assertThat(markdown.lines()).allMatch(line -> line.length() <= 150);
    assertThat(markdown.replaceAll("\\s+", " "))
        .contains(paragraph, "- words: " + item + "and more");
    assertThat(markdown.lines().filter(line -> line.matches("[-+*>|#].*|\\d+[.)].*")))
        .allMatch(line -> line.startsWith("#") || line.startsWith("- words: word "));
    assertThat(markdown.lines()).anyMatch(line -> line.startsWith("  word "));
  }
}
