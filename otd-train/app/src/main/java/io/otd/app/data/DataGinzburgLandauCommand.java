// SPDX-License-Identifier: Apache-2.0
package io.otd.app.data;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.output.InputFiles;
import io.otd.app.table.CacheOptions;
import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.text.NumberText;
import io.otd.paper.ginzburglandau.GinzburgLandau;
import io.otd.paper.ginzburglandau.GinzburgLandauCache;
import io.otd.paper.ginzburglandau.GinzburgLandauCases;
import io.otd.train.internal.result.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Computes the fields of the paper's Ginzburg-Landau experiment. */
@Command(
    name = "ginzburg-landau",
    mixinStandardHelpOptions = true,
    description = {
      "Compute the fields of the paper's Ginzburg-Landau experiment.",
      "Writes equilibrium fields as an .npz file for NumPy (see docs/fields.md).",
      "Files are cached in OTD_CACHE; by default in otd in XDG_CACHE_HOME or ~/.cache."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd data ginzburg-landau --out fields.npz",
      "  otd data ginzburg-landau --grid 16 --cases 64 --out small.npz"
    })
final class DataGinzburgLandauCommand extends OtdCommand {
  /** With fewer there is none for the test. */
  private static final int LEAST_CASES = 3;

  private static final int MAX_CASES = 100_000;

  @Option(
      names = "--grid",
      paramLabel = "N",
      description =
          "Number of cells per side; powers of 2 are fastest. Default: " + "${DEFAULT-VALUE}.")
  private int grid = GinzburgLandauCases.PAPER.equation().grid();

  @Option(
      names = "--cases",
      paramLabel = "M",
      description = "Number of equally spaced values of mu in [0, 1]. Default: ${DEFAULT-VALUE}.")
  private int cases = GinzburgLandauCases.PAPER.cases();

  @Option(
      names = "--out",
      paramLabel = "FILE.npz",
      description = "Output file. Default: the cache only.")
  private @Nullable Path out;

  @Option(
      names = "--jobs",
      paramLabel = "N",
      description = "Maximum number of fields computed in parallel. Default: the number of cores.")
  private @Nullable Integer jobs;

  @Mixin private CacheOptions cache = new CacheOptions();

  DataGinzburgLandauCommand(Console console) {
    super(console);
  }

  @Override
  public Answer run() throws IOException {
    int sideBySide = Arguments.jobs(jobs);
    Arguments.within("--grid", grid, 2, GinzburgLandau.LARGEST_GRID);
    Arguments.within("--cases", cases, LEAST_CASES, MAX_CASES);
    if (out != null) {
      Arguments.writable("--out", out, InputFiles.NONE);
    }
    GinzburgLandauCases wanted =
        new GinzburgLandauCases(GinzburgLandau.PAPER.withGrid(grid), cases);
    GinzburgLandauJob job = GinzburgLandauJob.in(cache.directory(), console(), sideBySide);
    Optional<GinzburgLandauCache.Card> found =
        cache.again() ? Optional.empty() : job.cache().find(wanted);
    Optional<GinzburgLandauCache.Card> card = found.isPresent() ? found : job.solve(wanted);
    return card.isEmpty()
        ? stopped()
        : written(card.get(), job.cache().file(wanted), found.isPresent());
  }

  private Answer stopped() {
    say("interrupted; nothing was written");
    return Answer.interrupted();
  }

  private Answer written(GinzburgLandauCache.Card card, Path kept, boolean cached)
      throws IOException {
    Path file = out == null ? kept : out;
    if (out != null) {
      DurableFiles.replace(out, to -> Files.copy(kept, to));
    }
    if (!card.unfinished().isEmpty()) {
      console()
          .warn(
              "%s of %s fields still change after %s steps, the first at mu = %s"
                  .formatted(
                      card.unfinished().size(), cases, card.mostSteps(), card.unfinished().get(0)));
    }
    say(file.toString());
    console()
        .note(
            "%s fields on %s x %s cells, at most %s steps, residual r_eq at most %s%s"
                .formatted(
                    cases,
                    grid,
                    grid,
                    card.mostSteps(),
                    NumberText.of(card.largestResidual(), 2),
                    cached ? ", from the cache" : ""));
    return Answer.ok(
        new JsonObject()
            .with("file", file.toString())
            .with("sha256", card.file().sha256())
            .with("cached", cached)
            .with("cases", cases)
            .with("grid", grid)
            .with("most_steps", card.mostSteps())
            .with("largest_r_eq", card.largestResidual())
            .with("unfinished", card.unfinished()));
  }
}
