// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.app.bench.CompiledBenchmark;
import io.otd.core.internal.files.DurableFiles;
import io.otd.train.internal.platform.NativeFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Times a served model, plain and compiled. */
@Command(
    name = "compiled",
    mixinStandardHelpOptions = true,
    description = {
      "Time a served model with and without compilation, interleaved.",
      "The model predicts mean, spread and quantiles, as with otd serve --compile; it has"
          + " 8 columns and two layers of 64."
    },
    footerHeading = "%nExample:%n",
    footer = "  otd bench compiled --draws 1000 --rows 1,16,256 --json")
final class BenchCompiledCommand extends OtdCommand {
  @Option(
      names = "--draws",
      defaultValue = "1000",
      description = "Draws per prediction. Default: ${DEFAULT-VALUE}.",
      paramLabel = "K")
  private int draws = 1000;

  @Option(
      names = "--rows",
      split = ",",
      defaultValue = "1,16,64,256",
      description = "Rows per run. Default: ${DEFAULT-VALUE}.",
      paramLabel = "N")
  private List<Integer> rows = List.of(1, 16, 64, 256);

  @Option(
      names = "--compile",
      split = ",",
      paramLabel = "ROWS",
      defaultValue = "1,16",
      description =
          "Compiled numbers of rows; larger runs are split into pieces of the largest. "
              + "Default: ${DEFAULT-VALUE}.")
  private List<Integer> compiledRows = List.of(1, 16);

  @Option(
      names = "--runs",
      defaultValue = "50",
      description = "Number of timed runs of each size. Default: ${DEFAULT-VALUE}.",
      paramLabel = "N")
  private int runs = 50;

  private record Timed(List<CompiledBenchmark.Measured> compiled, String flags) {}

  BenchCompiledCommand(Console console) {
    super(console);
  }

  @Override
  Answer run() throws IOException {
    Arguments.atLeast("--runs", runs, 1);
    Arguments.atLeast("--draws", draws, 1);
    rows.forEach(n -> Arguments.atLeast("--rows", n, 1));
    compiledRows.forEach(n -> Arguments.atLeast("--compile", n, 1));
    NativeFlags.setForServing();
    say(
        "%6s %6s %10s %12s %7s %11s"
            .formatted("draws", "rows", "ms plain", "ms compiled", "ratio", "difference"));
    List<CompiledBenchmark.Measured> all = new ArrayList<>();
    Path directory = Files.createTempDirectory("otd-bench");
    try {
      for (CompiledBenchmark.Measured m :
          new CompiledBenchmark(System::nanoTime).run(directory, draws, rows, compiledRows, runs)) {
        all.add(m);
        say(
            String.format(
                Locale.ROOT,
                "%6s %6s %10.3f %12.3f %7.2f %11.1e",
                m.draws(),
                m.rows(),
                m.plainMillis(),
                m.compiledMillis(),
                m.ratio(),
                m.difference()));
      }
    } finally {
      DurableFiles.deleteTree(directory);
    }
    return Answer.ok(new Timed(all, NativeFlags.inForce()));
  }
}
