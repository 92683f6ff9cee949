// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.predict.Interval;
import io.otd.table.Column;
import io.otd.table.NumericColumn;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import io.otd.table.problem.InputException;
import io.otd.train.progress.TrainingEvent;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import io.otd.train.settings.Method;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import java.util.logging.StreamHandler;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtdTest {
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  private static final int ROWS = 80;

  @TempDir Path folder;

  /** {@code y = 100 + 10 a - 5 b}, and noise of a twentieth of its range. */
  private static Table table(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] a = new double[ROWS];
    double[] b = new double[ROWS];
    double[] y = new double[ROWS];
    double[] z = new double[ROWS];
    int[] color = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      a[i] = random.nextDouble();
      b[i] = random.nextDouble();
      y[i] = 100 + 10 * a[i] - 5 * b[i] + random.nextDouble();
      z[i] = -y[i];
      color[i] = i % 2;
    }
    return new Table(
        List.of(
            new NumericColumn("a", a),
            new NumericColumn("b", b),
            new TextColumn("color", List.of("red", "green"), color),
            new NumericColumn("y", y),
            new NumericColumn("z", z)));
  }

  private static OtdBuilder small(String... targets) {
    return Otd.regression(targets)
        .hidden(8)
        .members(1)
        .steps(60)
        .clock(CLOCK)
        .jobs(1)
        .set("masks.velocity", List.of(4))
        .set("masks.steps", 1)
        .set("training.batch", 16)
        .set("training.validate_every", 10)
        .set("evaluation.draws", 100);
  }

  private static OtdBuilder ofY() {
    return small("y").ignore("z");
  }

  /** {@code {"price": "$5"}} is what the cell $5 of a file is, in training and for a prediction. */
  @Test
  void a_text_with_a_unit_is_a_number_of_the_column() {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(Map.of("price", "$%s.50".formatted(1 + i % 40), "y", 3 * (i % 40) + i % 2));
    }
    try (FittedModel model = small("y").build().fit(Table.ofMaps(rows))) {
      assertThat(model.trained().schema().numeric().get(0).unit()).isEqualTo("$");
      double plain = mean(model, 5);
      assertThat(mean(model, "$5")).isEqualTo(plain);
      assertThat(mean(model, "5")).isEqualTo(plain);
      assertThat(mean(model, "($ 5.00)")).isEqualTo(mean(model, -5));
      assertThatThrownBy(() -> mean(model, "5 EUR"))
          .hasMessage(
              "row 1, column \"price\": \"5 EUR\" (expected: a number in $, as in training)");
      assertThat(model.evaluate(Table.ofMaps(rows)).rmse()).isPositive();
      EvaluationOptions byPrice = EvaluationOptions.DEFAULT.withDraws(20).withCoverageBy("price");
      // Numbers are divided into fifths, as those of a file are.
      assertThat(model.evaluate(Table.ofMaps(rows), byPrice).coverageByGroup().get("y")).hasSize(5);
      Table pending = Table.ofMaps(List.of(Map.of("price", 5, "y", "pending")));
      assertThat(model.predict(pending).mean(0)).isEqualTo(plain);
    }
  }

  private static double mean(FittedModel model, Object price) {
    return model.predict(Table.ofMaps(List.of(Map.of("price", price)))).mean(0);
  }

  /** A model that was trained without weights, and a column that it does not read. */
  @Test
  void groups_and_weights_of_an_evaluation_are_columns_of_its_table() {
    Table all = table(2);
    double[] once = IntStream.range(0, ROWS).mapToDouble(i -> i % 4 == 0 ? 0 : 1).toArray();
    List<String> towns =
        IntStream.range(0, ROWS)
            .mapToObj(i -> i % 3 == 0 ? "north" : i % 3 == 1 ? "" : "south")
            .toList();
    List<Column> columns = new ArrayList<>();
    all.names().forEach(name -> columns.add(all.column(name)));
    columns.add(new NumericColumn("once", once));
    columns.add(TextColumn.of("town", towns));
    Table weighed = new Table(columns);
    int[] counted = IntStream.range(0, ROWS).filter(i -> once[i] > 0).toArray();
    EvaluationOptions options = EvaluationOptions.DEFAULT.withDraws(50).withCoverageBy("town");
    try (FittedModel model = ofY().build().fit(table(1))) {
      Scores left = model.evaluate(weighed.at(counted), options);
      Scores zero = model.evaluate(weighed, options.withWeight("once"));
      assertThat(zero.values()).containsAllEntriesOf(left.values());
      assertThat(zero.coverageByGroup()).isEqualTo(left.coverageByGroup()).containsOnlyKeys("y");
      for (GroupCoverage of : zero.coverageByGroup().get("y")) {
        assertThat(of.column()).isEqualTo("town");
        assertThat(of.low()).isLessThanOrEqualTo(of.level());
        assertThat(of.high()).isGreaterThanOrEqualTo(of.level());
        assertThat(of.conformal()).isEmpty();
      }
      double mean =
          zero.coverageByGroup().get("y").stream().mapToDouble(g -> g.rows() * g.coverage()).sum()
              / counted.length;
      // Ends of intervals count by chance.
      assertThat(mean).isCloseTo(zero.get("picp_0.9"), within(.03));
      assertThat(left.coverageByGroup().get("y")).extracting(GroupCoverage::rows).hasSize(3);
      EvaluationOptions byWeight = options.withWeight("once").withCoverageBy("once");
      assertThat(model.evaluate(weighed, byWeight).coverageByGroup().get("y"))
          .extracting(GroupCoverage::rows)
          .containsExactly(counted.length);
      assertThat(model.evaluate(all).coverageByGroup()).isEmpty();
      assertThatThrownBy(() -> model.evaluate(all, options))
          .isInstanceOf(InputException.class)
          .hasMessageContaining("town");
      assertThatThrownBy(() -> model.evaluate(all, options.withWeight("a")))
          .hasMessage("weight: \"a\" (expected: neither an input nor a target of the model)");
    }
  }

  @Test
  void fits_evaluates_predicts_saves_and_exports_from_an_in_memory_table() throws IOException {
    Table table = table(1);
    try (FittedModel model = ofY().build().fit(table)) {
      assertThat(model.interrupted()).isFalse();
      assertThat(model.inputs()).containsExactly("a", "b", "color");
      assertThat(model.progress()).isEqualTo(new FittedModel.Progress(60, 1));
      Scores test = model.testScores().orElseThrow();
      assertThat(test.energyScore()).isPositive().isEqualTo(test.get("energy_score"));
      Scores again = model.evaluate(table(2));
      // Without inputs, the error would be the targets' standard deviation.
      assertThat(again.rmse()).isBetween(.2, 3.5);
      assertThat(again.values()).containsKeys("mae", "crps", "mace", "picp_0.9");
      Scores further =
          model.evaluate(
              table(2),
              EvaluationOptions.DEFAULT
                  .withDraws(200)
                  .withLevels(.9)
                  .withScores("above:0", "below:0", "pinball:0.5"));
      assertThat(further.get("crps_above_0") + further.get("crps_below_0"))
          .isCloseTo(further.crps(), within(1e-9));
      assertThat(further.get("cost_pinball_0.5"))
          .isCloseTo(further.get("pinball_0.5"), within(1e-9));

      Predictions predicted = model.predict(table);
      assertThat(predicted.rows()).isEqualTo(ROWS);
      assertThat(predicted.mean(3))
          .isCloseTo(Arrays.stream(predicted.draws(3)).average().orElseThrow(), within(1e-9));
      Interval interval = predicted.interval(3, .9);
      assertThat(interval.contains(predicted.quantile(3, .5))).isTrue();
      assertThat(predicted.probabilityBelow(3, interval.upper())).isBetween(.94, .96);
      assertThat(predicted.probabilitiesBelow(3, new double[] {interval.upper(), -1e9}))
          .containsExactly(predicted.probabilityBelow(3, interval.upper()), 0);
      assertThat(model.predict(table).draws(7)).isEqualTo(predicted.draws(7));

      model.save(folder.resolve("model"));
      try (FittedModel loaded = FittedModel.load(folder.resolve("model"))) {
        assertThat(loaded.predict(table).draws(7)).isEqualTo(predicted.draws(7));
        assertThat(loaded.testScores().orElseThrow().rmse()).isEqualTo(test.rmse());
        assertThat(loaded.outcome()).isEqualTo(TrainingOutcome.COMPLETED);
      }
      Path version = model.export(folder.resolve("export"));
      assertThat(version.resolve(ServingNames.MODEL_FILE)).exists();
    }
  }

  @Test
  @Tag("long")
  void the_same_seed_gives_the_same_model_in_a_run_directory_and_after_resuming()
      throws IOException {
    Table table = table(1);
    float[] expected = parameters(ofY().seed(3).build().fit(table));
    Path directory = folder.resolve("run");
    List<TrainingEvent> events = new ArrayList<>();
    FittedModel stopped =
        ofY()
            .seed(3)
            .onProgress(events::add)
            .stopWhen(() -> events.stream().anyMatch(TrainingEvent.Validated.class::isInstance))
            .build()
            .fitIn(directory, table);
    assertThat(stopped.interrupted()).isTrue();
    assertThat(stopped.progress().steps()).isBetween(1L, 59L);
    assertThat(stopped.testScores()).isEmpty();
    FittedModel finished = ofY().seed(3).build().fitIn(directory, table);
    assertThat(parameters(finished)).isEqualTo(expected);
    assertThat(directory.resolve("report.html"))
        .content()
        .contains("Importance of the columns", "Effect of each column on y");
    Path unexplained = folder.resolve("unexplained");
    ofY().set("evaluation.explained_rows", 0).build().fitIn(unexplained, table).close();
    assertThat(unexplained.resolve("report.html"))
        .content()
        .contains("Worst rows")
        .doesNotContain("Importance of the columns");
    FittedModel found = ofY().seed(3).build().fitIn(directory, table);
    assertThat(parameters(found)).isEqualTo(expected);
    assertThat(found.testScores().orElseThrow().rmse())
        .isEqualTo(finished.testScores().orElseThrow().rmse());
    assertThatThrownBy(() -> ofY().seed(4).build().fitIn(directory, table))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("training.seed: 4 (expected: 3, with which the run in it began)");
    assertThatThrownBy(() -> ofY().seed(3).build().fitIn(directory, table(2)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("changed since the run began");
  }

  private static float[] parameters(FittedModel model) {
    return model.trained().components().get(0).members().get(0).values().vector();
  }

  @Test
  void several_targets_are_predicted_jointly() {
    try (FittedModel model = small("y", "z").build().fit(table(1))) {
      Scores scores = model.testScores().orElseThrow();
      assertThat(scores.byTarget()).containsOnlyKeys("y", "z");
      assertThat(scores.byTarget().get("z").rmse()).isPositive();
      Predictions predicted = model.predict(table(2), 50);
      assertThat(predicted.draws(0, "y")).hasSize(50);
      assertThat(predicted.mean(0, "y")).isPositive();
      assertThat(predicted.mean(0, "z")).isNegative();
      assertThatThrownBy(() -> predicted.mean(0))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("say which one is meant");
      assertThatThrownBy(() -> predicted.mean(0, "x"))
          .hasMessage("target: x (expected: one of [y, z])");
    }
  }

  @Test
  @Tag("long")
  void cross_validates_in_a_temporary_or_a_permanent_directory() throws IOException {
    List<String> runs = new ArrayList<>();
    Otd otd =
        ofY()
            .onProgress(
                event -> {
                  if (event instanceof TrainingEvent.OfRun of
                      && of.event() instanceof TrainingEvent.Finished) {
                    runs.add(of.run());
                  }
                })
            .build();
    CrossValidationScores scores = otd.crossValidate(table(1), 3);
    assertThat(new TreeSet<>(runs)).containsExactly("fold-0", "fold-1", "fold-2");
    assertThat(scores.byFold()).containsOnlyKeys("fold-0", "fold-1", "fold-2");
    assertThat(scores.mean("rmse"))
        .isCloseTo(
            scores.byFold().values().stream().mapToDouble(Scores::rmse).average().orElseThrow(),
            within(1e-12));
    assertThat(scores.standardDeviation("rmse")).isPositive();
    assertThat(scores.directory()).doesNotExist();
    Path directory = folder.resolve("folds");
    assertThat(otd.crossValidateIn(directory, table(1), 3).mean("rmse"))
        .isEqualTo(scores.mean("rmse"));
    assertThat(directory.resolve("fold-2/result.json")).exists();
  }

  @Test
  void a_search_returns_trainable_settings() throws IOException {
    SearchResult result =
        ofY()
            .build()
            .search(
                table(1),
                SearchOptions.DEFAULT
                    .withTrials(2)
                    .withEta(2)
                    .withSteps(40)
                    .withSpace("training.learning_rate: {log_uniform: [1e-3, 1e-2]}\n"));
    assertThat(result.found()).isTrue();
    assertThat(result.bestScore()).isFinite();
    assertThat(result.bestSettings()).containsEntry("training.batch", "16");
    assertThat(result.lines(2))
        .hasSizeGreaterThan(3)
        .anyMatch(line -> line.startsWith("validation: mean and standard deviation"));
    try (FittedModel model = result.best().fit(table(1))) {
      assertThat(model.settings().get("training.learning_rate"))
          .isEqualTo(result.bestSettings().get("training.learning_rate"));
    }
  }

  @Test
  void a_search_refuses_a_pool_by_the_setting_that_was_given() {
    Map.of(
            "model.method: pool with a search (expected: one method",
            ofY().set("model.method", "pool"),
            "model.kinds: [otd, mdn] with a search (expected: [], and in model.method the one",
            ofY().set("model.kinds", "[otd, mdn]"))
        .forEach(
            (message, pool) ->
                assertThatThrownBy(() -> pool.build().search(table(1), SearchOptions.DEFAULT))
                    .isInstanceOf(InputException.class)
                    .hasMessageStartingWith(message));
  }

  @Test
  void a_number_that_is_infinite_or_no_float32_is_named() {
    for (double number : new double[] {Double.NEGATIVE_INFINITY, 1e39}) {
      Table table =
          Table.of(
              NumericColumn.of("x", 1, 2, 3), new NumericColumn("y", new double[] {1, 2, number}));
      assertThatThrownBy(() -> small("y").build().fit(table))
          .isInstanceOf(InputException.class)
          .hasMessage(
              "row 3, column \"y\": %s (expected: of magnitude at most 3.4028235E38, or NaN where it is missing)",
              number);
    }
  }

  /** TensorFlow's own scope would number the operations in the digits of the default locale. */
  @Test
  void a_locale_with_other_digits_trains_and_exports_the_same_model() throws IOException {
    Table table = table(1);
    float[] expected = parameters(ofY().build().fit(table));
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG"));
    try (FittedModel model = ofY().build().fit(table)) {
      assertThat("%d".formatted(12)).isEqualTo("\u0661\u0662"); // it does have other digits
      assertThat(parameters(model)).isEqualTo(expected);
      model.save(folder.resolve("model"));
      FittedModel.load(folder.resolve("model")).close();
      assertThat(model.export(folder.resolve("export")).resolve(ServingNames.MODEL_FILE)).exists();
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }

  @Test
  void all_settings_errors_are_reported_at_once() {
    assertThatThrownBy(
            () -> Otd.regression("y").set("training.stepps", 5).set("model.hidden", "wide").build())
        .isInstanceOfSatisfying(
            InputException.class,
            e ->
                assertThat(e.problems())
                    .anySatisfy(p -> assertThat(p).contains("did you mean \"training.steps\"?"))
                    .anySatisfy(p -> assertThat(p).contains("model.hidden")));
    assertThatThrownBy(() -> Otd.regression("none").build().fit(table(1)))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("none");
  }

  @Test
  void accepts_numbers_strings_lists_constants_and_null_as_settings() {
    Otd otd =
        Otd.regression("price")
            .method(Method.MC_DROPOUT)
            .hidden(16)
            .set("training.clip_norm", 2.5)
            .set("training.steps", null)
            .set("evaluation.levels", List.of(.5, .9))
            .set("model.residual", true)
            .seed(7)
            .build();
    assertThat(otd.settings())
        .containsEntry("data.target", "[price]")
        .containsEntry("model.method", "mc-dropout")
        .containsEntry("model.hidden", "[16]")
        .containsEntry("training.clip_norm", "2.5")
        .containsEntry("training.steps", "null")
        .containsEntry("evaluation.levels", "[0.5, 0.9]")
        .containsEntry("model.residual", "true")
        .containsEntry("data.seed", "7")
        .containsEntry("training.seed", "7");
  }

  @Test
  void a_closed_model_cannot_predict_and_an_open_one_rejects_bad_input() throws IOException {
    FittedModel model = ofY().testFraction(0).build().fit(table(1));
    assertThat(model.testScores()).isEmpty();
    assertThatThrownBy(() -> model.predict(table(1).without("a")))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("\"a\"");
    assertThatThrownBy(() -> model.predict(table(1), 0)).hasMessageContaining("draws: 0");
    model.close();
    model.close();
    assertThatThrownBy(() -> model.predict(table(1)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
    model.save(folder.resolve("saved"));
    assertThat(Files.exists(folder.resolve("saved/model.json"))).isTrue();
    assertThatThrownBy(() -> FittedModel.load(folder)).isInstanceOf(InputException.class);
  }

  @Test
  void the_last_seed_and_every_listener_count() {
    Map<String, String> seeds = ofY().seed(7).set("training.seed", 3).build().settings();
    assertThat(seeds).containsEntry("training.seed", "3").containsEntry("data.seed", "7");
    assertThat(ofY().set("training.seed", 3).seed(7).build().settings())
        .containsEntry("training.seed", "7");
    List<String> lines = new ArrayList<>();
    List<TrainingEvent> events = new ArrayList<>();
    ofY()
        .ignore("z", "z")
        .onProgressLine(lines::add)
        .onProgress(events::add)
        .build()
        .fit(table(1))
        .close();
    assertThat(lines).isNotEmpty();
    assertThat(events).isNotEmpty();
  }

  @Test
  void progress_is_logged_unless_somebody_listens() {
    List<String> logged = new ArrayList<>();
    Logger logger = Logger.getLogger("io.otd.train");
    Handler handler =
        new StreamHandler() {
          @Override
          public synchronized void publish(LogRecord message) {
            logged.add(message.getMessage());
          }
        };
    logger.addHandler(handler);
    try {
      ofY().build().fit(table(1)).close();
      assertThat(logged).anyMatch(line -> line.startsWith("training: "));
      logged.clear();
      ofY().onProgress(TrainingListener.NONE).build().fit(table(1)).close();
      assertThat(logged).noneMatch(line -> line.startsWith("training"));
    } finally {
      logger.removeHandler(handler);
    }
  }

  @Test
  void listeners_receive_progress_lines_warnings_and_the_plan() {
    List<String> lines = new ArrayList<>();
    List<String> warnings = new ArrayList<>();
    List<RunPlan> plans = new ArrayList<>();
    ofY()
        .set("data.validation_fraction", 0)
        .onProgressLine(lines::add)
        .onWarning(warnings::add)
        .onPlan(plans::add)
        .build()
        .fit(table(1))
        .close();
    assertThat(lines).first().asString().startsWith("training: ");
    assertThat(lines.get(lines.size() - 2)).startsWith("all steps done: step 60");
    assertThat(lines).last().isEqualTo("calibrating and scoring");
    assertThat(warnings).anySatisfy(w -> assertThat(w).startsWith("no validation rows"));
    assertThat(plans).singleElement().extracting(RunPlan::kind).isEqualTo(RunPlan.Kind.FIT);
  }
}
