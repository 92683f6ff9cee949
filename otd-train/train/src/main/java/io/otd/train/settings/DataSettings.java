package io.otd.train.settings;

import io.otd.table.CellSeparator;
import io.otd.table.DecimalMark;
import io.otd.table.FoldSource;
import io.otd.table.HeaderRule;
import io.otd.table.TableFormat;
import io.otd.table.TextEncoding;
import io.otd.table.settings.Setting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The table and its split; what each is, its {@link Setting} says.
 *
 * @param file of the table
 * @param fields in place of a table
 * @param separator of its cells
 * @param decimal mark of its numbers
 * @param header whether there is one
 * @param encoding of its text
 * @param missing spellings of missing cells
 * @param target columns to predict
 * @param ignore columns that are not read
 * @param holdout which rows are held back where there are no folds
 * @param testFraction of all rows
 * @param validation rows of an ensemble's members
 * @param validationFraction of the other rows
 * @param folds of a cross-validation
 * @param repeats of the folds
 * @param fold that is the test part
 * @param repeat that the fold is of
 * @param group column of the groups
 * @param seed of the split
 */
public record DataSettings(
    @Setting("The table: CSV or ARFF, plain or gzipped.") Optional<Path> file,
    @Setting(
            "Parametric fields in place of a table: a file of numpy.savez with parameters, coordinates"
                + " and values. A row is a point of a case.")
        Optional<Path> fields,
    @Setting("What stands between the cells; auto finds it out from the first lines.")
        CellSeparator separator,
    @Setting("Mark of the fraction; auto takes a comma where the first lines have no point.")
        DecimalMark decimal,
    @Setting("Whether the first row holds names; auto is absent where it holds only numbers.")
        HeaderRule header,
    @Setting("Encoding of the text; auto is UTF-8, or UTF-16 with a byte order mark.")
        TextEncoding encoding,
    @Setting("Spellings of a missing cell, case ignored; an empty cell always is.")
        List<String> missing,
    @Setting(
            "The columns to predict; all others are inputs. Of fields some of the values; [] for all.")
        List<String> target,
    @Setting("Columns that are left out.") List<String> ignore,
    @Setting(
            "Which rows are held back: random ones, or the last, for rows in the order of time, or"
                + " those that a file of fields gives in its array test; null for given ones if there"
                + " are any, else random ones. Folds take its place.")
        Optional<Holdout> holdout,
    @Setting(
            value = "Share of the rows held back to measure the result; 0 for none.",
            atLeast = 0,
            below = 1)
        double testFraction,
    @Setting(
            "Which of the remaining rows are held out for early stopping and calibration: by each"
                + " member of an ensemble another part, or by all members the same.")
        Validation validation,
    @Setting(
            value =
                "Share of the remaining rows that is held out; null for 0.2 where each member holds"
                    + " out another part, else 0.1; 0 for none.",
            atLeast = 0,
            below = 1)
        Optional<Double> validationFraction,
    @Setting("Cross-validation: each fold is the test part once.") Optional<FoldSource> folds,
    @Setting(value = "How often the rows are dealt out to folds anew.", atLeast = 1) int repeats,
    @Setting("The one fold to take as the test part; null trains on all folds in turn.")
        Optional<Integer> fold,
    @Setting(value = "The repeat that this fold is of.", atLeast = 0) int repeat,
    @Setting(
            "A column that says which rows belong together, as those of one patient do: no group is"
                + " divided by a split. It is not an input.")
        Optional<String> group,
    @Setting("Seed of the split.") long seed) {
  /** Which rows the members of an ensemble hold out. */
  public enum Validation {
    /** Each another part, so that all rows are trained on and all are held out. */
    EACH_MEMBER,
    /** All the same. */
    SHARED
  }

  /** Which rows are held back. */
  public enum Holdout {
    /** Random ones. */
    RANDOM,
    /** The last. */
    CHRONOLOGICAL,
    /** Those of the cases that a file of fields names. */
    GIVEN
  }

  static final DataSettings STANDARD =
      new DataSettings(
          Optional.empty(),
          Optional.empty(),
          TableFormat.AUTO.separator(),
          TableFormat.AUTO.decimal(),
          TableFormat.AUTO.header(),
          TableFormat.AUTO.encoding(),
          TableFormat.AUTO.missing(),
          List.of(),
          List.of(),
          Optional.empty(),
          0.2,
          Validation.EACH_MEMBER,
          Optional.empty(),
          Optional.empty(),
          1,
          Optional.empty(),
          0,
          Optional.empty(),
          0);

  /** How the table is written down. */
  public TableFormat format() {
    return new TableFormat(separator, decimal, header, encoding, missing);
  }

  /** Whether each fold is to be the test part once. */
  public boolean crossValidation() {
    return folds.isPresent() && fold.isEmpty();
  }

  /** What does not go together, nothing if all is well. */
  List<String> problems() {
    List<String> problems = new ArrayList<>();
    if (folds.isEmpty() && fold.isPresent()) {
      problems.add("data.fold: %d (expected: null where data.folds is)".formatted(fold.get()));
    }
    if (folds.isEmpty() && repeats > 1) {
      problems.add("data.repeats: %d (expected: 1 where data.folds is null)".formatted(repeats));
    }
    if (repeat >= repeats) {
      problems.add("data.repeat: %d (expected: below %d, data.repeats)".formatted(repeat, repeats));
    }
    if (folds.isPresent() && chronological()) {
      problems.add("data.holdout: chronological (expected: random where data.folds is given)");
    }
    if (group.isPresent() && chronological()) {
      problems.add("data.holdout: chronological (expected: random where data.group is given)");
    }
    if (fields.isPresent()) {
      problemsOfFields(problems);
    }
    return problems;
  }

  private void problemsOfFields(List<String> problems) {
    file.ifPresent(
        f ->
            problems.add("data.file: %s (expected: null where data.fields is given)".formatted(f)));
    group.ifPresent(
        g ->
            problems.add(
                "data.group: %s (expected: null where data.fields is given; a case is a group)"
                    .formatted(g)));
    if (chronological()) {
      problems.add("data.holdout: chronological (expected: random where data.fields is given)");
    }
  }

  /** Whether the last rows are held back. */
  boolean chronological() {
    return holdout.filter(Holdout.CHRONOLOGICAL::equals).isPresent();
  }
}
