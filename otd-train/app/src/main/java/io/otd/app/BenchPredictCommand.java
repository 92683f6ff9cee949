// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.app.bench.PredictionBenchmark;
import io.otd.app.bench.PredictionEngine;
import io.otd.core.internal.files.DurableFiles;
import io.otd.train.internal.platform.NativeFlags;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Times the predictors. */
@Command(
    name = "predict",
    mixinStandardHelpOptions = true,
    description = "Time an exported model with 8 columns and two layers of 64.",
    footerHeading = "%nExample:%n",
    footer = "  otd bench predict --draws 256 --engine tensorflow,compiled,light --json")
final class BenchPredictCommand extends OtdCommand {
  @Option(
      names = "--draws",
      split = ",",
      defaultValue = "256,1000",
      description = "Draws per prediction. Default: ${DEFAULT-VALUE}.",
      paramLabel = "K")
  private List<Integer> draws = List.of(256, 1000);

  @Option(
      names = "--rows",
      split = ",",
      defaultValue = "1,16,256",
      description = "Rows per request. Default: ${DEFAULT-VALUE}.",
      paramLabel = "N")
  private List<Integer> rows = List.of(1, 16, 256);

  @Option(
      names = "--requests",
      defaultValue = "100",
      description = "Number of timed requests of each size. Default: ${DEFAULT-VALUE}.",
      paramLabel = "N")
  private int requests = 100;

  @Option(
      names = "--engine",
      split = ",",
      paramLabel = "ENGINE",
      defaultValue = "tensorflow,light",
      description =
          "Engines, in turn at each request: tensorflow, "
              + "compiled (TensorFlow with XLA) or light (plain Java) "
              + "(default: ${DEFAULT-VALUE}).")
  private List<PredictionEngine> engines =
      List.of(PredictionEngine.TENSORFLOW, PredictionEngine.LIGHT);

  @Option(
      names = "--keep",
      paramLabel = "DIR",
      description =
          "Keep the models, each as DIR/DRAWS, for example for: otd serve --model"
              + " bench=DIR/256")
  private @Nullable Path keep;

  private record Timed(List<PredictionBenchmark.Measured> predict, String flags) {}

  BenchPredictCommand(Console console) {
    super(console);
  }

  @Override
  Answer run() throws IOException {
    Arguments.atLeast("--requests", requests, 1);
    draws.forEach(k -> Arguments.atLeast("--draws", k, 1));
    rows.forEach(n -> Arguments.atLeast("--rows", n, 1));
    NativeFlags.set(0);
    say(
        "%-10s %6s %6s %10s %10s %12s %14s"
            .formatted("engine", "draws", "rows", "ms best", "ms median", "rows/s", "draws/s"));
    List<PredictionBenchmark.Measured> all = new ArrayList<>();
    for (int k : draws) {
      Path scratch = Files.createTempDirectory("otd-bench");
      Path directory = keep == null ? scratch : keep.resolve(Integer.toString(k));
      try {
        for (PredictionBenchmark.Measured m :
            new PredictionBenchmark(System::nanoTime).run(directory, k, rows, requests, engines)) {
          all.add(m);
          say(
              String.format(
                  Locale.ROOT,
                  "%-10s %6s %6s %10.3f %10.3f %12.0f %14.0f",
                  m.engine(),
                  m.draws(),
                  m.rows(),
                  m.millisBest(),
                  m.millisMedian(),
                  m.rowsPerSecond(),
                  m.drawsPerSecond()));
        }
      } finally {
        DurableFiles.deleteTree(scratch);
      }
    }
    return Answer.ok(new Timed(all, NativeFlags.inForce()));
  }
}
