// SPDX-License-Identifier: Apache-2.0
package io.otd.app.train;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.command.ShellCommand;
import io.otd.app.distribution.LikelyValues;
import io.otd.app.distribution.TerminalHistogram;
import io.otd.core.internal.files.ClassResource;
import io.otd.core.internal.text.NumberText;
import io.otd.predict.Interval;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import io.otd.table.problem.InputException;
import io.otd.train.FittedModel;
import io.otd.train.RunFolder;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The complete workflow, on bundled data. */
@Command(
    name = "quickstart",
    mixinStandardHelpOptions = true,
    description = {
      "Train, score, report, export and predict on a small bundled table.",
      "The table is synthetic: delivery times of parcels in minutes. On long routes a"
          + " bridge is either jammed or free, more often jammed in dense traffic. There are thus"
          + " two likely times, and neither is the mean."
    },
    footerHeading = "%nExample:%n",
    footer = "  otd quickstart")
public final class QuickstartCommand extends OtdCommand {
  private static final String TABLE = "parcels.csv";
  private static final String SETTINGS = "quickstart.yaml";
  private static final double LEVEL = 0.9;
  private static final String UNIT = "minutes";

  /** Of four minutes a bin. */
  private static final TerminalHistogram HISTOGRAM = new TerminalHistogram(4, 40);

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Directory of the table and the run. Default: runs.")
  private Path parent = Path.of("runs");

  QuickstartCommand(Console console) {
    super(console);
  }

  @Override
  public Answer run() throws IOException {
    Files.createDirectories(parent);
    Path table = parent.resolve(TABLE);
    write(table);
    Settings settings = settings(table);
    int jobs = Arguments.jobs(null);
    try (ConsoleTraining shown =
            new ConsoleTraining(
                console(),
                jobs,
                false,
                plan -> RunText.summary(plan, false).forEach(console()::note));
        FittedModel model =
            shown
                .of(io.otd.train.Otd.of(settings))
                .build()
                .fitIn(RunFolder.newUnder(parent, "quickstart"))) {
      Answer trained =
          RunAnswer.of(
              model,
              shown.plan(),
              directory -> ShellCommand.otd("train", "--resume", directory),
              false,
              this::say);
      if (trained.exitCode() != 0) {
        return trained;
      }
      Path base = model.directory().orElseThrow().resolve("export");
      Path exported = model.export(base);
      say("export     " + exported);
      Map<String, Object> json = new LinkedHashMap<>(trained.json());
      json.put("export", exported.toString());
      json.put("predictions", predict(base));
      return Answer.ok(json);
    }
  }

  /** Writes the table; an earlier one may be there, but no other file is replaced. */
  private static void write(Path table) throws IOException {
    byte[] bytes = ClassResource.bytes(QuickstartCommand.class, TABLE);
    if (!Files.exists(table)) {
      Files.write(table, bytes);
    } else if (!Arrays.equals(Files.readAllBytes(table), bytes)) {
      throw new InputException(
          "%s: another table (expected: none; --out names another directory, where the table of"
                  .formatted(table)
              + " the quickstart is written)");
    }
  }

  private static Settings settings(Path table) {
    return new SettingsReader()
        .text(ClassResource.text(QuickstartCommand.class, SETTINGS), SETTINGS)
        .value("data.file", List.of(table.toString()), "quickstart")
        .settings();
  }

  /** As a service would: load the export, ask by column names. */
  private List<Map<String, Object>> predict(Path base) throws IOException {
    List<Map<String, Object>> answers = new ArrayList<>();
    say("predictions of the export:");
    try (OtdPredictor predictor = OtdPredictor.open(base)) {
      for (Map<String, Double> row : List.of(row(3, 1, 0.5), row(16, 1, 0.1), row(16, 1, 0.6))) {
        Prediction prediction = predictor.predict(row);
        Interval interval = prediction.interval(LEVEL);
        say(
            "  %s km, %s kg, traffic %s: %s minutes on average, 90 %% between %s and %s"
                .formatted(
                    cell(row, "distance_km"),
                    cell(row, "weight_kg"),
                    cell(row, "traffic"),
                    NumberText.fixed(prediction.mean(), 0),
                    NumberText.fixed(interval.lower(), 0),
                    NumberText.fixed(interval.upper(), 0)));
        Map<String, Object> answer = new LinkedHashMap<>(row);
        answer.put("mean", prediction.mean());
        answer.put("lower", interval.lower());
        answer.put("upper", interval.upper());
        answers.add(answer);
      }
      show(predictor.predict(row(16, 1, 0.6)));
    }
    return answers;
  }

  private static String cell(Map<String, Double> row, String column) {
    return NumberText.cell(Objects.requireNonNull(row.get(column)));
  }

  /** A distribution that no interval describes: of two branches. */
  private void show(Prediction prediction) {
    say("the last one, in " + UNIT + ":");
    HISTOGRAM.lines(prediction.ascending(0)).forEach(this::say);
    say(LikelyValues.of(prediction.ascending(0)).sentence(UNIT));
  }

  private static Map<String, Double> row(double distance, double weight, double traffic) {
    Map<String, Double> row = new LinkedHashMap<>();
    row.put("distance_km", distance);
    row.put("weight_kg", weight);
    row.put("traffic", traffic);
    return row;
  }
}
