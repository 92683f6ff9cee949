package io.otd.app;

import io.otd.train.compare.ComparisonReport;
import io.otd.train.compare.ComparisonText;
import io.otd.train.compare.RunComparison;
import io.otd.train.report.HtmlReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Sets runs beside each other. */
@Command(
    name = "compare",
    mixinStandardHelpOptions = true,
    description = {
      "Set finished runs or cross-validations beside each other: scores, paired differences to the",
      "first with a standard error and a test, calibration curves, settings that differ."
    },
    footerHeading = "%nExample:%n",
    footer = "  otd compare runs/table-0-folds runs/table-0-folds-2 --out compared.html")
final class CompareCommand extends OtdCommand {
  @Parameters(
      arity = "2..*",
      paramLabel = "RUN",
      description = "Directories of runs; the others are compared with the first.")
  private List<Path> runs = List.of();

  @Option(names = "--out", paramLabel = "FILE.html", description = "Write a report.")
  private @Nullable Path out;

  @Option(names = "--all", description = "Show every score, not only those that matter most.")
  private boolean all;

  CompareCommand(Console console) {
    super(console);
  }

  @Override
  Answer run() throws IOException {
    if (out != null) {
      Arguments.writable("--out", out);
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
