package io.otd.train.config;

import io.otd.train.data.CellSeparator;
import io.otd.train.data.DecimalMark;
import io.otd.train.data.HeaderRule;
import io.otd.train.data.TableFormat;
import io.otd.train.data.TextEncoding;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The table and its split; what each is, its {@link Setting} says.
 *
 * @param file of the table
 * @param separator of its cells
 * @param decimal mark of its numbers
 * @param header whether there is one
 * @param encoding of its text
 * @param missing spellings of missing cells
 * @param target columns to predict
 * @param ignore columns that are not read
 * @param testFraction of all rows
 * @param validation rows of an ensemble's members
 * @param validationFraction of the other rows
 * @param folds file of given folds
 * @param fold that is the test part
 * @param seed of the split
 */
public record DataSettings(
    @Setting("The table: a CSV file, plain or gzipped.") Optional<Path> file,
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
    @Setting("The columns to predict; all others are inputs.") List<String> target,
    @Setting("Columns that are left out.") List<String> ignore,
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
    @Setting(
            "A CSV file with a column `fold`, the fold of each row, instead of a random test part.")
        Optional<Path> folds,
    @Setting(value = "The fold that is the test part, where folds are given.", atLeast = 0)
        int fold,
    @Setting("Seed of the split.") long seed) {
  /** Which rows the members of an ensemble hold out. */
  public enum Validation {
    /** Each another part, so that all rows are trained on and all are held out. */
    EACH_MEMBER,
    /** All the same. */
    SHARED
  }

  static final DataSettings STANDARD =
      new DataSettings(
          Optional.empty(),
          TableFormat.AUTO.separator(),
          TableFormat.AUTO.decimal(),
          TableFormat.AUTO.header(),
          TableFormat.AUTO.encoding(),
          TableFormat.AUTO.missing(),
          List.of(),
          List.of(),
          0.2,
          Validation.EACH_MEMBER,
          Optional.empty(),
          Optional.empty(),
          0,
          0);

  /** How the table is written down. */
  public TableFormat format() {
    return new TableFormat(separator, decimal, header, encoding, missing);
  }
}
