// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.page;

import io.otd.train.internal.plot.Picture;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A report as Markdown, to be stored next to the files of its pictures. Collapsed blocks, and
 * pictures without a file, are left out.
 *
 * @param page with the contents
 * @param files of pictures, seen from the Markdown file
 */
public record MarkdownReport(Page page, Map<Picture, String> files) {
  /**
   * As many words as fit in a line. The next line must not begin with what would make it an item, a
   * heading, a quotation or a row of a table.
   */
  private static final Pattern LINE =
      Pattern.compile("(.{1,140})(?: (?!(?:[-+*>|]|#+|\\d+[.)])(?: |$))|$)");

  /** Keeps the files. */
  public MarkdownReport {
    files = Map.copyOf(files);
  }

  /** The file's text. */
  public String markdown() {
    List<String> paragraphs = new ArrayList<>(List.of("# " + page.title(), lines(page.subtitle())));
    for (Page.Section section : page.sections()) {
      List<String> inside =
          section.blocks().stream().flatMap(block -> paragraphs(block).stream()).toList();
      if (!inside.isEmpty()) {
        paragraphs.add("## " + section.title());
        paragraphs.addAll(inside);
      }
    }
    return String.join("\n\n", paragraphs) + "\n";
  }

  private List<String> paragraphs(Block block) {
    if (block instanceof Block.Text text) {
      return List.of(lines(text.paragraph()));
    }
    if (block instanceof Block.Findings list) {
      return List.of(
          list(list.findings().stream().map(f -> f.mark().sign() + " " + f.sentence()).toList()));
    }
    if (block instanceof Block.Table table) {
      return table(table);
    }
    if (block instanceof Block.Figures figures) {
      return figures.figures().stream().flatMap(figure -> figure(figure).stream()).toList();
    }
    if (block instanceof Block.Tiles tiles) {
      return List.of(
          list(
              tiles.tiles().stream()
                  .map(
                      t ->
                          t.label()
                              + ": "
                              + t.value()
                              + (t.note().isEmpty() ? "" : ", " + t.note()))
                  .toList()));
    }
    if (block instanceof Block.Settings settings && settings.open()) {
      return List.of(
          list(
              settings.values().entrySet().stream()
                  .map(e -> e.getKey() + ": " + e.getValue())
                  .toList()));
    }
    return List.of();
  }

  private List<String> figure(Block.Figure figure) {
    String file = files.get(figure.picture());
    return file == null
        ? List.of()
        : List.of("![%s](%s)".formatted(figure.caption(), file), lines(figure.caption()));
  }

  private static List<String> table(Block.Table table) {
    List<String> lines = new ArrayList<>();
    lines.add(row(table.head()));
    lines.add(row(table.head().stream().map(name -> "---").toList()));
    table
        .rows()
        .forEach(cells -> lines.add(row(cells.stream().map(MarkdownReport::cell).toList())));
    String whole = String.join("\n", lines);
    return table.note().isEmpty() ? List.of(whole) : List.of(whole, lines(table.note()));
  }

  private static String cell(Block.Cell cell) {
    return cell.mark() == Block.Mark.BAD ? "**" + cell.text() + "**" : cell.text();
  }

  private static String row(List<String> cells) {
    return cells.stream()
        .map(cell -> cell.replace("|", "\\|"))
        .collect(Collectors.joining(" | ", "| ", " |"));
  }

  private static String list(List<String> items) {
    return items.stream()
        .map(item -> "- " + lines(item).replace("\n", "\n  "))
        .collect(Collectors.joining("\n"));
  }

  private static String lines(String text) {
    return LINE.matcher(text).replaceAll("$1\n").stripTrailing();
  }
}
