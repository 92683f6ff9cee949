// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.output.InputFiles;
import io.otd.train.internal.compare.ComparisonReport;
import io.otd.train.internal.compare.ComparisonText;
import io.otd.train.internal.compare.RunComparison;
import io.otd.train.internal.page.HtmlReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares runs. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Compare finished runs or cross-validations.",
      "Shows scores and paired differences to the first run, with standard error "
          + "and p-value. The report adds calibration curves and the settings that "
          + "differ."
    },
    footerHeading = "%nExample:%n",
    footer = "  otd compare runs/table-0-folds runs/table-0-folds-2 --out compared.html")
public final class CompareCommand extends OtdCommand {
  @Parameters(
      arity = "2..*",
      paramLabel = "RUN",
      description = "Directories of runs. The first is the baseline.")
  private List<Path> runs = List.of();

  @Option(names = "--out", paramLabel = "FILE.html", description = "Write an HTML report.")
  private @Nullable Path out;

  @Option(names = "--all", description = "Show all scores instead of the most important ones.")
  private boolean all;

  CompareCommand(Console console) {
    super(console);
  }

  @Override
  public Answer run() throws IOException {
    if (out != null) {
      InputFiles read = InputFiles.NONE;
      for (Path run : runs) {
        read = read.model(run);
      }
      Arguments.writable("--out", out, read);
    }
    RunComparison comparison = RunComparison.read(runs);
    comparison.warnings().forEach(console()::warn);
    new ComparisonText(comparison, all).lines().forEach(this::say);
    Map<String, Object> json = new LinkedHashMap<>(comparison.json());
    if (out != null) {
      new HtmlReport(new ComparisonReport(comparison).page()).write(out);
      say("report     " + out);
      json.put("report", out.toString());
    }
    return Answer.ok(json);
  }
}
