// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import io.otd.core.internal.settings.Default;
import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import io.otd.table.format.CellSeparator;
import io.otd.table.format.DecimalMark;
import io.otd.table.format.HeaderRule;
import io.otd.table.format.TableFormat;
import io.otd.table.format.TextEncoding;
import io.otd.table.internal.split.FoldSource;
import io.otd.table.internal.url.DatabaseUrl;
import io.otd.table.problem.InputException;
import io.otd.table.source.TableAddress;
import io.otd.train.internal.settings.SettingsTree;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The table and its split; each {@link Setting} has a description.
 *
 * @param file of the table
 * @param database in place of a file
 * @param query whose result is the table
 * @param fields in place of a table
 * @param separator of its cells
 * @param decimal mark of its numbers
 * @param header whether there is one
 * @param encoding of its text
 * @param skip lines before the table
 * @param missing spellings of missing cells
 * @param memory for the numbers of the table
 * @param target columns to predict
 * @param ignore columns that are not read
 * @param holdout which rows are held out if there are no folds
 * @param testFraction of all rows
 * @param validation rows of an ensemble's members
 * @param validationFraction of the other rows
 * @param folds of a cross-validation
 * @param repeats of the folds
 * @param fold that is the test part
 * @param repeat that the fold is of
 * @param group column of the groups
 * @param weight column of the weights
 * @param seed of the split
 */
