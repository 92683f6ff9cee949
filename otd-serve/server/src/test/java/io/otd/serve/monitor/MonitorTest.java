// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.calibration.ConformalLevel;
import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.coverage.Coverage;
import io.otd.core.internal.coverage.CoverageByGroup;
import io.otd.core.internal.coverage.CoverageBySize;
import io.otd.core.internal.coverage.RowDivision;
import io.otd.predict.InputCells;
import io.otd.predict.PredictedLaws;
import io.otd.serve.adapt.AdaptedModel;
import io.otd.serve.adapt.GroupColumn;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.settings.NonFinite;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Storing predictions, observing, forgetting. */
class MonitorTest {
  static final InputCells NO_CELLS = new InputCells(new float[0], new String[0], 0);
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final Clock CLOCK = Clock.fixed(NOW, ZoneOffset.UTC);
  private static final MonitoredModel ONE = model(List.of("y"));
  private static final MonitoredModel TWO = model(List.of("a", "b"));
  private static final OptionalLong ANY = OptionalLong.empty();
  private static final float[] DRAWS = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

  private static final VersionId VERSION = new VersionId("m", 1);
  private final Monitor monitor = new Monitor(100, CLOCK);

  static MonitoredModel model(List<String> targets) {
    return model(targets, Optional.empty(), ConformalCalibration.NONE);
  }

  static MonitoredModel model(
      List<String> targets, Optional<GroupColumn> by, ConformalCalibration conformal) {
    return new MonitoredModel(
        new AdaptedModel("2026-01-01T00:00:00Z", "none", "none", 1, conformal, targets),
        Optional.empty(),
        by);
  }

  private static void predict(Monitor monitor, String id, long version, int rows) {
    Recording recording =
        monitor.record(id, new VersionId("m", version), ONE, DRAWS.length, NO_CELLS).orElseThrow();
    for (int i = 0; i < rows; i++) {
      recording.row(PredictedLaws.of(DRAWS));
    }
    recording.end();
  }

  private static Observation observation(String id, int row, Double... values) {
    return new Observation(
        id,
        row < 0 ? OptionalInt.empty() : OptionalInt.of(row),
        new Observation.InOrder(List.of(values)));
  }

  private static ObservationResult observe(Monitor monitor, Observation... observations) {
    return monitor.observe("m", ANY, List.of(observations));
  }

  private TargetReport report() {
    return monitor.report(VERSION, ONE).targets().get(0);
  }

  @Test
  void an_observation_is_accepted_once_and_scored() {
    predict(monitor, "p", 1, 1);
    assertThat(monitor.report(VERSION, ONE).waiting()).isEqualTo(1);
    Observation observed = observation("p", -1, 4.0);
    assertThat(observe(monitor, observed)).isEqualTo(new ObservationResult(1, List.of()));
    assertThat(observe(monitor, observed)).isEqualTo(new ObservationResult(0, List.of(observed)));
    assertThat(monitor.report(VERSION, ONE).waiting()).isZero();
    MonitorScores total = report().total();
    assertThat(total.observations()).isEqualTo(1);
    assertThat(total.covered()).containsExactly(1L, 1L, 1L, 1L);
    assertThat(total.bias()).isEqualTo(1.5);
    assertThat(report().series()).containsExactly(new TargetReport.Point(NOW, total));
  }

