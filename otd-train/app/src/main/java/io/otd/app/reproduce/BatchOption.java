// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.table.problem.InputException;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The points of a step, for experiments whose steps draw points of all fields. */
public final class BatchOption {
  @Option(
      names = "--batch",
      paramLabel = "N",
      description =
          "Number of points per step. Default: 65536 at paper, 1024 at large, 256 at reduced.")
  private @Nullable Integer batch;

  /** The number, if it is given. */
  public OptionalInt points() {
    if (batch == null) {
      return OptionalInt.empty();
    }
    InputException.require(batch >= 1, "--batch", batch, "at least 1");
    return OptionalInt.of(batch);
  }

  /** As on the command line, after a space; empty if it is not given. */
  public String argument() {
    return batch == null ? "" : " --batch " + batch;
  }
}
