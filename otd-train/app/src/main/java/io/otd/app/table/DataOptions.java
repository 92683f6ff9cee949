// SPDX-License-Identifier: Apache-2.0
package io.otd.app.table;

import io.otd.app.command.Console;
import io.otd.table.format.TableFormat;
import io.otd.table.source.TableAddress;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The table whose rows a model predicts. */
public final class DataOptions {
  @Option(
      names = "--data",
      paramLabel = "FILE",
      description =
          "Table: CSV, ARFF, Parquet or JSON lines; a folder or pattern of files; jdbc:... for a"
              + " database; openml:ID. Columns are matched by name.")
  private @Nullable String data;

  @Mixin private TableOptions options = new TableOptions();

  /** The name of the table, if one is given. */
  public Optional<String> name() {
    return Optional.ofNullable(data);
  }

  /** Whether a query is given, or how the text of the table is read. */
  public boolean described() {
    return options.given();
  }

  /** Whether a table or a query is given. */
  public boolean given() {
    return data != null || options.query().isPresent();
  }

  /** How the text of the table is read. */
  public TableFormat format() {
    return options.format();
  }

  /** Where the table is. */
  public TableAddress address(Console console) throws IOException {
    return new TableFiles(console).address(name(), options.query());
  }
}
