// SPDX-License-Identifier: Apache-2.0
package io.otd.app.data;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.Failure;
import io.otd.app.command.OtdCommand;
import io.otd.app.output.InputFiles;
import io.otd.app.progress.CountProgress;
import io.otd.app.synthetic.ExactScores;
import io.otd.app.synthetic.Formula;
import io.otd.app.synthetic.SyntheticTable;
import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.files.FileDigest;
import io.otd.core.internal.text.NumberText;
import io.otd.table.internal.source.PipedFile;
import io.otd.table.problem.InputException;
import io.otd.table.problem.NearestName;
import io.otd.table.read.TableCard;
import io.otd.train.internal.result.JsonObject;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes a table by a formula whose law is known, or scores that law. */
@Command(
    name = "synthetic",
    mixinStandardHelpOptions = true,
    description = {
      "Generate a table of any size by a formula with a known conditional distribution.",
      "Writes a CSV file row by row, and prints the scores of the exact distribution on"
          + " it: no model does better in expectation. --score prints them for an existing table."
          + " The formulas are in docs/data.md."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd data synthetic --rows 1000000 --out train.csv --seed 1",
      "  otd data synthetic --rows 20000 --out test.csv --seed 2",
      "  otd train train.csv --out run && otd evaluate run --data test.csv",
      "  otd data synthetic --score test.csv"
    })
final class DataSyntheticCommand extends OtdCommand {
  private static final String SOURCE = "synthetic:";
  private static final long MOST_ROWS = 1_000_000_000_000L;
  private static final int MOST_COLUMNS = 10_000;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Number of rows. Needed, like --out, without --score.")
  private @Nullable Long rows;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Output file, CSV; gzipped if its name ends with .gz.")
  private @Nullable Path out;

  @Option(
      names = "--formula",
      paramLabel = "NAME",
      description =
          "friedman, branches, tails or scale. Default: friedman; with --score, the table's.")
  private @Nullable String formula;

  @Option(
      names = "--columns",
      paramLabel = "N",
      description =
          "Number of inputs; only the first 7 affect the target. Default: ${DEFAULT-VALUE}.")
  private int columns = 30;

  @Option(
      names = "--seed",
      paramLabel = "SEED",
      description =
          "Seed of the rows; the distribution is the same for all seeds. Default:"
              + " ${DEFAULT-VALUE}.")
  private long seed;

  @Option(
      names = "--score",
      paramLabel = "FILE",
      description = "Score the exact distribution on an existing table.")
  private @Nullable Path score;

  DataSyntheticCommand(Console console) {
    super(console);
  }

  @Override
  public Answer run() throws IOException {
    if (score != null) {
      return scored(score);
    }
    if (rows == null || out == null) {
      throw new InputException(
          "--rows, --out: %s (expected: both, or --score)"
              .formatted(rows == null && out == null ? "not given" : "only one given"));
    }
    Arguments.within("--rows", rows, 1, MOST_ROWS);
    Arguments.within("--columns", columns, Formula.LEAST_INPUTS, MOST_COLUMNS);
    Arguments.writable("--out", out, InputFiles.NONE);
    requireCsv(out);
    return written(rows, out, formula(Optional.ofNullable(formula).orElse("friedman")));
  }

  /** A pipe may have any name. */
  private static void requireCsv(Path out) {
    String name = out.toString().toLowerCase(Locale.ROOT);
    if (!name.endsWith(".csv") && !name.endsWith(".csv.gz") && !PipedFile.isMeantBy(out)) {
      throw new InputException("--out: %s (expected: .csv or .csv.gz)".formatted(out));
    }
  }

  private Answer scored(Path table) throws IOException {
    if (rows != null || out != null) {
      throw new InputException("--rows, --out: given with --score (expected: without it)");
    }
    Formula law = formula(Optional.ofNullable(formula).orElseGet(() -> ofCard(table)));
    return answer(table, law, SyntheticTable.score(table, law), new JsonObject());
  }

