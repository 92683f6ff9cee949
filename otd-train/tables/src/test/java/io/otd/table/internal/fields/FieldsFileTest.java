// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.fields;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.otd.core.internal.files.ClassResource;
import io.otd.table.Table;
import io.otd.table.internal.numpy.NpyArray;
import io.otd.table.internal.numpy.NpzFile;
import io.otd.table.internal.numpy.NpzFileTest;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FieldsFileTest {
  private static final ParametricFields FIELDS =
      new ParametricFields(
          new FieldPoints(
              List.of("mu", "nu"),
              List.of("x"),
              new double[][] {{.1, .2}, {.3, .4}},
              new double[][] {{0}, {.5}, {1}}),
          List.of("u", "v"),
          new double[][] {{1, 2, 3, 4, 5, 6}, {7, 8, 9, 10, 11, 12}});

  @TempDir Path folder;

  @Test
  void fields_round_trip() throws IOException {
    Path path = folder.resolve("f.npz");
    FieldsFile.write(path, FIELDS, Map.of("steps", NpyArray.integers(new int[] {1, 2})));
    ParametricFields read = FieldsFile.read(path);
    assertThat(read).usingRecursiveComparison().isEqualTo(FIELDS);
    assertThat(read.value(1, 2, 0)).isEqualTo(11);
    assertThat(List.of(read.cases(), read.points(), read.outputs())).containsExactly(2, 3, 2);
  }

  /** {@code parameters [2]} in single precision, other byte orders, names only for the values. */
  @Test
  void reads_a_numpy_file_with_fewer_names_and_axes() throws IOException {
    Path path =
        Files.write(
            folder.resolve("compressed.npz"),
            ClassResource.bytes(NpzFileTest.class, "compressed.npz"));
    ParametricFields fields = FieldsFile.read(path);
    assertThat(fields.at().parameters()).isEqualTo(new double[][] {{.25}, {.5}});
    assertThat(fields.at().coordinates()).isEqualTo(new double[][] {{0, 1}, {2, 3}, {4, 5}});
    assertThat(fields.value(1, 0, 1)).isEqualTo(.875);
    assertThat(fields.at().parameterNames()).containsExactly("parameter_1");
    assertThat(fields.at().coordinateNames()).containsExactly("coordinate_1", "coordinate_2");
    assertThat(fields.valueNames()).containsExactly("a", "b");
  }

  /** Needs a Python that has NumPy: {@code OTD_PYTHON}, or {@code python3}. */
  @Test
  @Tag("long")
  void numpy_reads_the_written_file() throws Exception {
    String python = Optional.ofNullable(System.getenv("OTD_PYTHON")).orElse("python3");
    assumeTrue(
        run(python, "-c", "import numpy").isPresent(),
        "no NumPy in " + python + " (set OTD_PYTHON to a Python that has it)");
    Path path = folder.resolve("f.npz");
    FieldsFile.write(path, FIELDS, Map.of("steps", NpyArray.integers(new int[] {225, 2925})));
    String script =
        "import numpy, sys; f = numpy.load(sys.argv[1]); v = f['values'];"
            + " print(v.shape, v.dtype, v[1, 2].tolist(), f['parameters'].tolist(),"
            + " f['coordinates'].shape, f['value_names'].tolist(), f['steps'].tolist())";
    assertThat(run(python, "-c", script, path.toString()))
        .contains(
            "(2, 3, 2) float64 [11.0, 12.0] [[0.1, 0.2], [0.3, 0.4]] (3, 1) ['u', 'v'] [225,"
                + " 2925]");
  }

  private static Optional<String> run(String... command) throws Exception {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return process.waitFor() == 0 ? Optional.of(out.strip()) : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private Path with(String name, NpyArray array) throws IOException {
    Map<String, NpyArray> arrays = new LinkedHashMap<>();
    arrays.put("parameters", NpyArray.doubles(new double[2][1], 1));
    arrays.put("coordinates", NpyArray.doubles(new double[3][2], 2));
    arrays.put("values", NpyArray.doubles(new double[2][3], 3, 1));
    arrays.put(name, array);
    Path path = folder.resolve("f.npz");
    NpzFile.write(path, arrays);
    return path;
  }

  private void told(String name, NpyArray array, String message) throws IOException {
    Path path = with(name, array);
    assertThatThrownBy(() -> FieldsFile.read(path))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(path.toString())
        .hasMessageContaining(message);
  }

  @Test
  void mismatched_arrays_are_reported() throws IOException {
    assertThat(FieldsFile.read(with("more", NpyArray.doubles(new double[] {1}))).points())
        .isEqualTo(3);
    told(
        "values",
        NpyArray.doubles(new double[2][4], 4, 1),
        "values [2, 4, 1]: 4 points (expected: 3, as many as rows of coordinates)");
    told(
        "values",
        NpyArray.doubles(new double[4][3], 3, 1),
        "values: 4 cases (expected: 2, as many as rows of parameters)");
    told(
        "values",
        NpyArray.doubles(new double[] {1, 2}),
        "array \"values\": shape [2] (expected: cases, points, values [M, G, d_y])");
    told(
        "values",
        NpyArray.doubles(new double[][] {{1, 2, 3}, {4, Double.NaN, 6}}, 3, 1),
        "row 2 of values, number 2: NaN (expected: finite)");
    told(
        "parameter_names",
        NpyArray.texts(List.of("a", "b")),
        "array \"parameter_names\": shape [2] (expected: [1])");
    told(
        "coordinate_names",
        NpyArray.texts(List.of("x", "x")),
        "coordinate names: [x, x] (expected: at least one, none empty, all different)");
    told("parameters", NpyArray.texts(List.of("a", "b")), "values of type text");
  }

  @Test
  void reads_the_test_cases_listed_in_the_file() throws IOException {
    assertThat(FieldsFile.testCases(with("test", NpyArray.integers(new int[] {1})), 2))
        .hasValueSatisfying(cases -> assertThat(cases).containsExactly(1));
    assertThat(FieldsFile.testCases(with("more", NpyArray.integers(new int[] {1})), 2)).isEmpty();
    for (int[] wrong : new int[][] {{2}, {-1}, {0, 0}, {0, 1}}) {
      Path path = with("test", NpyArray.integers(wrong));
      assertThatThrownBy(() -> FieldsFile.testCases(path, 2))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("array \"test\"")
          .hasMessageEndingWith(
              "(expected: numbers of test cases, different, from 0 to 1, not all)");
    }
  }

  @Test
  void reads_points_without_values() throws IOException {
    Path path = folder.resolve("points.npz");
    FieldsFile.write(path, FIELDS.at(), Map.of("steps", NpyArray.integers(new int[] {225, 2925})));
    assertThat(FieldsFile.points(path)).usingRecursiveComparison().isEqualTo(FIELDS.at());
    assertThatThrownBy(() -> FieldsFile.read(path))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("no array \"values\"");
    NpyArray whole = NpyArray.integers(new int[] {4, 5});
    assertThat(FieldsFile.points(with("parameters", whole)).parameters())
        .isEqualTo(new double[][] {{4}, {5}});
  }

  /** Row i G + g is point g of case i. */
  @Test
  void rows_are_the_points_case_by_case() {
    Table table = FIELDS.table();
    assertThat(table.names()).containsExactly("mu", "nu", "x", "u", "v");
    assertThat(table.column("mu").numbers()).containsExactly(.1, .1, .1, .3, .3, .3);
    assertThat(table.column("x").numbers()).containsExactly(0, .5, 1, 0, .5, 1);
    assertThat(table.column("v").numbers()).containsExactly(2, 4, 6, 8, 10, 12);
    Table first = FIELDS.at().table(0, 4);
    assertThat(first.names()).containsExactly("mu", "nu", "x");
    assertThat(first.column("nu").numbers()).containsExactly(.2, .2, .2, .4);
    Table last = FIELDS.at().table(4, 6);
    assertThat(last.column("x").numbers()).containsExactly(.5, 1);
    assertThat(last.number(0)).isEqualTo(5);
    assertThat(FIELDS.at().rows()).isEqualTo(6);
  }

  @Test
  void a_duplicate_column_name_is_rejected() {
    double[][] one = {{1}};
    ParametricFields twice =
        new ParametricFields(
            new FieldPoints(List.of("x"), List.of("x"), one, one), List.of("u"), one);
    assertThatIllegalArgumentException()
        .isThrownBy(twice::table)
        .withMessage("column \"x\" appears twice");
  }

  @Test
  void mismatched_fields_are_rejected() {
    double[][] one = {{1}};
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FieldPoints(List.of(), List.of("x"), one, one))
        .withMessageStartingWith("parameter names: []");
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new ParametricFields(
                    new FieldPoints(List.of("p"), List.of("x"), one, one), List.of("u", "v"), one))
        .withMessage("row 1 of values: 1 number (expected: 2)");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FieldPoints(List.of("p"), List.of("x"), one, new double[0][]))
        .withMessage("coordinates: no rows (expected: at least one)");
  }
}
