// SPDX-License-Identifier: Apache-2.0
package io.otd.predict;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PredictorTest {
  private static final TableSchema NUMBERS =
      new TableSchema(
          List.of(NumericInput.plain("width"), NumericInput.plain("height")),
          List.of(TargetColumn.plain("area"), TargetColumn.plain("side")));

  private static final TableSchema MIXED =
      new TableSchema(
          List.of(
              NumericInput.plain("width"),
              new CategoricalInput("unit", List.of("cm", "m"), List.of(.5, .5), false, false)),
          List.of(TargetColumn.plain("area"), TargetColumn.plain("side")));

  /**
   * Two draws of two targets: the first number, the second or the text's length; more by a seed.
   */
  private record Model(TableSchema schema) implements Predictor, CellPredictor {
    @Override
    public ModelCard card() {
      return new ModelCard(
          schema,
          2,
          List.of(new BigDecimal("0.5")),
          List.of(.9),
          Map.of("crps", .25),
          OptionalLong.of(3));
    }

    @Override
    public <T> T during(Function<CellPredictor, T> work) {
      return work.apply(this);
    }

    @Override
    public InputRows rows() {
      return new InputRows(schema);
    }

    @Override
    public int outputs() {
      return schema.targets().size();
    }

    private static float[] drawn(InputCells row, float more) {
      float first = row.numbers()[0];
      float second = row.texts().length > 0 ? row.texts()[0].length() : row.numbers()[1];
      return new float[] {first, second, first + more, second + more};
    }

    @Override
    public List<Prediction> predict(InputCells cells) {
      return IntStream.range(0, cells.rows())
          .mapToObj(i -> drawn(cells.rows(i, i + 1), 1))
          .map(draws -> PredictedLaws.of(schema.targetNames(), draws))
          .toList();
    }

    @Override
    public List<float[]> draw(InputCells cells, long[] seeds) {
      return IntStream.range(0, cells.rows())
          .mapToObj(i -> drawn(cells.rows(i, i + 1), (float) seeds[i]))
          .toList();
    }

    @Override
    public void close() {}
  }

  private static void assertMeans(List<Prediction> predictions, Double... means) {
    assertThat(predictions)
        .flatExtracting(p -> List.of(p.mean(0), p.mean(1)))
        .containsExactly(means);
  }

  @Test
  void rows_in_every_form_are_predicted_as_the_same_cells() {
    try (Predictor model = new Model(NUMBERS)) {
      assertMeans(model.predict(new float[][] {{1, 2}, {3, 4}}), 1.5, 2.5, 3.5, 4.5);
      assertMeans(model.predict(new float[] {1, 2, 3, 4}, 2), 1.5, 2.5, 3.5, 4.5);
      assertMeans(List.of(model.predict(new float[] {1, 2})), 1.5, 2.5);
      assertMeans(List.of(model.predict(Map.of("height", 2, "width", 1))), 1.5, 2.5);
    }
    try (Predictor model = new Model(MIXED)) {
      String[] texts = {"cm", "m"};
      assertMeans(model.predict(new float[] {1, 3}, texts, 2), 1.5, 2.5, 3.5, 1.5);
      assertMeans(
          model.predict(List.of(Map.of("width", 1, "unit", "cm"), Map.of("width", 3, "unit", "m"))),
          1.5,
          2.5,
          3.5,
          1.5);
    }
  }

  @Test
  void draws_are_by_row_draw_and_target() {
    long[] seeds = {10, 20};
    float[][][] expected = {{{1, 2}, {11, 12}}, {{3, 1}, {23, 21}}};
    try (Predictor model = new Model(NUMBERS)) {
      assertThat(model.draw(new float[][] {{1, 2}, {3, 1}}, seeds)).isDeepEqualTo(expected);
    }
    try (Predictor model = new Model(MIXED)) {
      assertThat(model.draw(new float[] {1, 3}, new String[] {"cm", "m"}, seeds))
          .isDeepEqualTo(expected);
      List<Map<String, Object>> named =
          List.of(Map.of("width", 1, "unit", "cm"), Map.of("width", 3, "unit", "m"));
      assertThat(model.draw(named, seeds)).isDeepEqualTo(expected);
    }
  }

  @Test
  void a_predictor_is_what_its_card_says() {
    try (Predictor model = new Model(NUMBERS)) {
      assertThat(model.inputs()).containsExactly("width", "height");
      assertThat(model.targets()).containsExactly("area", "side");
      assertThat(model.draws()).isEqualTo(2);
      assertThat(model.levels()).containsExactly(new BigDecimal("0.5"));
      assertThat(model.conformalLevels()).containsExactly(.9);
      assertThat(model.metrics()).containsExactly(Map.entry("crps", .25));
      assertThat(model.version()).hasValue(3);
    }
  }
}
