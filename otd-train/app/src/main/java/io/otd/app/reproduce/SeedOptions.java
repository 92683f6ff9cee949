// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.table.problem.InputException;
import java.util.List;
import java.util.stream.LongStream;
import picocli.CommandLine.Option;

/** The seeds of the runs of each model. */
public final class SeedOptions {
  @Option(
      names = "--seeds",
      paramLabel = "N",
      description = "Number of runs of each model. Default: ${DEFAULT-VALUE}.")
  private int seeds = 1;

  @Option(
      names = "--first-seed",
      paramLabel = "SEED",
      description = "Seed of the first run; the others follow. Default: ${DEFAULT-VALUE}.")
  private long firstSeed;

  /** The seeds, at least one. */
  public List<Long> list() {
    InputException.require(seeds >= 1, "--seeds", seeds, "at least 1");
    return LongStream.range(firstSeed, firstSeed + seeds).boxed().toList();
  }

  /** As on the command line. */
  public String arguments() {
    return "--seeds %s --first-seed %s".formatted(seeds, firstSeed);
  }
}
