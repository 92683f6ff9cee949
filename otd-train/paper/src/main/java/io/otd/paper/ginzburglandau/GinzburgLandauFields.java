// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.ginzburglandau;

import io.otd.table.internal.fields.FieldPoints;
import io.otd.table.internal.fields.FieldsFile;
import io.otd.table.internal.fields.ParametricFields;
import io.otd.table.internal.numpy.NpyArray;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The equilibria of all cases, and how good each is.
 *
 * @param fields mu to u on the points (x, y)
 * @param steps taken for each case, {@code [M]}
 * @param changes largest change of the last step, {@code [M]}
 * @param residuals r_eq, {@code [M]}
 * @param unfinished mu of the cases whose change did not get below the tolerance
 */
public record GinzburgLandauFields(
    ParametricFields fields,
    int[] steps,
    double[] changes,
    double[] residuals,
    List<Double> unfinished) {
  /** Copies the list. */
  public GinzburgLandauFields {
    unfinished = List.copyOf(unfinished);
  }

  static GinzburgLandauFields of(GinzburgLandau equation, List<Equilibrium> ends) {
    return new GinzburgLandauFields(
        new ParametricFields(
            new FieldPoints(
                List.of("mu"),
                List.of("x", "y"),
                ends.stream().map(e -> new double[] {e.mu()}).toArray(double[][]::new),
                equation.coordinates()),
            List.of("u"),
            ends.stream().map(Equilibrium::field).toArray(double[][]::new)),
        ends.stream().mapToInt(Equilibrium::steps).toArray(),
        ends.stream().mapToDouble(Equilibrium::change).toArray(),
        ends.stream().mapToDouble(Equilibrium::residual).toArray(),
        ends.stream().filter(e -> !e.converged()).map(Equilibrium::mu).toList());
  }

  /**
   * Writes a {@link FieldsFile} with five arrays more: {@code mu [M]}, {@code steps [M]}, {@code
   * change [M]}, {@code r_eq [M]}, and {@code test}, the sorted indices of the test cases.
   *
   * @param path of the file; it is either complete or absent
   * @throws IOException if it cannot be written
   */
  public void write(Path path) throws IOException {
    Map<String, NpyArray> more = new LinkedHashMap<>();
    more.put(
        "mu",
        NpyArray.doubles(Arrays.stream(fields.at().parameters()).mapToDouble(p -> p[0]).toArray()));
    more.put("steps", NpyArray.integers(steps));
    more.put("change", NpyArray.doubles(changes));
    more.put("r_eq", NpyArray.doubles(residuals));
    more.put("test", NpyArray.integers(GinzburgLandauSplit.of(fields.cases()).test()));
    FieldsFile.write(path, fields, more);
  }
}