  /**
   * The draws of row i are 1 to 10 times a size that grows with i. Values of small rows lie in the
   * middle of their draws, those of large ones beyond them.
   */
  @Test
  void intervals_too_narrow_for_large_predictions_are_found_by_fifths() {
    Recording recording = monitor.record("p", VERSION, ONE, DRAWS.length, NO_CELLS).orElseThrow();
    int rows = 100;
    List<Observation> observed = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      float size = 1 + i;
      float[] draws = new float[DRAWS.length];
      for (int k = 0; k < draws.length; k++) {
        draws[k] = size * DRAWS[k];
      }
      recording.row(PredictedLaws.of(draws));
      observed.add(observation("p", i, (i < 80 ? 5.5 : 20) * size));
    }
    recording.end();
    monitor.observe("m", ANY, observed.subList(0, 99));
    assertThat(report().bySize()).isEmpty();
    monitor.observe("m", ANY, observed.subList(99, 100));
    CoverageBySize shown = report().bySize().orElseThrow();
    assertThat(shown.holdsForAll()).isFalse();
    assertThat(shown.sentence())
        .contains("of the widest fifth of intervals", "of the largest fifth");
    // Beyond ten draws, a place is anywhere in the last eleventh.
    assertThat(shown.byMedian().fifths())
        .extracting(Coverage::share)
        .startsWith(1.0, 1.0, 1.0, 1.0)
        .last()
        .satisfies(last -> assertThat(last).isLessThan(.7));
    assertThat(shown.byWidth()).isEqualTo(shown.byMedian());
    String json =
        new String(
            MonitorJson.write(monitor.report(VERSION, ONE), Optional.empty(), 100, NonFinite.NULL),
            StandardCharsets.UTF_8);
    assertThat(json)
        .contains(
            "\"coverage_by_fifths\": {\"level\": 0.9, \"holds\": false, \"sentence\": \"Not ");
  }

  /** Values of site "south" are beyond all draws, those of "north" in their middle. */
  @Test
  void intervals_too_narrow_for_one_group_are_found() {
    VersionReport version = sites(200, i -> i % 2 == 0 ? "north" : " south ");
    TargetReport report = version.targets().get(0);
    assertThat(report.byGroup().ranges()).isFalse();
    CoverageByGroup shown = report.byGroup().levels().get(2);
    assertThat(report.byGroup().levels())
        .extracting(CoverageByGroup::level)
        .isEqualTo(MonitorScores.LEVELS);
    assertThat(shown.column()).isEqualTo("site");
    assertThat(shown.holds()).isFalse();
    assertThat(shown.groups())
        .extracting(CoverageByGroup.Group::name)
        .containsExactly("north", "south");
    assertThat(shown.groups())
        .extracting(group -> group.coverage().rows())
        .containsExactly(100, 100);
    assertThat(shown.groups().get(0).coverage().share()).isEqualTo(1);
    // Beyond ten draws, a place is anywhere in the last eleventh.
    CoverageByGroup.Group south = shown.groups().get(1);
    assertThat(south.coverage().share()).isLessThan(.7).isLessThan(shown.band(south).low());
    assertThat(shown.groups()).allMatch(group -> group.conformal().isEmpty());
    assertThat(
            new String(
                MonitorJson.write(version, Optional.empty(), 100, NonFinite.NULL),
                StandardCharsets.UTF_8))
        .contains(
            "{\"column\": \"site\", \"level\": 0.9, \"holds\": false, \"sentence\": \"Not for all",
            "{\"group\": \"north\", \"rows\": 100, \"coverage\": 1.0, \"low\": 0.8");
  }

  @Test
  void missing_cells_and_rare_texts_are_groups_of_their_own() {
    TargetReport report =
        sites(300, i -> i % 3 == 0 ? "" : i < 150 ? "often" : "site " + i).targets().get(0);
    assertThat(report.byGroup().levels().get(0).groups())
        .extracting(CoverageByGroup.Group::name)
        .startsWith("often")
        .endsWith("(all others)", "(missing)")
        .hasSize(RowDivision.MOST_TEXTS + 2);
  }

  @Test
  void conformal_intervals_are_counted_by_group_at_their_level() {
    ConformalCalibration wide =
        new ConformalCalibration(
            new ConformalRule.Quantiles(),
            50,
            List.of(new ConformalLevel(.9, List.of(Double.POSITIVE_INFINITY))));
    MonitoredModel served = model(List.of("y"), Optional.of(SITE), wide);
    Recording recording =
        monitor.record("p", VERSION, served, DRAWS.length, cells(List.of("a", "b"))).orElseThrow();
    recording.row(PredictedLaws.of(wide, DRAWS));
    recording.row(PredictedLaws.of(wide, DRAWS));
    recording.end();
    observe(monitor, observation("p", 0, 1e9), observation("p", 1, 5.0));
    List<CoverageByGroup> levels =
        monitor.report(VERSION, served).targets().get(0).byGroup().levels();
    assertThat(levels.get(1).groups().get(0).conformal()).isEmpty();
    assertThat(levels.get(2).groups())
        .extracting(group -> group.conformal().orElseThrow().share())
        .containsExactly(1.0, 1.0);
  }

  @Test
  void a_column_of_many_numbers_is_divided_into_fifths() {
    float[] numbers = new float[100];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i == 0 ? Float.NaN : i / 10f;
    }
    MonitoredModel served =
        model(List.of("y"), Optional.of(new GroupColumn("x", true, 0)), ConformalCalibration.NONE);
    VersionReport version = report(served, new InputCells(numbers, new String[0], numbers.length));
    TargetReport report = version.targets().get(0);
    assertThat(report.byGroup().ranges()).isTrue();
    assertThat(report.byGroup().levels().get(0).groups())
        .extracting(CoverageByGroup.Group::name)
        .startsWith("0.1 to 1.9")
        .endsWith("8 to 9.9", "(missing)")
        .hasSize(6);
  }

  private static final GroupColumn SITE = new GroupColumn("site", false, 0);

  private static VersionReport sites(int rows, IntFunction<String> site) {
    return report(
        model(List.of("y"), Optional.of(SITE), ConformalCalibration.NONE),
        cells(IntStream.range(0, rows).mapToObj(site).toList()));
  }

  private static InputCells cells(List<String> texts) {
    return new InputCells(new float[0], texts.toArray(String[]::new), texts.size());
  }

  /** Even rows are observed in the middle of their draws, odd ones beyond them. */
  private static VersionReport report(MonitoredModel served, InputCells cells) {
    Monitor large = new Monitor(1000, CLOCK);
    Recording recording = large.record("p", VERSION, served, DRAWS.length, cells).orElseThrow();
    List<Observation> observed = new ArrayList<>();
    for (int i = 0; i < cells.rows(); i++) {
      recording.row(PredictedLaws.of(DRAWS));
      observed.add(observation("p", i, i % 2 == 0 ? 5.5 : 20));
    }
    recording.end();
    large.observe("m", ANY, observed);
    return large.report(VERSION, served);
  }

  @Test
  void duplicates_within_one_call_count_once() {
    predict(monitor, "p", 1, 2);
    ObservationResult result =
        observe(
            monitor,
            observation("p", 1, 4.0),
            observation("p", 1, 5.0),
            observation("p", 2, 5.0),
            observation("never", 0, 5.0));
    assertThat(result.accepted()).isEqualTo(1);
    assertThat(result.unknown())
        .extracting(o -> o.id() + o.row().orElseThrow())
        .containsExactly("p1", "p2", "never0");
    assertThat(observe(monitor, observation("p", 0, 5.0)).accepted()).isEqualTo(1);
  }

  @Test
  void an_observation_must_match_the_predicting_model_and_any_named_version() {
    predict(monitor, "p", 1, 1);
    List<Observation> observed = List.of(observation("p", 0, 4.0));
    assertThat(monitor.observe("other", ANY, observed).accepted()).isZero();
    assertThat(monitor.observe("m", OptionalLong.of(2), observed).accepted()).isZero();
    assertThat(monitor.observe("m", OptionalLong.of(1), observed).accepted()).isEqualTo(1);
  }

  @Test
  void an_observation_goes_to_the_version_that_predicted() {
    predict(monitor, "old", 1, 1);
    predict(monitor, "new", 2, 1);
    assertThat(observe(monitor, observation("old", 0, 4.0)).accepted()).isEqualTo(1);
    assertThat(monitor.reports())
        .extracting(r -> r.targets().get(0).total().observations())
        .containsExactly(1L, 0L);
  }

  @Test
  void one_malformed_observation_rejects_the_whole_call() {
    predict(monitor, "p", 1, 2);
    assertThatThrownBy(
            () -> observe(monitor, observation("p", 0, 4.0), observation("p", 1, 4.0, 5.0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("observation 1: observed: 2 values (expected: 1, for [y])");
    assertThatThrownBy(() -> observe(monitor, observation("p", -1, 4.0)))
        .hasMessage(
            "observation 0: row: not given (expected: from 0 to 1, as the prediction has 2"
                + " rows)");
    assertThatThrownBy(
            () ->
                observe(
                    monitor,
                    new Observation(
                        "p", OptionalInt.of(0), new Observation.ByName(Map.of("z", 1.0)))))
        .hasMessage("observation 0: observed: unknown target \"z\" (expected: [y])");
    assertThat(report().total().observations()).isZero();
    assertThat(observe(monitor, observation("p", 0, 4.0), observation("p", 1, 4.0)).accepted())
        .isEqualTo(2);
  }

  @Test
  void observations_may_cover_only_some_targets() {
    Recording recording = monitor.record("p", VERSION, TWO, 3, NO_CELLS).orElseThrow();
    recording.row(PredictedLaws.of(TWO.targets(), 1, 10, 2, 20, 3, 30));
    recording.end();
    ObservationResult result =
        monitor.observe(
            "m",
            ANY,
            List.of(
                new Observation(
                    "p", OptionalInt.empty(), new Observation.ByName(Map.of("b", 18.0)))));
    assertThat(result.accepted()).isEqualTo(1);
    List<TargetReport> reports = monitor.report(VERSION, TWO).targets();
    assertThat(reports.get(0).total().observations()).isZero();
    assertThat(reports.get(1).total().bias()).isEqualTo(2);
  }

  @Test
  void the_oldest_predictions_are_evicted() {
    Monitor small = new Monitor(5, CLOCK);
    for (int i = 0; i < 8; i++) {
      predict(small, "p" + i, 1, 1);
    }
    assertThat(small.report(VERSION, ONE).waiting()).isEqualTo(5);
    for (int i = 0; i < 8; i++) {
      assertThat(observe(small, observation("p" + i, 0, 4.0)).accepted())
          .as("p%d", i)
          .isEqualTo(i < 3 ? 0 : 1);
    }
    assertThat(small.report(VERSION, ONE).waiting()).isZero();
  }

  @Test
  void only_the_first_rows_of_a_large_request_are_remembered() {
    Monitor small = new Monitor(5, CLOCK);
    predict(small, "before", 1, 1);
    predict(small, "large", 1, 9);
    assertThat(small.report(VERSION, ONE).waiting()).isEqualTo(5);
    assertThat(observe(small, observation("before", 0, 4.0)).accepted()).isZero();
    assertThat(observe(small, observation("large", 5, 4.0)).accepted()).isZero();
    assertThat(observe(small, observation("large", 4, 4.0)).accepted()).isEqualTo(1);
    assertThatThrownBy(() -> observe(small, observation("large", -1, 4.0)))
        .hasMessageContaining("9 rows");
  }

  @Test
  void every_target_of_a_row_counts_towards_capacity() {
    Monitor small = new Monitor(5, CLOCK);
    for (int i = 0; i < 3; i++) {
      Recording recording = small.record("p" + i, VERSION, TWO, 1, NO_CELLS).orElseThrow();
      recording.row(PredictedLaws.of(TWO.targets(), 1, 2));
      recording.end();
    }
    assertThat(small.report(VERSION, TWO).waiting()).isEqualTo(2);
  }

  @Test
  void unrecordable_predictions_are_not_remembered() {
    assertThat(new Monitor(0, CLOCK).record("p", VERSION, ONE, 1, NO_CELLS)).isEmpty();
    List<String> many = Collections.nCopies(Monitor.MAX_TARGETS + 1, "y");
    assertThat(monitor.record("p", VERSION, model(many), 1, NO_CELLS)).isEmpty();
    Recording recording = monitor.record("nan", VERSION, ONE, 1, NO_CELLS).orElseThrow();
    recording.row(PredictedLaws.of(Float.NaN));
    recording.row(PredictedLaws.of(1));
    recording.end();
    assertThat(observe(monitor, observation("nan", 0, 1.0)).accepted()).isZero();
    assertThat(observe(monitor, observation("nan", 1, 1.0)).accepted()).isEqualTo(1);
    assertThatThrownBy(() -> new Monitor(-1, CLOCK)).hasMessageContaining("-1");
  }

  @Test
  void forgetting_a_version_drops_its_predictions() {
    predict(monitor, "old", 1, 1);
    predict(monitor, "new", 2, 1);
    monitor.forget(VERSION);
    assertThat(monitor.reports())
        .extracting(VersionReport::id)
        .containsExactly(new VersionId("m", 2));
    assertThat(observe(monitor, observation("old", 0, 4.0), observation("new", 0, 4.0)).unknown())
        .extracting(Observation::id)
        .containsExactly("old");
    // Its capacity is free again.
    for (int i = 0; i < 100; i++) {
      predict(monitor, "p" + i, 3, 1);
    }
    assertThat(monitor.report(new VersionId("m", 3), ONE).waiting()).isEqualTo(100);
  }

  @Test
  void the_window_covers_the_latest_observations_and_the_total_all() {
    for (int i = 0; i < 1500; i++) {
      predict(monitor, "p" + i, 1, 1);
      observe(monitor, observation("p" + i, 0, i < 600 ? 1e6 : 5.0));
    }
    TargetReport report = report();
    assertThat(report.total().observations()).isEqualTo(1500);
    assertThat(report.total().coverage(0)).isEqualTo(.6);
    assertThat(report.window().observations()).isEqualTo(1000);
    assertThat(report.window().coverage(0)).isEqualTo(.9);
  }

  @Test
  void the_series_reaches_back_to_the_first_observation() {
    int n = 8 * ScoreSeries.POINTS + 3;
    for (int i = 0; i < n; i++) {
      predict(monitor, "p" + i, 1, 1);
      observe(monitor, observation("p" + i, 0, i < 16 ? 1e6 : 5.0));
    }
    List<TargetReport.Point> series = report().series();
    assertThat(series).hasSize(ScoreSeries.POINTS / 2 + 1);
    assertThat(series.get(0).scores().covered()).containsExactly(0L, 0L, 0L, 0L);
    assertThat(series.get(1).scores().covered()).containsExactly(16L, 16L, 16L, 16L);
    assertThat(series.get(series.size() - 1).scores().observations()).isEqualTo(3);
    assertThat(series.stream().mapToLong(p -> p.scores().observations()).sum()).isEqualTo(n);
  }

  @Test
  void predictions_and_observations_are_thread_safe() throws Exception {
    int threads = 8;
    int each = 200;
    Monitor large = new Monitor(threads * each, CLOCK);
    List<Callable<Integer>> tasks = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      Random random = new Random(t);
      String name = "t" + t + "-";
      tasks.add(
          () -> {
            int accepted = 0;
            for (int i = 0; i < each; i++) {
              predict(large, name + i, 1 + i % 2, 1);
              if (random.nextBoolean()) {
                accepted += observe(large, observation(name + i, 0, 4.0)).accepted();
              }
              large.reports();
            }
            return accepted;
          });
    }
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      long accepted = 0;
      for (Future<Integer> done : pool.invokeAll(tasks)) {
        accepted += done.get();
      }
      assertThat(accepted).isBetween(1L, (long) threads * each - 1);
      assertThat(
              large.reports().stream()
                  .mapToLong(r -> r.targets().get(0).total().observations())
                  .sum())
          .isEqualTo(accepted);
      assertThat(large.reports().stream().mapToLong(VersionReport::waiting).sum())
          .isEqualTo((long) threads * each - accepted);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void concurrent_duplicate_observations_count_once() throws Exception {
    int rows = 100;
    predict(monitor, "p", 1, rows);
    ExecutorService pool = Executors.newFixedThreadPool(8);
    try {
      Callable<Integer> task =
          () -> {
            int accepted = 0;
            for (int i = 0; i < rows; i++) {
              accepted += observe(monitor, observation("p", i, 4.0)).accepted();
            }
            return accepted;
          };
      int accepted = 0;
      for (Future<Integer> done : pool.invokeAll(Collections.nCopies(8, task))) {
        accepted += done.get();
      }
      assertThat(accepted).isEqualTo(rows);
      assertThat(report().total().observations()).isEqualTo(rows);
    } finally {
      pool.shutdownNow();
    }
  }
}