  private static String ofCard(Path table) {
    try {
      return TableCard.of(table)
          .filter(card -> card.source().startsWith(SOURCE))
          .map(card -> card.source().substring(SOURCE.length()))
          .orElseThrow(
              () ->
                  new InputException(
                      "--formula: not given, and %s does not exist (expected: one of %s)"
                          .formatted(
                              TableCard.beside(table), String.join(", ", Formula.labels()))));
    } catch (IOException e) {
      throw new InputException("--score: " + Failure.ioMessage(e));
    }
  }

  private static Formula formula(String label) {
    for (Formula known : Formula.values()) {
      if (known.label().equals(label)) {
        return known;
      }
    }
    throw new InputException(
        "--formula: %s (expected: one of %s%s)"
            .formatted(
                label,
                String.join(", ", Formula.labels()),
                NearestName.hint(label, Formula.labels())));
  }

  private Answer written(long count, Path file, Formula law) throws IOException {
    console().interruption().guard();
    MessageDigest digest = FileDigest.newSha256();
    List<ExactScores> exact = new ArrayList<>();
    try (CountProgress progress = console().counting("rows", "written", count)) {
      DurableFiles.replace(
          file, to -> exact.add(write(new DigestOutputStream(to, digest), file, law, progress)));
    } catch (InterruptedIOException e) {
      say("interrupted; nothing was written");
      return Answer.interrupted();
    }
    String sha256 = HexFormat.of().formatHex(digest.digest());
    if (!DurableFiles.isStream(file)) {
      writeCard(file, law, sha256);
    }
    return answer(
        file,
        law,
        exact.get(0),
        new JsonObject().with("sha256", sha256).with("columns", columns).with("seed", seed));
  }

  private void writeCard(Path file, Formula law, String sha256) throws IOException {
    new TableCard(
            TableCard.FORMAT,
            SOURCE + law.label(),
            "%s, seed %s".formatted(law.label(), seed),
            "",
            List.of(SyntheticTable.TARGET),
            List.of(),
            "",
            sha256)
        .write(file);
  }

  /** All rows; the exception of an interruption lets the file be dropped. */
  private ExactScores write(OutputStream to, Path file, Formula law, CountProgress progress)
      throws IOException {
    boolean zipped = file.toString().toLowerCase(Locale.ROOT).endsWith(".gz");
    OutputStream packed = zipped ? new GZIPOutputStream(to) : to;
    BufferedOutputStream buffered = new BufferedOutputStream(packed, 1 << 16);
    ExactScores scores =
        new SyntheticTable(law, columns)
            .write(
                buffered,
                Optional.ofNullable(rows).orElseThrow(),
                new SplittableRandom(seed),
                progress::done,
                console().interruption()::requested)
            .orElseThrow(() -> new InterruptedIOException("interrupted"));
    buffered.flush();
    if (packed instanceof GZIPOutputStream gzip) {
      gzip.finish();
    }
    return scores;
  }

  private Answer answer(Path file, Formula law, ExactScores exact, JsonObject written) {
    say("%s: %s, %s".formatted(file, NumberText.counted(exact.rows(), "row"), law.label()));
    say("y given x: " + law.text());
    say("scores of the exact distribution on these rows:");
    line("energy score", exact.energyScore());
    line("  expected", exact.expectedEnergyScore());
    line("RMSE", exact.rmse());
    line("NLL", exact.nll());
    return Answer.ok(
        written
            .with("file", file.toString())
            .with("formula", law.label())
            .with("rows", exact.rows())
            .with(
                "exact_law",
                new JsonObject()
                    .with("energy_score", exact.energyScore())
                    .with("expected_energy_score", exact.expectedEnergyScore())
                    .with("rmse", exact.rmse())
                    .with("nll", exact.nll())));
  }

  private void line(String name, double value) {
    say("  %-13s %s".formatted(name, NumberText.of(value, 5)));
  }
}
