// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.DatePart;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.export.internal.encoding.EncodingGraph;
import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.onnx.proto.OnnxProtos.ModelProto;
import io.otd.export.internal.onnx.proto.OnnxProtos.OperatorSetIdProto;
import java.nio.DoubleBuffer;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dates are days since 1970-01-01, and are encoded as Java encodes their texts. */
class OnnxDatesTest {
  private static DateInput column(MissingRule missing) {
    return new DateInput(
        "when",
        DateForm.YEAR_FIRST,
        List.of(
            new DateInput.Part(DatePart.DAYS, NumericInput.scaled("d", 5000, 9000)),
            new DateInput.Part(DatePart.YEAR, NumericInput.scaled("y", 1990, 25)),
            new DateInput.Part(DatePart.MONTH, NumericInput.scaled("m", 6, 3)),
            new DateInput.Part(DatePart.WEEKDAY, NumericInput.scaled("w", 4, 2)),
            new DateInput.Part(DatePart.HOUR, NumericInput.scaled("h", 12, 6))),
        missing);
  }

  private static List<String> dates() {
    List<String> dates = new ArrayList<>();
    for (int year : new int[] {1, 1600, 1899, 1900, 1969, 1970, 2000, 2023, 2024, 2100, 9999}) {
      for (String day : List.of("01-01", "02-28", "03-01 23:59", "12-31 12:30:15")) {
        dates.add("%04d-%s".formatted(year, day));
      }
    }
    dates.add("2024-02-29");
    return dates;
  }

  @ParameterizedTest
  @EnumSource
  void every_part_of_a_date_is_that_of_java(MissingRule missing) throws OrtException {
    DateInput column = column(missing);
    List<String> cells = dates();
    cells.add("");
    float[] expected = new float[cells.size() * column.width()];
    double[] days = new double[cells.size()];
    for (int i = 0; i < days.length; i++) {
      column.encode(cells.get(i), expected, i * column.width());
      days[i] =
          column
              .form()
              .parse(cells.get(i))
              .map(time -> time.date().toEpochDay() + time.hour() / 24)
              .orElse(Double.NaN);
    }

    float[] actual = encoded(column, days);
    assertThat(actual).hasSameSizeAs(expected);
    for (int i = 0; i < actual.length; i++) {
      String what = "%s, number %s".formatted(cells.get(i / column.width()), i % column.width());
      if (Float.isNaN(expected[i])) {
        assertThat(actual[i]).as(what).isNaN();
      } else {
        // A day with its time as one number has 13 digits after the point of an hour left.
        assertThat(actual[i]).as(what).isCloseTo(expected[i], within(1e-6f));
      }
    }
  }

  @Test
  void numbers_outside_the_calendar_are_not_predictable() throws OrtException {
    double first = LocalDate.of(1, 1, 1).toEpochDay();
    double last = LocalDate.of(9999, 12, 31).toEpochDay();
    double[] days = {first - 1, last + 1, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY};
    DateInput column = column(MissingRule.INDICATED);

    float[] actual = encoded(column, days);
    for (int i = 0; i < actual.length; i++) {
      boolean indicator = i % column.width() == column.width() - 1;
      if (indicator) {
        assertThat(actual[i]).isZero();
      } else {
        assertThat(actual[i]).as("%s", days[i / column.width()]).isNaN();
      }
    }
  }

  private static float[] encoded(DateInput column, double[] days) throws OrtException {
    TableSchema schema = new TableSchema(List.of(column), List.of(TargetColumn.plain("y")));
    OrtEnvironment environment = OrtEnvironment.getEnvironment();
    try (OrtSession session = environment.createSession(file(schema));
        OnnxTensor cells =
            OnnxTensor.createTensor(
                environment, DoubleBuffer.wrap(days), new long[] {days.length});
        OrtSession.Result result = session.run(Map.of("when", cells))) {
      float[] values = new float[days.length * column.width()];
      ((OnnxTensor) result.get(0)).getFloatBuffer().get(values);
      return values;
    }
  }

  private static byte[] file(TableSchema schema) {
    OnnxGraph graph = new OnnxGraph();
    FlatGraph encoding = EncodingGraph.of(schema);
    new OnnxTranslation(new OnnxOps(graph), encoding)
        .add(new OnnxInputs(graph, schema).add())
        .forEach((name, value) -> graph.output(name, value, encoding.outputType(name), ""));
    return ModelProto.newBuilder()
        .setIrVersion(8)
        .setGraph(graph.proto())
        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(OnnxOps.OPSET))
        .build()
        .toByteArray();
  }
}
