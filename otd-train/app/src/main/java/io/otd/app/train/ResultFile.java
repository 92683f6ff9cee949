// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.files.DurableFiles;
import io.otd.train.internal.page.HtmlReport;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.TerminalReport;
import io.otd.train.internal.result.JsonText;
import io.otd.train.internal.result.StoredRun;
import io.otd.train.internal.run.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** The results that a run left in its directory, which are the answer with {@code --json} too. */
public final class ResultFile {
  private ResultFile() {}

  /**
   * Reads them.
   *
   * @param directory of a finished run
   */
  static Map<String, Object> json(Path directory) throws IOException {
    return new ObjectMapper()
        .convertValue(
            StoredRun.tree(directory.resolve(StoredRun.FILE)),
            new TypeReference<LinkedHashMap<String, Object>>() {});
  }

  /**
   * Writes them, as numbers and as a page, and prints the page.
   *
   * @param say receives the page's lines
   */
  public static void write(
      Path directory, Map<String, Object> json, Page page, Consumer<String> say)
      throws IOException {
    DurableFiles.replace(
        directory.resolve(StoredRun.FILE),
        (JsonText.of(json) + "\n").getBytes(StandardCharsets.UTF_8));
    new HtmlReport(page).write(directory.resolve(RunDirectory.REPORT));
    TerminalReport.lines(page).forEach(say);
  }

  /** Whether a run is finished. */
  static boolean isIn(Path directory) {
    return java.nio.file.Files.exists(directory.resolve(StoredRun.FILE));
  }
}
