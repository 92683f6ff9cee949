package io.otd.train.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What concerns tables alone. */
@Command(
    name = "data",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Fetch a table, or show what is in one.",
    footerHeading = "%nExamples:%n",
    footer = {"  otd data get openml:4353", "  otd data show table.csv"},
    subcommands = {DataGetCommand.class, DataShowCommand.class})
final class DataCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    throw new ParameterException(spec.commandLine(), "data: no command (expected: get or show)");
  }
}
