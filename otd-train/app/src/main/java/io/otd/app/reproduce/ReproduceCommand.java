// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.app.command.CommandGroup;
import io.otd.app.command.Console;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.reproduction.Experiments;
import picocli.CommandLine;
import picocli.CommandLine.Command;

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
public final class ReproduceCommand extends CommandGroup {
  static final String NAME = "reproduce";

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
}