public record DataSettings(
    @Setting("The table: a file, a folder of files, or a pattern of names.") @Default("null")
        Optional<Path> file,
    @Setting(
            "A database instead of a file: JDBC URL without user and password; its"
                + " parameter table names a table.")
        @Default("null")
        Optional<String> database,
    @Setting(
            "SQL query whose result is the table: over the database of --data, over its files under"
                + " the name data, or over files that the query names.")
        @Flags(value = "--query", label = "SQL")
        @Default("null")
        Optional<String> query,
    @Setting(
            "Fields instead of a table: an .npz file with parameters, coordinates and" + " values.")
        @Flags(value = "--fields", label = "FILE")
        @Default("null")
        Optional<Path> fields,
    @Setting("Cell separator.") @Default("auto") CellSeparator separator,
    @Setting("Decimal mark.") @Default("auto") DecimalMark decimal,
    @Setting("Whether the first row holds column names.") @Default("auto") HeaderRule header,
    @Setting("Text encoding.") @Default("auto") TextEncoding encoding,
    @Setting(value = "Lines of a text file before the table.", atLeast = 0) @Default("0") int skip,
    @Setting("Spellings of a missing cell, case-insensitive; empty cells are always missing.")
        @Default("[NA, N/A, '#N/A', NaN, 'null', '?']")
        List<String> missing,
    @Setting(
            value =
                "Megabytes of memory for the numbers of a table; those of a larger one are"
                    + " kept in a temporary file.",
            atLeast = 0)
        @Default("1000")
        int memory,
    @Setting(
            "Columns to predict; all others are inputs. With fields, the values to predict;"
                + " none for all.")
        @Flags(value = "--target", label = "COL,COL", repeated = true)
        @Default("[]")
        List<String> target,
    @Setting("Columns to leave out.") @Default("[]") List<String> ignore,
    @Setting(
            value =
                "How test rows are chosen: random, chronological (the last rows), or given (by"
                    + " the array test of a file of fields). null for given if there is such an"
                    + " array, else random.",
            byRule = true)
        @Default("null")
        Optional<Holdout> holdout,
    @Setting(
            value = "Fraction of the rows held out for testing; 0 for none.",
            atLeast = 0,
            below = 1)
        @Default("0.2")
        double testFraction,
    @Setting(
            "Rows held out for early stopping and calibration: a different part for each"
                + " ensemble member, or the same for all.")
        @Default("each_member")
        Validation validation,
    @Setting(
            value =
                "Fraction of the other rows held out for validation; 0 for none. null for 0.1,"
                    + " or, if each member holds out a different part, for about 400 rows, from 0.1"
                    + " to 0.2.",
            atLeast = 0,
            below = 1,
            byRule = true)
        @Default("null")
        Optional<Double> validationFraction,
    @Setting(
            "Cross-validation: the number of folds, or a CSV file of them. Each is the"
                + " test set once.")
        @Flags(value = "--folds", label = "N|FILE")
        @Default("null")
        Optional<FoldSource> folds,
    @Setting(
            value = "Number of repeats of the cross-validation, each with other folds.",
            atLeast = 1)
        @Flags(value = "--repeats", label = "N")
        @Default("1")
        int repeats,
    @Setting("Train with this fold, counted from 0, as the test set; null for all in turn.")
        @Default("null")
        Optional<Integer> fold,
    @Setting(value = "The repeat that data.fold belongs to, counted from 0.", atLeast = 0)
        @Default("0")
        int repeat,
    @Setting(
            "Column that groups rows, such as a patient ID: no group is divided by a"
                + " split. It is not an input.")
        @Flags(value = "--group", label = "COL")
        @Default("null")
        Optional<String> group,
    @Setting(
            "Column of weights: a row of weight 3 counts as three rows, one of weight 0 is"
                + " left out. It is not an input.")
        @Flags(value = "--weight", label = "COL")
        @Default("null")
        Optional<String> weight,
    @Setting("Seed of the split.") @Default("0") long seed) {
  /** The rows that the members of an ensemble hold out. */
  public enum Validation {
    /** Each a different part, so that all rows are used for training and all are held out. */
    EACH_MEMBER,
    /** All the same. */
    SHARED
  }

  /** The held-out rows. */
  public enum Holdout {
    /** Random ones. */
    RANDOM,
    /** The last. */
    CHRONOLOGICAL,
    /** Those of the cases that a file of fields names. */
    GIVEN
  }

  static final DataSettings STANDARD = SettingsTree.standard(DataSettings.class);

  /** How the table is written down. */
  public TableFormat format() {
    return new TableFormat(separator, decimal, header, encoding, skip, missing);
  }

  /** Bytes of memory for the numbers of the table. */
  public long memoryBytes() {
    return 1_000_000L * memory;
  }

  /** The location of the table, if given. */
  public Optional<TableAddress> address() {
    return file.isEmpty() && database.isEmpty() && query.isEmpty()
        ? Optional.empty()
        : Optional.of(new TableAddress(file, database, query));
  }

  /** Whether each fold is to be the test part once. */
  public boolean crossValidation() {
    return folds.isPresent() && fold.isEmpty();
  }

  /** Inconsistencies, empty if there are none. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    problemsOfDatabase(problems);
    if (folds.isEmpty() && fold.isPresent()) {
      problems.add("data.fold: %s (expected: null if data.folds is null)".formatted(fold.get()));
    }
    if (folds.isEmpty() && repeats > 1) {
      problems.add("data.repeats: %s (expected: 1 if data.folds is null)".formatted(repeats));
    }
    if (repeat >= repeats) {
      problems.add("data.repeat: %s (expected: below %s, data.repeats)".formatted(repeat, repeats));
    }
    if (folds.isPresent() && chronological()) {
      problems.add("data.holdout: chronological (expected: random if data.folds is given)");
    }
    if (group.isPresent() && chronological()) {
      problems.add("data.holdout: chronological (expected: random if data.group is given)");
    }
    weight
        .filter(ignore::contains)
        .ifPresent(
            w ->
                problems.add(
                    "data.weight: %s (expected: a column that is not in data.ignore)"
                        .formatted(w)));
    group
        .filter(ignore::contains)
        .ifPresent(
            g ->
                problems.add(
                    "data.group: %s (expected: a column that is not in data.ignore)".formatted(g)));
    if (fields.isPresent()) {
      problemsOfFields(problems);
    }
    return problems;
  }

  private void problemsOfDatabase(List<String> problems) {
    String named = database.map(DatabaseUrl::plain).orElse("");
    if (database.isPresent() && file.isPresent()) {
      problems.add("data.database: %s (expected: null if data.file is given)".formatted(named));
    }
    if (database.isPresent() && !DatabaseUrl.isMeantBy(named)) {
      problems.add("data.database: %s (expected: jdbc:...)".formatted(named));
    }
    try {
      database.ifPresent(TableAddress::requireNoCredentials);
    } catch (InputException e) {
      e.problems().forEach(p -> problems.add("data.database: " + p));
    }
  }

  private void problemsOfFields(List<String> problems) {
    if (database.isPresent() || query.isPresent()) {
      problems.add("data.database, data.query: given (expected: null if data.fields is given)");
    }
    file.ifPresent(
        f -> problems.add("data.file: %s (expected: null if data.fields is given)".formatted(f)));
    group.ifPresent(
        g ->
            problems.add(
                "data.group: %s (expected: null if data.fields is given; a case is a group)"
                    .formatted(g)));
    weight.ifPresent(
        w ->
            problems.add(
                "data.weight: %s (expected: null if data.fields is given; all points count the same)"
                    .formatted(w)));
    if (chronological()) {
      problems.add("data.holdout: chronological (expected: random if data.fields is given)");
    }
  }

  /** Whether the last rows are held out. */
  public boolean chronological() {
    return holdout.filter(Holdout.CHRONOLOGICAL::equals).isPresent();
  }
}
