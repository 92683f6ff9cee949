// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.page;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.TemplateOutput;
import gg.jte.output.StringOutput;
import io.otd.core.internal.files.DurableFiles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/**
 * A report as one HTML file that needs nothing else: styles and pictures are inside, nothing is
 * fetched, nothing is run.
 *
 * @param page with the contents
 */
public record HtmlReport(Page page) {
  private static final String TEMPLATES = "io.otd.train.internal.page.templates";

  /** The file's text. */
  public String html() {
    TemplateEngine engine =
        TemplateEngine.createPrecompiled(
            null, ContentType.Html, HtmlReport.class.getClassLoader(), TEMPLATES);
    Page.Blocks blocks =
        block -> (TemplateOutput out) -> engine.render(block.template(), block, out);
    StringOutput output = new StringOutput();
    engine.render("page.jte", Map.of("page", page, "blocks", blocks), output);
    return output.toString();
  }

  /**
   * Writes the file; a reader sees either the complete old or the complete new one.
   *
   * @param file is replaced if it exists; its directory is made if needed
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    Path whole = file.toAbsolutePath();
    Path directory = whole.getParent();
    if (directory != null) {
      Files.createDirectories(directory);
    }
    DurableFiles.replace(whole, html().getBytes(StandardCharsets.UTF_8));
  }
}
