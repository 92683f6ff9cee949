// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import io.otd.app.command.CommandGroup;
import picocli.CommandLine.Command;

/** The benchmark of training; {@code tests/jmh} measures prediction and reading. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {"Time training steps.", "Compare only figures of one run: machines are noisy."},
    footerHeading = "%nExample:%n",
    footer = "  otd bench train --shape bimodal",
    subcommands = BenchTrainCommand.class)
public final class BenchCommand extends CommandGroup {}
