// SPDX-License-Identifier: Apache-2.0
package io.otd.app.predict;

import io.otd.app.command.Arguments;
import io.otd.app.output.InputFiles;
import io.otd.core.internal.files.DurableFiles;
import io.otd.table.internal.source.Connectors;
import io.otd.table.problem.InputException;
import io.otd.table.source.RowWriter;
import io.otd.table.source.TableAddress;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The destination of predictions: a CSV or Parquet file, or a table of a database. Either all rows
 * are written, or none.
 *
 * @param address of the file or the table
 */
record PredictionOutput(TableAddress address) {
  /** Endings of formats that predictions are not written in. */
  private static final Pattern OTHERS =
      Pattern.compile("gz|zip|json|jsonl|ndjson|npy|npz|arff|xlsx?|feather|orc|avro");

  /**
   * The output of a name.
   *
   * @param option that sets it, for messages
   * @param name of a file, or URL of a database with a table
   * @param read what is predicted, and by which model
   * @throws InputException if the file cannot be created or has the name of another format, or the
   *     URL contains a user or a password
   */
  static PredictionOutput of(String option, String name, InputFiles read) {
    TableAddress address = TableAddress.of(name);
    address
        .file()
        .ifPresent(
            file -> {
              Arguments.writable(option, file, read);
              requireEnding(option, file, OTHERS.matcher(ending(file)).matches(), ".csv, .parquet");
            });
    return new PredictionOutput(address);
  }

  /**
   * The output of predicted fields.
   *
   * @param option that sets it, for messages
   * @param read what is predicted, and by which model
   * @throws InputException if it cannot be created, or has the name of another format
   */
  static Path ofFields(String option, String name, InputFiles read) {
    Path file = Path.of(name);
    requireEnding(option, file, !ending(file).equals("npz"), ".npz");
    Arguments.writable(option, file, read);
    return file;
  }

  private static void requireEnding(String option, Path file, boolean wrong, String expected) {
    if (wrong) {
      throw new InputException("%s: %s (expected: %s)".formatted(option, file, expected));
    }
  }

  private static String ending(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    return name.substring(name.lastIndexOf('.') + 1);
  }

  /** The file. */
  Path file() {
    return address
        .file()
        .orElseThrow(() -> new InputException(address.name() + ": (expected: a file)"));
  }

  /** Whether rows are unordered there. */
  boolean unordered() {
    return address.database().isPresent();
  }

  /**
   * Predicts and writes all rows.
   *
   * @return whether it was finished: false, with nothing written, if the user stopped it
   * @throws IOException if it cannot be written
   */
  boolean write(PredictionJob job, PredictionTable predictions) throws IOException {
    boolean rows = unordered() || ending(file()).equals("parquet");
    return rows ? writeRows(job, predictions) : writeCsv(file(), job, predictions);
  }

  private boolean writeRows(PredictionJob job, PredictionTable predictions) throws IOException {
    try (RowWriter writer =
        Connectors.writing(address).write(address, predictions.writtenColumns())) {
      boolean all =
          job.run(
              drawn -> {
                for (List<@Nullable Object> cells : predictions.cells(drawn)) {
                  writer.write(cells);
                }
              });
      if (all) {
        writer.commit();
      }
      return all;
    }
  }

  private static boolean writeCsv(Path file, PredictionJob job, PredictionTable predictions)
      throws IOException {
    try {
      DurableFiles.replace(
          file,
          to -> {
            Writer writer = new BufferedWriter(new OutputStreamWriter(to, StandardCharsets.UTF_8));
            predictions.writeHeader(writer);
            if (!job.run(drawn -> predictions.write(writer, drawn))) {
              throw new InterruptedIOException("interrupted");
            }
            writer.flush();
          });
      return true;
    } catch (InterruptedIOException e) {
      return false;
    }
  }
}
