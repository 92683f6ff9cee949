// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Where the tables of OpenML are, and how they are divided. */
public final class OpenMlOptions {
  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description = "Directory of local tables, NAME/data.csv. Default: download them from OpenML.")
  private @Nullable Path dataDirectory;

  @Option(
      names = "--folds",
      paramLabel = "N",
      description = "Number of folds for tables without given folds. Default: ${DEFAULT-VALUE}.")
  private int folds = 5;

  /** The directory of local tables, if one is given. */
  public Optional<Path> dataDirectory() {
    return Optional.ofNullable(dataDirectory);
  }

  /** Number of folds, not checked. */
  public int folds() {
    return folds;
  }
}
