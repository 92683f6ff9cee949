// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.core.internal.files.FileDigest;
import io.otd.core.internal.weight.RowWeights;
import io.otd.table.RowOrigin;
import io.otd.table.Table;
import io.otd.table.internal.fields.FieldsFile;
import io.otd.table.internal.fields.ParametricFields;
import io.otd.table.internal.split.RowGroups;
import io.otd.table.problem.InputException;
import io.otd.table.problem.NearestName;
import io.otd.table.problem.Quoted;
import io.otd.table.read.DataFile;
import io.otd.train.settings.DataSettings;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Parametric fields as a table: a row is a point of a case, its inputs are the parameters of the
 * case and the coordinates of the point, and the rows of a case are a group, which no split
 * divides.
 */
final class FieldsSource {
  private FieldsSource() {}

  static TableSource read(Path path, DataSettings settings) {
    ParametricFields fields = FieldsFile.read(path);
    List<String> values = values(path, fields.valueNames(), settings.target());
    Optional<int[]> test =
        FieldsFile.testCases(path, fields.cases()).map(cases -> rows(cases, fields));
    DataFile file =
        new DataFile(
            path.toString(),
            digest(path),
            table(path, fields, values, settings).from(RowOrigin.of(path.toString())),
            List.of());
    RowGroups groups = groups(fields);
    return new TableSource(
        file,
        groups,
        RowWeights.equal(groups.rows()),
        settings
            .folds()
            .map(f -> f.folds(groups, all(groups), settings.repeats(), settings.seed())),
        Optional.of(new FieldLayout(fields.at(), values, test)));
  }

  private static int[] all(RowGroups groups) {
    return IntStream.range(0, groups.rows()).toArray();
  }

  private static Table table(
      Path path, ParametricFields fields, List<String> values, DataSettings settings) {
    try {
      Table table = fields.table();
      table.require("data.ignore", settings.ignore());
      for (String name : new LinkedHashSet<>(settings.ignore())) {
        table = table.without(name);
      }
      for (String name : fields.valueNames()) {
        table = values.contains(name) || !table.has(name) ? table : table.without(name);
      }
      return table;
    } catch (IllegalArgumentException e) {
      throw new InputException(path + ": " + e.getMessage());
    }
  }

  private static List<String> values(Path path, List<String> all, List<String> wanted) {
    for (String name : wanted) {
      if (!all.contains(name)) {
        throw new InputException(
            "data.target: %s: no values of %s (expected: of %s%s)"
                .formatted(Quoted.of(name), path, all, NearestName.hint(name, all)));
      }
    }
    return wanted.isEmpty() ? all : List.copyOf(wanted);
  }

  private static RowGroups groups(ParametricFields fields) {
    int[] of = new int[Math.multiplyExact(fields.cases(), fields.points())];
    Arrays.setAll(of, row -> row / fields.points());
    return new RowGroups(of);
  }

  private static int[] rows(int[] cases, ParametricFields fields) {
    int[] rows = new int[Math.multiplyExact(fields.cases(), fields.points())];
    Arrays.fill(rows, -1);
    for (int test : cases) {
      Arrays.fill(rows, test * fields.points(), (test + 1) * fields.points(), 0);
    }
    return rows;
  }

  private static String digest(Path path) {
    try {
      return FileDigest.of(path).sha256();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
