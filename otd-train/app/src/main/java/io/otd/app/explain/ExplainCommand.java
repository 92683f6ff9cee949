// SPDX-License-Identifier: Apache-2.0
package io.otd.app.explain;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.model.ModelOpener;
import io.otd.app.output.InputFiles;
import io.otd.app.progress.CountProgress;
import io.otd.app.table.DataOptions;
import io.otd.app.table.TableFiles;
import io.otd.table.internal.encoding.UnknownCategories;
import io.otd.table.internal.gaps.GapFilling;
import io.otd.table.problem.InputException;
import io.otd.table.read.DataFile;
import io.otd.table.source.TableAddress;
import io.otd.train.explanation.Explanation;
import io.otd.train.explanation.ExplanationOptions;
import io.otd.train.explanation.ExplanationProgress;
import io.otd.train.internal.explain.Explainer;
import io.otd.train.internal.explain.ExplanationJson;
import io.otd.train.internal.page.HtmlReport;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.prediction.DistributionSource;
import io.otd.train.internal.report.ExplanationSections;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Explains the predictions of a model. */
@Command(
    name = "explain",
    mixinStandardHelpOptions = true,
    description = {
      "Explain the predictions of a model.",
      "Importance: the increase of the energy score if the cells of a column are permuted"
          + " among the rows. Needs the targets.",
      "Effects: how a column changes mean, spread and quantiles, by accumulated local"
          + " effects.",
      "Attributions, with --row: what each column adds to mean and spread of a row's "
          + "prediction, by Shapley values.",
      "docs/explaining.md defines them. All predictions use the same masks, so differences"
          + " come from the cells alone."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd explain runs/table-0 --data other.csv --report why.html",
      "  otd explain runs/table-0 --data other.csv --row 5,10-12 --json",
      "  otd explain runs/table-0 --data new.csv --row 1 --background table.csv",
      "  otd explain runs/table-0 --data other.csv --group longitude,latitude"
    })
public final class ExplainCommand extends OtdCommand {
  @Parameters(
      paramLabel = "MODEL",
      description = "Directory of a trained model or of a SavedModel.")
  private Path model = Path.of("");

  @Option(
      names = "--background",
      paramLabel = "FILE",
      description = "Table with the rows that --row is compared with. Default: --data.")
  private @Nullable String background;

  @Mixin private DataOptions data = new DataOptions();

  @Mixin private ExplainOptions options = new ExplainOptions();

  @Option(
      names = "--report",
      paramLabel = "FILE",
      description = "Also write an HTML report with charts.")
  private @Nullable Path report;

  ExplainCommand(Console console) {
    super(console);
  }

  @Override
  protected Map<String, String> options() {
    return Map.of("group", "--group", "effects", "--effects");
  }

  @Override
  public Answer run() throws IOException {
    ExplanationOptions wanted = options.checked();
    if (report != null) {
      Arguments.writable("--report", report, inputs());
    }
    if (background != null && wanted.explained().isEmpty()) {
      throw new InputException(
          "--background: %s without --row (expected: rows to compare with it)"
              .formatted(background));
    }
    try (DistributionSource source =
        ModelOpener.openForComparison(model, wanted.draws(), console())) {
      DataFile file = read(data.address(console()), source);
      Optional<DataFile> other =
          background == null ? Optional.empty() : Optional.of(read(compared(background), source));
      return explained(source, wanted, file, other);
    } catch (CancellationException e) {
      console().note("otd: interrupted; nothing was written");
      return Answer.interrupted();
    }
  }

  private TableAddress compared(String table) throws IOException {
    return new TableFiles(console()).address(Optional.of(table), Optional.empty());
  }

  private InputFiles inputs() throws IOException {
    InputFiles read = InputFiles.NONE.model(model).table(data.address(console()));
    return background == null ? read : read.table(compared(background));
  }

  private String named() {
    return data.name().orElse("query");
  }

  private DataFile read(TableAddress table, DistributionSource source) {
    DataFile file = ModelOpener.tableOfInputs(table, source, data.format());
    new UnknownCategories(source.schema()).add(file.table()).notices().forEach(console()::warn);
    return new DataFile(
        file.name(),
        file.sha256(),
        GapFilling.filled(source.schema(), file.table(), console()::warn),
        file.notes());
  }

  private Answer explained(
      DistributionSource source, ExplanationOptions wanted, DataFile file, Optional<DataFile> other)
      throws IOException {
    console().interruption().guard();
    Explanation explanation;
    try (Progress progress = new Progress(console())) {
      explanation =
          new Explainer(source, wanted, progress).explain(file.table(), other.map(DataFile::table));
    }
    boolean trainedOn = file.sha256().equals(source.dataHash());
    if (trainedOn && explanation.importance().isPresent()) {
      console()
          .warn(
              named()
                  + ": the model was trained on this table; on new rows, importance may differ");
    }
    explanation.notes().forEach(console()::warn);
    new ExplanationText(explanation, named()).lines().forEach(this::say);
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("model", model.toString());
    json.put("data", named());
    json.put("trained_on_this_table", trainedOn);
    json.put("seed", wanted.seed());
    json.putAll(ExplanationJson.of(explanation));
    if (report != null) {
      page(explanation, source.schema().units()).write(report);
      say("report: " + report);
      json.put("report", report.toString());
    }
    return Answer.ok(json);
  }

  private HtmlReport page(Explanation explanation, Map<String, String> units) {
    return new HtmlReport(
        new Page(
            "Why " + String.join(", ", explanation.targets()),
            "%s on %s; %s draws for each prediction".formatted(model, named(), explanation.draws()),
            List.copyOf(new ExplanationSections(explanation, "rows", units).sections())));
  }

  /** Shows how many predictions are made, and hears Ctrl-C. */
  private static final class Progress implements ExplanationProgress, AutoCloseable {
    private final Console console;
    private @Nullable CountProgress shown;

    Progress(Console console) {
      this.console = console;
    }

    @Override
    public boolean predicted(long done, long all) {
      CountProgress counting = shown;
      if (counting == null) {
        counting = console.counting("rows", "predicted", all);
        shown = counting;
      }
      counting.done(done);
      return !console.interruption().requested();
    }

    @Override
    public void close() {
      if (shown != null) {
        shown.close();
      }
    }
  }
}
