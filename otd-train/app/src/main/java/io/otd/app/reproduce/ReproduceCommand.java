// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.app.command.Console;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.reproduction.Experiments;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The experiments of the paper, a command each. */
@Command(
    name = ReproduceCommand.NAME,
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Run an experiment of the paper and compare its numbers with the paper's.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd reproduce list",
      "  otd reproduce rom --seeds 3 --out runs/rom",
      "  otd reproduce openml --data-dir tables --dataset concrete,energy",
      "  otd reproduce uci --data-dir UCI_Datasets --methods otd,pool"
    },
    subcommands = {
      ReproduceListCommand.class,
      ReproduceAllCommand.class,
      ReproduceOpenMlCommand.class,
      ReproduceUciCommand.class,
      ReproduceTimingCommand.class
    })
public final class ReproduceCommand implements Callable<Integer> {
  static final String NAME = "reproduce";

  @Spec private CommandSpec spec = CommandSpec.create();

  /**
   * Adds the commands of the experiments, where this command is one of a command line's.
   *
   * @param line the command line
   */
  public static void addExperiments(CommandLine line, Console console) {
    CommandLine reproduce = line.getSubcommands().get(NAME);
    if (reproduce != null) {
      for (Experiment experiment : Experiments.withoutFields()) {
        reproduce.addSubcommand(
            experiment.id(), ReproduceExperimentCommand.of(console, experiment));
      }
    }
  }

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(),
        "reproduce: no command (expected: one of %s)"
            .formatted(String.join(", ", spec.subcommands().keySet())));
  }
}
