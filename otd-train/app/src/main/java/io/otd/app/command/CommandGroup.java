// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** A command that only holds others. */
public abstract class CommandGroup implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public final Integer call() {
    throw new ParameterException(
        spec.commandLine(),
        "%s: no command (expected: one of %s)"
            .formatted(spec.name(), String.join(", ", spec.subcommands().keySet())));
  }
}
