// SPDX-License-Identifier: Apache-2.0
package io.otd.app.data;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Commands for data only. */
@Command(
    name = "data",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description =
        "Download or show a table, generate one with a known distribution, or compute the"
            + " paper's fields.",
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd data get openml:4353",
      "  otd data show table.csv",
      "  otd data synthetic --rows 1000000 --out large.csv",
      "  otd data ginzburg-landau --out fields.npz"
    },
    subcommands = {
      DataGetCommand.class,
      DataShowCommand.class,
      DataSyntheticCommand.class,
      DataGinzburgLandauCommand.class
    })
public final class DataCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    throw new ParameterException(
        spec.commandLine(), "data: no command (expected: get, show, synthetic or ginzburg-landau)");
  }
}
