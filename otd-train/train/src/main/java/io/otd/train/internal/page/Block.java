// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.page;

import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.verdict.Finding;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/** A piece of a report. */
public sealed interface Block {
  /** Name of the template that shows it. */
  String template();

  /**
   * A paragraph.
   *
   * @param paragraph plain text
   */
  record Text(String paragraph) implements Block {
    @Override
    public String template() {
      return "block/text.jte";
    }
  }

  /**
   * Sentences with a mark each.
   *
   * @param findings in order
   * @param picture of what they are about, if there is one
   */
  record Findings(List<Finding> findings, Optional<Figure> picture) implements Block {
    /** Keeps the findings. */
    public Findings {
      findings = List.copyOf(findings);
    }

    /** Sentences alone. */
    public Findings(List<Finding> findings) {
      this(findings, Optional.empty());
    }

    @Override
    public String template() {
      return "block/findings.jte";
    }
  }

  /**
   * The few numbers that matter most.
   *
   * @param tiles in order
   */
  record Tiles(List<Tile> tiles) implements Block {
    /** Keeps the tiles. */
    public Tiles {
      tiles = List.copyOf(tiles);
    }

    /**
     * Name of the style: by threes where that leaves no tile alone in a row, else by twos, the last
     * one as wide as it has to be.
     */
    public String style() {
      return tiles.size() % 3 == 0 ? "thirds" : "halves";
    }

    @Override
    public String template() {
      return "block/tiles.jte";
    }
  }

  /**
   * One number.
   *
   * @param label what it is
   * @param value as shown
   * @param note below it, possibly empty
   */
  record Tile(String label, String value, String note) {}

  /**
   * A table; its first column names the rows.
   *
   * @param head one name per column
   * @param rows one cell per column each
   * @param note below it, possibly empty
   */
  record Table(List<String> head, List<List<Cell>> rows, String note) implements Block {
    /** Checks the number of cells. */
    public Table {
      head = List.copyOf(head);
      rows = rows.stream().map(List::copyOf).toList();
      for (List<Cell> row : rows) {
        if (row.size() != head.size()) {
          throw new IllegalArgumentException(
              "table row " + row + ": " + row.size() + " cells (expected: " + head.size() + ")");
        }
      }
    }

    /** The same without the columns that have nothing below their name. */
    public Table withoutEmptyColumns() {
      int[] kept =
          IntStream.range(0, head.size())
              .filter(j -> rows.stream().anyMatch(row -> !row.get(j).text().isEmpty()))
              .toArray();
      return new Table(of(head, kept), rows.stream().map(row -> of(row, kept)).toList(), note);
    }

    private static <T> List<T> of(List<T> cells, int[] columns) {
      return Arrays.stream(columns).mapToObj(cells::get).toList();
    }

    /** Name of the style of a column's head: that of its cells, where they are words. */
    public String style(int column) {
      boolean words = !rows.isEmpty() && rows.get(0).get(column).mark() == Mark.WORDS;
      return words ? Mark.WORDS.style() : Mark.NONE.style();
    }

    @Override
    public String template() {
      return "block/table.jte";
    }
  }

  /**
   * One entry of a table.
   *
   * @param text as shown
   * @param mark its meaning
   */
  record Cell(String text, Mark mark) {
    /** Without a mark. */
    public static Cell of(String text) {
      return new Cell(text, Mark.NONE);
    }
  }

  /** Meaning of a cell; also stated in the text, for readers who cannot see the colours. */
  enum Mark {
    /** Nothing particular. */
    NONE,
    /** Words rather than a number. */
    WORDS,
    /** Stands out. */
    STRONG,
    /** As hoped for. */
    GOOD,
    /** Not as hoped for. */
    BAD;

    /** Name of the style. */
    public String style() {
      return name().toLowerCase(java.util.Locale.ROOT);
    }
  }

  /**
   * Pictures with captions.
   *
   * @param wide one below the other; otherwise as many side by side as fit
   * @param figures in order
   */
  record Figures(boolean wide, List<Figure> figures) implements Block {
    /** Keeps the figures. */
    public Figures {
      figures = List.copyOf(figures);
    }

    @Override
    public String template() {
      return "block/figures.jte";
    }
  }

  /**
   * Small pictures that make one figure, as many side by side as fit.
   *
   * @param panels in order, at least one
   * @param key what their lines and areas are, where they do not say it themselves
   * @param caption below them
   */
  record Panels(List<Picture> panels, Optional<Picture> key, String caption) implements Block {
    private static final int MOST_IN_A_ROW = 4;

    /** Keeps the pictures. */
    public Panels {
      panels = List.copyOf(panels);
    }

    /** Name of the style: all in one row where they fit, else by threes. */
    public String style() {
      return panels.size() <= MOST_IN_A_ROW ? "row" : "threes";
    }

    @Override
    public String template() {
      return "block/panels.jte";
    }
  }

  /**
   * One picture.
   *
   * @param picture itself
   * @param caption below it
   */
  record Figure(Picture picture, String caption) {}

  /**
   * Names and values that can be folded away.
   *
   * @param title what they are
   * @param open whether they are shown at first
   * @param values in order
   */
  record Settings(String title, boolean open, Map<String, String> values) implements Block {
    /** Keeps the order. */
    public Settings {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    @Override
    public String template() {
      return "block/settings.jte";
    }
  }
}
