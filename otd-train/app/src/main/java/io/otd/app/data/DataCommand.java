// SPDX-License-Identifier: Apache-2.0
package io.otd.app.data;

import io.otd.app.command.CommandGroup;
import picocli.CommandLine.Command;

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
public final class DataCommand extends CommandGroup {}
