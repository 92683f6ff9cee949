// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.page;

import gg.jte.Content;
import java.util.List;

/**
 * The contents of a report, before it is rendered.
 *
 * @param title of the page
 * @param subtitle one line below it
 * @param sections in order
 */
public record Page(String title, String subtitle, List<Section> sections) {
  private static final int FEWEST_OF_CONTENTS = 5;

  /** Keeps the sections. */
  public Page {
    sections = List.copyOf(sections);
  }

  /** Whether the page is so long that it has a list of its sections. */
  public boolean hasContents() {
    return sections.size() >= FEWEST_OF_CONTENTS;
  }

  /**
   * A part of the page under a heading.
   *
   * @param title the heading
   * @param blocks in order
   * @param folded whether a reader opens it first, where the form of the report allows it
   */
  public record Section(String title, List<Block> blocks, boolean folded) {
    /** Keeps the blocks. */
    public Section {
      blocks = List.copyOf(blocks);
    }

    /** An open section. */
    public Section(String title, List<Block> blocks) {
      this(title, blocks, false);
    }

    /** The same section, folded: detail that not every reader needs. */
    public Section fold() {
      return new Section(title, blocks, true);
    }

    /** A section of some blocks. */
    public static Section of(String title, Block... blocks) {
      return new Section(title, List.of(blocks));
    }
  }

  /** Turns a block into the markup that the page's template puts in its place. */
  @FunctionalInterface
  public interface Blocks {
    /** The markup of a block. */
    Content content(Block block);
  }
}
