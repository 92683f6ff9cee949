// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.command.PrecisionOption;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.reproduction.Experiments;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Runs the other commands one after another, each with those of its options that are given. */
@Command(
    name = ReproduceAllCommand.ID,
    mixinStandardHelpOptions = true,
    description =
        "Run all experiments and openml, each in its own directory; not timing, which needs the"
            + " whole machine, nor uci, which needs its data.")
@SuppressWarnings("UnusedVariable") // the other commands get the options as they were given
final class ReproduceAllCommand extends StudyCommand {
  static final String ID = "all";

  @Mixin private SeedOptions seeds = new SeedOptions();

  @Mixin private PrecisionOption precision = new PrecisionOption();

  @Mixin private RecipeOptions recipes = new RecipeOptions();

  @Mixin private OpenMlOptions tables = new OpenMlOptions();

  @Mixin private StudyRuns runs = new StudyRuns();

  ReproduceAllCommand(Console console) {
    super(console, ID, ScaleOption.WITHOUT_LARGE);
  }

  @Override
  Answer study() throws Exception {
    ReproduceOpenMlCommand openMl = new ReproduceOpenMlCommand(console());
    parsed(CommandSpec.forAnnotatedObject(openMl), ReproduceOpenMlCommand.ID, "--yes");
    openMl.checked(); // before days of training
    List<Experiment> experiments = Experiments.withoutFields();
    runs.requireConsent(this, experiments, seeds.list().size());
    Map<String, Object> answers = new LinkedHashMap<>();
    for (Experiment experiment : experiments) {
      CommandSpec spec = ReproduceExperimentCommand.of(console(), experiment);
      parsed(spec, experiment.id(), "--yes");
      Answer answer = answer((StudyCommand) spec.userObject(), answers);
      if (answer.exitCode() != 0) {
        return new Answer(answer.exitCode(), answers);
      }
    }
    return new Answer(answer(openMl, answers).exitCode(), answers);
  }

  private Answer answer(StudyCommand command, Map<String, Object> answers) throws Exception {
    say("== " + command.id());
    command.partOf(this);
    Answer answer = command.run();
    answers.put(command.id(), answer.json());
    return answer;
  }

  /** Gives a command those of the given options that it has, and a directory in that of all. */
  private void parsed(CommandSpec command, String id, String... more) {
    List<String> arguments = new ArrayList<>(List.of(more));
    for (OptionSpec option : spec().commandLine().getParseResult().matchedOptions()) {
      String name = option.longestName();
      if (command.findOption(name) == null || arguments.contains(name)) {
        continue;
      }
      if (option.arity().max() == 0) {
        arguments.add(name);
      } else {
        option.originalStringValues().forEach(value -> arguments.addAll(List.of(name, value)));
      }
    }
    int out = arguments.indexOf("--out");
    if (out >= 0) {
      arguments.subList(out, out + 2).clear();
    }
    arguments.addAll(List.of("--out", directory().resolve(id).toString()));
    new CommandLine(command).parseArgs(arguments.toArray(String[]::new));
  }
}
