// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.weight.RowWeights;
import io.otd.core.schema.BoundedTransform;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.IdentityTransform;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.internal.totals.ColumnTotals;
import io.otd.table.settings.ColumnSettings;
import io.otd.table.settings.ColumnSettings.Transform;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Compared with the fit of the same rows in memory. */
class TotalsFitTest {
  private static final int ROWS = 4000;
  private static final int SAMPLE = 1000;

  private final Table table = table();

  private static Table table() {
    SplittableRandom random = new SplittableRandom(5);
    double[] a = random.doubles(ROWS, -3, 5).toArray();
    a[SAMPLE + 7] = Double.NaN; // in no row of the sample
    double[] y = random.doubles(ROWS, 0, 2).toArray();
    List<String> side =
        IntStream.range(0, ROWS)
            .mapToObj(i -> i == ROWS - 1 ? "rare" : List.of("east", "north", "west").get(i % 3))
            .sorted()
            .toList();
    List<String> shuffled = IntStream.range(0, ROWS).mapToObj(i -> side.get(i * 7 % ROWS)).toList();
    List<String> paid = IntStream.range(0, ROWS).mapToObj(i -> i % 3 == 0 ? "yes" : "no").toList();
    return new Table(
        List.of(
            new NumericColumn("a", a),
            sorted("side", shuffled),
            sorted("paid", paid),
            new NumericColumn("y", y)));
  }

  private static TextColumn sorted(String name, List<String> texts) {
    List<String> dictionary = texts.stream().distinct().sorted().toList();
    return new TextColumn(name, dictionary, texts.stream().mapToInt(dictionary::indexOf).toArray());
  }

  private Map<String, ColumnTotals> totals() {
    Map<String, ColumnTotals> totals = new LinkedHashMap<>();
    for (String name : table.names()) {
      ColumnTotals column = new ColumnTotals();
      for (int row = 0; row < ROWS; row++) {
        if (table.column(name).missing(row)) {
          column.addMissing(true, 1);
        } else if (table.column(name) instanceof TextColumn text) {
          column.texts().add(text.text(row), 1);
        } else {
          double value = table.numbers(name)[row];
          column.numbers().add(name.equals("y") ? value : (float) value, 1);
        }
      }
      totals.put(name, column);
    }
    return totals;
  }

  private EncodingFit fit(ColumnSettings settings, int rows) {
    return EncodingFit.of(
        table,
        SchemaInference.of(table, List.of("y"), settings),
        settings,
        IntStream.range(0, rows).toArray(),
        RowWeights.equal(rows));
  }

  private TableSchema schema(ColumnSettings settings) {
    return new TotalsFit(totals(), ROWS, ROWS, settings.mostCategories())
        .of(fit(settings, SAMPLE))
        .encoding()
        .schema();
  }

  @Test
  void scaling_categories_and_missing_cells_are_fitted_on_all_rows() {
    ColumnSettings settings = ColumnSettings.STANDARD.withTargetSupport(List.of("real"));
    TableSchema expected = fit(settings, ROWS).encoding().schema();
    TableSchema actual = schema(settings);
    NumericInput a = (NumericInput) actual.inputs().get(0);
    NumericInput all = (NumericInput) expected.inputs().get(0);
    assertThat(a.mean()).isCloseTo(all.mean(), within(1e-12));
    assertThat(a.scale()).isCloseTo(all.scale(), within(1e-12));
    assertThat(a.missing()).isEqualTo(MissingRule.INDICATED);
    assertThat(actual.inputs().subList(1, 3)).isEqualTo(expected.inputs().subList(1, 3));
    assertThat(((CategoricalInput) actual.inputs().get(1)).categories()).contains("rare");
    TargetColumn y = actual.targets().get(0);
    assertThat(y.mean()).isCloseTo(expected.targets().get(0).mean(), within(1e-12));
    assertThat(y.scale()).isCloseTo(expected.targets().get(0).scale(), within(1e-12));
  }

  /** Totals do not contain the moments of a target on another scale. */
  @Test
  void the_bend_at_a_bound_is_fitted_on_the_sample_if_no_row_is_beyond_the_bound() {
    ColumnSettings settings = ColumnSettings.STANDARD;
    TargetColumn sample = fit(settings, SAMPLE).encoding().schema().targets().get(0);
    assertThat(sample.transform()).isInstanceOf(BoundedTransform.class);
    assertThat(schema(settings).targets().get(0)).isEqualTo(sample);

    Map<String, ColumnTotals> below = totals();
    below.get("y").numbers().add(-1, 1);
    TargetColumn straight =
        new TotalsFit(below, ROWS, ROWS, settings.mostCategories())
            .of(fit(settings, SAMPLE))
            .encoding()
            .schema()
            .targets()
            .get(0);
    assertThat(straight.transform()).isEqualTo(new IdentityTransform());
  }

  /** Their ends are order statistics, which totals do not contain. */
  @Test
  void pieces_are_fitted_on_the_sample() {
    NumericInput sample =
        (NumericInput) fit(ColumnSettings.STANDARD, SAMPLE).encoding().schema().inputs().get(0);
    NumericInput all = (NumericInput) schema(ColumnSettings.STANDARD).inputs().get(0);

    assertThat(all.pieces()).hasSize(8).isEqualTo(sample.pieces());
  }

  @Test
  void the_most_frequent_categories_of_all_rows_are_kept() {
    Map<String, ColumnTotals> totals = totals();
    EncodingFit fit =
        new TotalsFit(totals, ROWS, ROWS, Optional.of(2)).of(fit(ColumnSettings.STANDARD, SAMPLE));
    CategoricalInput side = (CategoricalInput) fit.encoding().schema().inputs().get(1);
    List<String> frequent =
        totals.get("side").texts().counts().entrySet().stream()
            .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
            .limit(2)
            .map(Map.Entry::getKey)
            .sorted()
            .toList();
    assertThat(side.categories()).isEqualTo(frequent);
    assertThat(side.bucket()).isTrue();
    assertThat(fit.notices()).anyMatch(notice -> notice.contains("4 different texts"));
  }

  @Test
  void moments_are_those_of_the_clipped_sample_if_a_value_is_out_of_bounds() {
    Map<String, ColumnTotals> totals = totals();
    totals.get("a").numbers().add(1e6, 1);
    NumericInput sample =
        (NumericInput) fit(ColumnSettings.STANDARD, SAMPLE).encoding().schema().inputs().get(0);
    NumericInput a =
        (NumericInput)
            new TotalsFit(totals, ROWS, ROWS, Optional.empty())
                .of(fit(ColumnSettings.STANDARD, SAMPLE))
                .encoding()
                .schema()
                .inputs()
                .get(0);
    assertThat(a.mean()).isEqualTo(sample.mean());
    assertThat(a.upper()).isEqualTo(sample.upper());
  }

  @Test
  void a_target_value_outside_the_domain_of_its_transform_is_reported() {
    Map<String, ColumnTotals> totals = totals();
    totals.get("y").numbers().add(-1, 1);
    EncodingFit sample =
        fit(ColumnSettings.STANDARD.withTargetTransform(List.of(Transform.LOG)), SAMPLE);
    assertThatThrownBy(() -> new TotalsFit(totals, ROWS, ROWS, Optional.empty()).of(sample))
        .hasMessageContaining("target \"y\": -1.0 (expected: a value");
  }
}
