package io.otd.train.config;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * The table and its split; what each is, its {@link Setting} says.
 *
 * @param file of the table
 * @param target columns to predict
 * @param ignore columns that are not read
 * @param testFraction of all rows
 * @param validationFraction of the other rows
 * @param folds file of given folds
 * @param fold that is the test part
 * @param seed of the split
 */
public record DataSettings(
    @Setting("The table: a CSV file (comma, semicolon or tab; plain or gzipped) with a header row.")
        Optional<Path> file,
    @Setting("The columns to predict; all others are inputs.") List<String> target,
    @Setting("Columns that are left out.") List<String> ignore,
    @Setting(
            value = "Share of the rows held back to measure the result; 0 for none.",
            atLeast = 0,
            below = 1)
        double testFraction,
    @Setting(
            value = "Share of the remaining rows for early stopping and calibration; 0 for none.",
            atLeast = 0,
            below = 1)
        double validationFraction,
    @Setting(
            "A CSV file with a column `fold`, the fold of each row, instead of a random test part.")
        Optional<Path> folds,
    @Setting(value = "The fold that is the test part, where folds are given.", atLeast = 0)
        int fold,
    @Setting("Seed of the split.") long seed) {
  static final DataSettings STANDARD =
      new DataSettings(Optional.empty(), List.of(), List.of(), 0.2, 0.1, Optional.empty(), 0, 0);
}
