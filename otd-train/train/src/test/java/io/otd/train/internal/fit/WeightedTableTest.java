// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.metrics.Draws;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TargetColumn;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.internal.split.Folds;
import io.otd.table.internal.split.FoldsFile;
import io.otd.table.internal.split.Split;
import io.otd.table.problem.InputException;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.prediction.ModelSampler;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.internal.run.ModelProvenance;
import io.otd.train.progress.TrainingListener;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables whose rows have weights, from the table to the scores. */
class WeightedTableTest {
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  private static final int ROWS = 120;
  private static final Optional<String> NONE = Optional.empty();

  @TempDir private Path folder;

  private static Settings settings(String... more) {
    SettingsReader reader =
        new SettingsReader()
            .text(
                """
                model: {method: otd, hidden: [8], members: 1}
                masks: {velocity: [4], steps: 1}
                training: {steps: 40, batch: 16, validate_every: 10}
                data: {target: [y]}
                evaluation: {draws: 100}
                calibration: {conformal: cqr, isotonic: true, fraction: 0.4}
                """,
                "test");
    List.of(more).forEach(reader::assignment);
    return reader.settings();
  }

  private static Table table(int rows, IntToDoubleFunction weight) {
    SplittableRandom random = new SplittableRandom(3);
    double[] x = new double[rows];
    double[] y = new double[rows];
    double[] w = new double[rows];
    for (int i = 0; i < rows; i++) {
      x[i] = random.nextDouble();
      y[i] = 100 + 10 * x[i] + random.nextGaussian();
      w[i] = weight.applyAsDouble(i);
    }
    return Table.of(
        new NumericColumn("x", x), new NumericColumn("y", y), new NumericColumn("w", w));
  }

  private static PreparedTable prepared(Table table, Settings settings) {
    return PreparedTable.of(TableSource.of(table, "t", settings), settings);
  }

  private static TableFit.Result fit(Table table, Settings settings) {
    PreparedTable data = prepared(table, settings);
    NetworkTrainer trainer =
        new NetworkTrainer(new Compiler(Compilation.XLA, w -> {}), CLOCK, () -> false);
    return new TableFit(settings, data, ModelProvenance.of(settings, data, "", CLOCK), trainer)
        .run(List.of(), TrainingListener.NONE);
  }

  private static void assertSame(TableFit.Result a, TableFit.Result b) {
    assertThat(a.snapshots().get(0).parameters()).isEqualTo(b.snapshots().get(0).parameters());
    assertThat(a.model().schema()).isEqualTo(b.model().schema());
    assertThat(a.model().calibration()).isEqualTo(b.model().calibration());
    assertThat(a.model().metrics()).isEqualTo(b.model().metrics());
  }

  @Test
  void equal_weights_change_no_bit() {
    assertSame(
        fit(table(ROWS, i -> 2.5), settings("data.weight=w")),
        fit(table(ROWS, i -> 2.5).without("w"), settings()));
  }

  @Test
  void a_row_of_weight_0_is_not_there() {
    IntToDoubleFunction weight = i -> i % 4 == 0 ? 0 : 1 + i % 3;
    Table table = table(ROWS, weight);
    int[] rest = IntStream.range(0, ROWS).filter(i -> i % 4 > 0).toArray();
    assertSame(
        fit(table, settings("data.weight=w")), fit(table.at(rest), settings("data.weight=w")));
  }

  @Test
  void a_row_without_target_does_not_set_the_unit_of_the_weights() {
    Settings settings =
        new SettingsReader()
            .text(
                """
                model: {method: pool, kinds: [otd, boosted-trees], members: 1, hidden: [8]}
                masks: {velocity: [4], steps: 1}
                training: {steps: 40, batch: 16}
                data: {target: [y], weight: w}
                columns: {missing_target: drop}
                """,
                "test")
            .settings();
    Table table = table(ROWS, i -> i == ROWS - 1 ? 1e9 : 1 + i % 3);
    double[] y = table.column("y").numbers().clone();
    y[ROWS - 1] = Double.NaN;
    Table missing = Table.of(table.column("x"), new NumericColumn("y", y), table.column("w"));
    Map<String, Double> metrics = fit(missing, settings).model().metrics();
    Map<String, Double> expected =
        fit(table.at(IntStream.range(0, ROWS - 1).toArray()), settings).model().metrics();
    assertThat(metrics.keySet()).isEqualTo(expected.keySet());
    // Only the roundings of the weights differ.
    expected.forEach(
        (name, value) -> assertThat(metrics.get(name)).as(name).isCloseTo(value, within(1e-3)));
  }

  @Test
  void folds_of_all_rows_and_those_of_the_rows_that_count_are_the_same() throws IOException {
    Table table = table(ROWS, i -> i % 4 == 0 ? 0 : 1 + i % 3);
    int[] counted = IntStream.range(0, ROWS).filter(i -> i % 4 > 0).toArray();
    Folds all = new Folds(List.of(IntStream.range(0, ROWS).map(i -> i % 5).toArray()), NONE);
    Split ofAll = split(table, all);
    assertThat(ofAll.test()).isEqualTo(split(table, all.at(counted)).test());
    int[] test = Arrays.stream(ofAll.test()).map(row -> counted[row]).toArray();
    assertThat(test)
        .isEqualTo(Arrays.stream(counted).filter(row -> row % 5 == 2).toArray())
        .isNotEmpty();
  }

