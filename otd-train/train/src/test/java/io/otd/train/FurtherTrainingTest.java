// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.model.Component;
import io.otd.core.internal.trained.ModelDirectory;
import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.problem.InputException;
import io.otd.train.internal.result.Improvement;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model that is trained further on new rows. */
class FurtherTrainingTest {
  private static final int ROWS = 400;

  @TempDir static Path folder;

  private static Path run;

  /** Two inputs, and a target that is their sum, with noise and a shift. */
  private static Table table(long seed, double shift) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[ROWS];
    double[] z = new double[ROWS];
    double[] y = new double[ROWS];
    for (int i = 0; i < ROWS; i++) {
      x[i] = random.nextDouble();
      z[i] = random.nextDouble();
      y[i] = 3 * x[i] + z[i] + shift + .3 * random.nextGaussian();
    }
    return new Table(
        List.of(new NumericColumn("x", x), new NumericColumn("z", z), new NumericColumn("y", y)));
  }

  private static OtdBuilder small() {
    return Otd.regression("y")
        .hidden(8)
        .members(2)
        .steps(200)
        .set("model.kinds", List.of("otd-pieces", "extra-trees"))
        .set("model.method", "pool")
        .set("masks.velocity", List.of(4))
        .set("masks.steps", 1)
        .set("training.batch", 32)
        .set("training.validate_every", 20)
        .set("columns.target_support", List.of("real"))
        .set("evaluation.draws", 100)
        .set("output.tensorboard", false);
  }

  @BeforeAll
  static void train() throws IOException {
    run = folder.resolve("run");
    small().build().fitIn(run, table(1, 0)).close();
  }

  private static OtdBuilder further() throws IOException {
    return Otd.continuing(run);
  }

  private static FittedModel fitted(String name, OtdBuilder training, Table table)
      throws IOException {
    return training.build().fitIn(folder.resolve(name), table);
  }

  private static Improvement improvement(FittedModel model) {
    return Improvement.of(model.trained().metrics()).orElseThrow();
  }

  @Test
  void on_rows_of_the_same_law_the_model_is_not_worse_than_before() throws IOException {
    try (FittedModel next = fitted("same", further(), table(2, 0))) {
      assertThat(improvement(next).advice()).isNotEqualTo(Improvement.Advice.KEEP);
      assertThat(improvement(next).rows()).isGreaterThan(10);
      assertThat(String.join(" ", next.verdict())).contains("earlier model");
      assertThat(next.settings()).containsKeys("training.from", "training.from_data_sha256");
      assertThat(next.settings()).containsEntry("training.steps", "40");
      assertThat(Files.readString(folder.resolve("same/result.json"))).contains("\"earlier\"");
      assertThat(Files.readString(folder.resolve("same/report.html"))).contains("earlier model");
    }
  }

  @Test
  @Tag("long")
  void on_rows_of_another_law_it_says_to_switch() throws IOException {
    try (FittedModel next = fitted("other", further(), table(2, 2))) {
      assertThat(improvement(next).advice()).isEqualTo(Improvement.Advice.SWITCH);
      assertThat(next.verdict().get(0)).contains("Switch to this model");
    }
  }

  @Test
  void the_encoding_stays_and_the_networks_begin_where_they_ended() throws IOException {
    OtdBuilder hardly = further().steps(1).set("training.learning_rate", 1e-30);
    try (FittedModel next = fitted("hardly", hardly, table(2, 0))) {
      var earlier = ModelDirectory.read(run).model();
      assertThat(next.trained().schema()).isEqualTo(earlier.schema());
      for (Component component : next.trained().components()) {
        if (!component.name().equals("extra-trees")) {
          Component same =
              earlier.components().stream()
                  .filter(c -> c.name().equals(component.name()))
                  .findFirst()
                  .orElseThrow();
          for (int m = 0; m < 2; m++) {
            assertThat(component.members().get(m).values().vector())
                .as(component.name())
                .isEqualTo(same.members().get(m).values().vector());
          }
        }
      }
    }
  }

  @Test
  @Tag("long")
  void the_same_seed_gives_the_same_bits() throws IOException {
    try (FittedModel once = fitted("once", further().steps(40), table(3, 1));
        FittedModel twice = fitted("twice", further().steps(40), table(3, 1))) {
      assertThat(twice.trained().metrics()).isEqualTo(once.trained().metrics());
    }
  }

  @Test
  void a_recalibrated_model_is_trained_further_with_the_settings_of_its_run() throws IOException {
    Path recalibrated = folder.resolve("recalibrated");
    try (FittedModel model = FittedModel.load(run);
        FittedModel next = model.recalibrate(table(5, 0))) {
      next.save(recalibrated);
    }
    assertThat(Otd.continuing(recalibrated).build().settings())
        .isEqualTo(
            replaced(further().build().settings(), "training.from", recalibrated.toString()));
    OtdBuilder hardly = Otd.continuing(recalibrated).steps(1).set("training.learning_rate", 1e-30);
    try (FittedModel again = fitted("from-recalibrated", hardly, table(2, 0))) {
      assertThat(again.trained().schema()).isEqualTo(ModelDirectory.read(run).model().schema());
      assertThat(improvement(again).rows()).isGreaterThan(10);
    }
  }

  @Test
  void a_saved_model_is_trained_further_with_columns_whose_names_need_quotes() throws IOException {
    double[] weights = new double[ROWS];
    Arrays.fill(weights, 2);
    List<Column> columns = new ArrayList<>(table(6, 0).columns());
    columns.add(new NumericColumn("sample weight", weights));
    Path saved = folder.resolve("saved");
    OtdBuilder brief =
        Otd.regression("y").hidden(8).members(1).steps(10).set("model.method", "otd");
    try (FittedModel model =
        brief.set("data.weight", "sample weight").build().fit(new Table(columns))) {
      assertThat(model.settings()).containsEntry("data.weight", "\"sample weight\"");
      model.save(saved);
      assertThat(Otd.continuing(saved).build().settings())
          .containsEntry("data.weight", model.settings().get("data.weight"))
          .containsEntry("data.target", model.settings().get("data.target"))
          .containsEntry("data.group", "null")
          .containsEntry("evaluation.levels", model.settings().get("evaluation.levels"));
    }
  }

  private static Map<String, String> replaced(
      Map<String, String> settings, String path, String value) {
    Map<String, String> result = new LinkedHashMap<>(settings);
    result.put(path, value);
    return result;
  }

  @Test
  void a_missing_column_is_named() {
    Table whole = table(2, 0);
    Table part = new Table(List.of(whole.column("x"), whole.column("y")));
    assertThatThrownBy(() -> further().build().fit(part))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("\"z\"");
  }

  @Test
  void other_networks_and_what_is_no_run_are_refused_by_name() {
    assertThatThrownBy(() -> further().hidden(4).build().fit(table(2, 0)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("training.from: networks of");
    assertThatThrownBy(() -> Otd.continuing(folder))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("expected: the directory of a finished run");
  }
}
