// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The benchmark of training; {@code tests/jmh} measures prediction and reading. */
@Command(
    name = "bench",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = {"Time training steps.", "Compare only figures of one run: machines are noisy."},
    footerHeading = "%nExample:%n",
    footer = "  otd bench train --shape bimodal",
    subcommands = BenchTrainCommand.class)
public final class BenchCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    CommandLine line = spec.commandLine();
    throw new ParameterException(line, "bench: no command (expected: train)");
  }
}
