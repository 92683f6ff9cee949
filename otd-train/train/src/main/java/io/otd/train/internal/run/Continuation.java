// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.run;

import io.otd.core.internal.provenance.Provenance;
import io.otd.table.internal.split.FoldSource;
import io.otd.table.internal.split.Folds;
import io.otd.table.problem.InputException;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.settings.Settings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Whether a stopped run can be resumed as it began. */
public final class Continuation {
  private Continuation() {}

  /**
   * Compares the run's input files with those that it began with.
   *
   * @param dataHash SHA-256 of the table that it began with, hexadecimal
   * @param began settings that it began with, as in its {@link Provenance}
   * @param source the files read by them now
   * @throws InputException if the table or the file of folds has changed
   */
  public static void requireSameFiles(
      String dataHash, Map<String, String> began, Settings settings, TableSource source) {
    requireSame(source.file().name(), dataHash, source.file().sha256());
    String folds = began.get(ModelProvenance.FOLDS_SHA256);
    Optional<String> now = source.folds().flatMap(Folds::sha256);
    if (folds != null && now.isPresent()) {
      requireSame(
          settings
              .data()
              .folds()
              .flatMap(FoldSource::file)
              .map(Path::toString)
              .orElse("data.folds"),
          folds,
          now.get());
    }
  }

  /**
   * Changes in the other conditions on which the numbers of a run depend.
   *
   * @param began provenance of the stored model
   * @param now that of a model made by this process
   * @return e.g. {@code TensorFlow "2.18.0" (began with "2.17.0")}; empty if the resumed run is
   *     bit-identical
   */
  public static List<String> differences(Provenance began, Provenance now) {
    List<String> differences = new ArrayList<>();
    compare(differences, "OTD", began.otdVersion(), now.otdVersion());
    compare(differences, "commit", began.commit(), now.commit());
    compare(differences, "TensorFlow", began.tensorflowVersion(), now.tensorflowVersion());
    compare(differences, "native flags", began.flags(), now.flags());
    return differences;
  }

  /**
   * The warning about these differences, if there are any.
   *
   * @param began provenance of the stored model
   * @param now that of a model made by this process
   */
  public static Optional<String> warning(Provenance began, Provenance now) {
    List<String> differences = differences(began, now);
    return differences.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "the resumed run is not bit-identical to an uninterrupted one: "
                + String.join(", ", differences));
  }

  private static void compare(List<String> differences, String name, String began, String now) {
    if (!now.equals(began)) {
      differences.add("%s \"%s\" (began with \"%s\")".formatted(name, now, began));
    }
  }

  private static void requireSame(String file, String expected, String sha256) {
    if (!sha256.equals(expected)) {
      throw new InputException(
          "%s: changed since the run began (expected: SHA-256 %s)".formatted(file, expected));
    }
  }
}
