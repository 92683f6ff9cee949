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
  /** Keeps the sections. */
  public Page {
    sections = List.copyOf(sections);
  }

  /**
   * A part of the page under a heading.
   *
   * @param title the heading
   * @param blocks in order
   */
  public record Section(String title, List<Block> blocks) {
    /** Keeps the blocks. */
    public Section {
      blocks = List.copyOf(blocks);
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
