// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.otd.core.internal.files.DurableFiles;
import io.otd.paper.experiment.Figure;
import io.otd.train.internal.page.HtmlReport;
import io.otd.train.internal.page.MarkdownReport;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.result.StoredRun;
import io.otd.train.internal.run.RunDirectory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Writes the results of an experiment: {@code result.json}, {@code report.html}, {@code result.md}
 * and one PNG a picture.
 *
 * @param directory of the files; made if needed
 */
public record ResultFiles(Path directory) {
  private static final String PAGE = "result.md";

  /**
   * Writes the files; those of an earlier result are replaced.
   *
   * @param result what was found
   * @param origin where and with what: version, machine, flags, time
   * @throws IOException if one cannot be written
   */
  public void write(ExperimentResult result, Map<String, String> origin) throws IOException {
    Files.createDirectories(directory);
    for (Figure figure : result.figures()) {
      figure.picture().write(directory.resolve(figure.file() + ".png"));
    }
    ObjectWriter writer = new ObjectMapper().writerWithDefaultPrettyPrinter();
    String json = writer.writeValueAsString(ResultJson.of(result, origin)) + "\n";
    DurableFiles.replace(directory.resolve(StoredRun.FILE), json.getBytes(StandardCharsets.UTF_8));
    Page page = ExperimentReport.page(result, origin);
    Map<Picture, String> files =
        result.figures().stream()
            .collect(Collectors.toMap(Figure::picture, f -> f.file() + ".png"));
    DurableFiles.replace(
        directory.resolve(PAGE),
        new MarkdownReport(page, files).markdown().getBytes(StandardCharsets.UTF_8));
    new HtmlReport(page).write(directory.resolve(RunDirectory.REPORT));
  }
}
