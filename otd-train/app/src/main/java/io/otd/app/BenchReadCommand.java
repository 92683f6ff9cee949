// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.app.bench.ReadingBenchmark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Times reading a table. */
@Command(
    name = "read",
    mixinStandardHelpOptions = true,
    description = "Time reading a synthetic CSV file: best and median of several readings.",
    footerHeading = "%nExample:%n",
    footer = "  otd bench read --rows 1000000 --numbers 50")
final class BenchReadCommand extends OtdCommand {
  @Option(
      names = "--rows",
      defaultValue = "1000000",
      description = "Rows of the file. Default: ${DEFAULT-VALUE}.",
      paramLabel = "N")
  private int rows = 1_000_000;

  @Option(
      names = "--numbers",
      defaultValue = "50",
      description = "Columns of numbers. Default: ${DEFAULT-VALUE}.",
      paramLabel = "N")
  private int numbers = 50;

  @Option(
      names = "--texts",
      defaultValue = "0",
      description = "Columns of words. Default: ${DEFAULT-VALUE}.",
      paramLabel = "N")
  private int texts;

  @Option(
      names = "--readings",
      defaultValue = "5",
      description = "Number of timed readings. Default: ${DEFAULT-VALUE}.",
      paramLabel = "N")
  private int readings = 5;

  BenchReadCommand(Console console) {
    super(console);
  }

  @Override
  Answer run() throws IOException {
    Arguments.atLeast("--rows", rows, 1);
    Arguments.atLeast("--numbers", numbers, 0);
    Arguments.atLeast("--texts", texts, numbers == 0 ? 1 : 0);
    Arguments.atLeast("--readings", readings, 1);
    Path file = Files.createTempFile("otd-bench", ".csv");
    try {
      ReadingBenchmark.Measured m =
          new ReadingBenchmark(System::nanoTime).run(file, rows, numbers, texts, readings);
      Map<String, Object> answer = new LinkedHashMap<>();
      answer.put("rows", rows);
      answer.put("columns", numbers + texts);
      answer.put("mb", m.megabytes());
      answer.put("s_best", m.secondsBest());
      answer.put("s_median", m.secondsMedian());
      answer.put("mb_per_s", m.megabytesPerSecond());
      answer.put("rows_per_s", rows / m.secondsMedian());
      answer.put("bytes_per_row", m.bytesPerRow());
      answer.forEach((name, value) -> say("%-15s %s".formatted(name, value)));
      return Answer.ok(answer);
    } finally {
      Files.delete(file);
    }
  }
}
