// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.graph.Tensors;
import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.DatePart;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TString;

class EncodedDatesTest {
  private static List<String> cells(DateForm form) {
    SplittableRandom random = new SplittableRandom(1);
    List<String> cells = new ArrayList<>(List.of("", "soon", "2024", "12-12-12", "\n"));
    for (String day : List.of("1899-12-31", "1900-02-28", "2000-02-29", "2024-12-31")) {
      cells.add(form.text(LocalDate.parse(day)));
    }
    for (int i = 0; i < 200; i++) {
      String date = form.text(LocalDate.ofEpochDay(random.nextInt(-150_000, 150_000)));
      cells.add(date);
      cells.add(
          "%sT%d:%02d:%02d.25Z"
              .formatted(date, random.nextInt(26), random.nextInt(61), random.nextInt(61)));
      cells.add(date + " 07:30");
      cells.add("%s %02d:%02d:07,125+0130".formatted(date, random.nextInt(26), random.nextInt(61)));
      cells.add("%sT%02d%02d%02d".formatted(date, random.nextInt(26), random.nextInt(61), i % 61));
    }
    // No leap years, no such month, no such days.
    cells.addAll(List.of("1900-02-29", "2023-02-29", "2024-13-01", "2024-00-10", "2024-04-31"));
    cells.addAll(List.of("29.02.1900", "00.01.2024", "31/04/2024", "04/31/2024", "20230229"));
    return cells;
  }

  private static DateInput column(DateForm form, MissingRule missing) {
    return new DateInput(
        "when",
        form,
        Arrays.stream(DatePart.values())
            .map(
                part ->
                    new DateInput.Part(
                        part,
                        new NumericInput("n", 3, 7, -100_000, 90_000, 2, MissingRule.REFUSED)))
            .toList(),
        missing);
  }

  @ParameterizedTest
  @EnumSource
  void the_graph_matches_the_java_implementation(DateForm form) {
    for (MissingRule missing : MissingRule.values()) {
      DateInput column = column(form, missing);
      List<String> cells = cells(form);
      float[] expected = new float[cells.size() * column.width()];
      for (int i = 0; i < cells.size(); i++) {
        column.encode(cells.get(i), expected, i * column.width());
      }

      // The graph's double precision differs only in the last bits, float32 in one.
      float[] actual = encoded(column, cells);
      for (int i = 0; i < actual.length; i++) {
        if (Float.isNaN(expected[i])) {
          assertThat(actual[i]).as("%s", cells.get(i / column.width())).isNaN();
          continue;
        }
        assertThat(actual[i])
            .as("%s, number %d", cells.get(i / column.width()), i % column.width())
            .isCloseTo(expected[i], within(Math.ulp(expected[i])));
      }
    }
  }

  private static float[] encoded(DateInput column, List<String> cells) {
    try (Graph graph = new Graph()) {
      Ops tf = Ops.create(graph);
      Placeholder<TString> cell = tf.placeholder(TString.class, Placeholder.shape(Shape.of(-1, 1)));
      Operand<TFloat32> encoded = new EncodedDates(column).add(tf, cell);
      try (Session session = new Session(graph);
          Tensor rows = Tensors.of(cells.toArray(String[]::new), cells.size(), 1);
          Result result = session.runner().feed(cell, rows).fetch(encoded).run()) {
        return Tensors.floats(result.get(0));
      }
    }
  }
}