  private Split split(Table table, Folds folds) throws IOException {
    Path file = Files.writeString(folder.resolve("folds.csv"), FoldsFile.csv(folds));
    return prepared(table, settings("data.weight=w", "data.folds=" + file, "data.fold=2")).split();
  }

  @Test
  void the_encoding_has_weighted_means_and_standard_deviations() {
    Table table = table(ROWS, i -> 1 + i % 3);
    PreparedTable data = prepared(table, settings("data.weight=w"));
    assertThat(data.schema().inputNames()).containsExactly("x");
    int[] train = data.split().train();
    double[] x = moments(table, train, "x");
    NumericInput input = (NumericInput) data.schema().inputs().get(0);
    assertThat(input.mean()).isCloseTo(x[0], within(1e-6));
    assertThat(input.scale()).isCloseTo(x[1], within(1e-6));
    double[] y = moments(table, train, "y");
    TargetColumn target = data.schema().targets().get(0);
    assertThat(target.mean()).isCloseTo(y[0], within(1e-9));
    assertThat(target.scale()).isCloseTo(y[1], within(1e-9));
  }

  private static double[] moments(Table table, int[] rows, String column) {
    double[] w = table.column("w").numbers();
    double[] v = table.column(column).numbers();
    double all = IntStream.of(rows).mapToDouble(i -> w[i]).sum();
    double mean = IntStream.of(rows).mapToDouble(i -> w[i] * v[i]).sum() / all;
    double squares = IntStream.of(rows).mapToDouble(i -> w[i] * Math.pow(v[i] - mean, 2)).sum();
    return new double[] {mean, Math.sqrt(squares / all)};
  }

  /** Two populations that the inputs do not tell apart, in equal numbers; one counts threefold. */
  @ParameterizedTest
  @ValueSource(strings = {"otd", "mdn"})
  void a_law_has_populations_in_proportion_to_their_weights(String method) {
    SplittableRandom random = new SplittableRandom(3);
    int rows = 600;
    double[] x = new double[rows];
    double[] y = new double[rows];
    double[] w = new double[rows];
    for (int i = 0; i < rows; i++) {
      boolean high = random.nextBoolean();
      x[i] = random.nextDouble();
      y[i] = (high ? 2 : -2) + .3 * random.nextGaussian();
      w[i] = high ? 3 : 1;
    }
    Table table =
        Table.of(new NumericColumn("x", x), new NumericColumn("y", y), new NumericColumn("w", w));
    String[] few = {
      "model.method=" + method,
      "model.members=1",
      "model.hidden=32,32",
      "masks.velocity=32",
      "masks.steps=1",
      "training.steps=1500",
      "training.batch=64",
      "data.test_fraction=0",
      "calibration.conformal=none",
      "calibration.isotonic=false",
      "evaluation.draws=1000",
      "data.weight=w"
    };
    TrainedModel model = fit(table, settings(few)).model();
    // The mean of the law is 3/4 * 2 - 1/4 * 2 = 1, and 0 without weights.
    assertThat(mean(model)).isCloseTo(1, within(.35));
  }

  private static double mean(TrainedModel model) {
    float[] x = new float[40];
    for (int i = 0; i < x.length; i++) {
      x[i] = -1.5f + 3f * i / x.length;
    }
    try (ModelSampler sampler =
        new ModelSampler(
            model,
            1000,
            x.length,
            DrawDesign.INDEPENDENT,
            Workers.ONE_BY_ONE::each,
            new Compiler(Compilation.XLA, w -> {}))) {
      Draws draws = sampler.draw(x);
      return IntStream.range(0, x.length).mapToDouble(i -> draws.mean(i, 0)).average().orElse(0);
    }
  }

  @Test
  void weights_that_are_none_are_refused_with_their_row() {
    for (double bad : new double[] {-1, Double.NaN}) {
      Table table = table(ROWS, i -> i == 6 ? bad : 1);
      assertThatThrownBy(() -> prepared(table, settings("data.weight=w")))
          .isInstanceOf(InputException.class)
          .hasMessage(
              "row 7, column \"w\": %s (expected: the row's weight, at least 0)"
                  .formatted(bad < 0 ? "-1.0" : "missing"));
    }
    assertThatThrownBy(() -> prepared(table(ROWS, i -> 0), settings("data.weight=w")))
        .hasMessage("column \"w\": no weight is above 0 (expected: some rows that count)");
    assertThatThrownBy(() -> prepared(table(ROWS, i -> 1), settings("data.weight=y")))
        .hasMessage("data.weight: \"y\" (expected: neither a target nor data.group)");
    assertThatThrownBy(() -> prepared(table(ROWS, i -> 1), settings("data.weight=v")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("data.weight \"v\": not in the table");
  }

  @Test
  void test_scores_are_weighted() {
    TableFit.Result fit = fit(table(ROWS, i -> 1 + i % 3), settings("data.weight=w"));
    var test = fit.test().orElseThrow();
    double[] score = test.rows().energyScore();
    double all = 0;
    double sum = 0;
    for (int i = 0; i < score.length; i++) {
      double w = 1 + test.numbers()[i] % 3;
      all += w;
      sum += w * score[i];
    }
    assertThat(test.scores().all().get("energy_score")).isCloseTo(sum / all, within(1e-9));
    assertThat(test.scores().notes()).anyMatch(note -> note.contains("the rows have weights"));
  }
}
