// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.drift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.profile.NumberProfile;
import io.otd.core.internal.profile.PredictionProfile;
import io.otd.core.internal.profile.TextProfile;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ModelDescription;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TargetColumn;
import io.otd.predict.InputCells;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.settings.DriftSettings;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A window compared with values computed from all training and live rows one by one. */
class DriftWindowTest {
  private static final int TRAINED = 1500;
  private static final DriftSettings SETTINGS = new DriftSettings(1000, 1e6, .2, .15);
  private static final double[] NORMAL = normal(1, 0, TRAINED);

  private static double[] normal(long seed, double mean, int rows) {
    Random random = new Random(seed);
    double[] numbers = new double[rows];
    Arrays.setAll(numbers, i -> (float) (mean + random.nextGaussian()));
    return numbers;
  }

  /** A number, and texts: half are a, a third are b, the others something else. */
  private static ExportDescription description() {
    ModelDescription model =
        new ModelDescription(
            JsonNodeFactory.instance
                .objectNode()
                .put("inputs", 3)
                .put("outputs", 1)
                .set(
                    "network",
                    JsonNodeFactory.instance
                        .objectNode()
                        .set("hidden", JsonNodeFactory.instance.arrayNode().add(4))));
    TrainingProfile profile =
        new TrainingProfile(
            TRAINED,
            List.of(NumberProfile.of("x", NORMAL)),
            List.of(TextProfile.of("c", List.of("a", "b"), List.of(750, 500), 0, TRAINED)),
            TRAINED,
            List.of(
                new PredictionProfile(
                    "y",
                    NumberProfile.of("y: mean", normal(3, 10, TRAINED)),
                    NumberProfile.of("y: std", normal(4, 20, TRAINED)))));
    return new ExportDescription(
        ExportDescription.FORMAT,
        List.of(
            new ExportDescription.Input("number", NumericInput.plain("x")),
            new ExportDescription.Input(
                "text",
                new CategoricalInput("c", List.of("a", "b"), List.of(.5, 1 / 3.0), false, true))),
        List.of(new ExportDescription.Target("y", TargetColumn.plain("y"))),
        List.of(),
        new ExportDescription.Bank(8, 1, Collections.nCopies(8, 0)),
        1,
        ConformalCalibration.NONE,
        List.of(new ExportDescription.Kind("network", model, 1, List.of(1.0))),
        1,
        Map.of(),
        new Provenance("-", "-", "-", "-", "-", "-", "none", Map.of()),
        profile);
  }

  private static String text(int row) {
    return row % 6 < 3 ? "a" : row % 6 < 5 ? "b" : "other";
  }

  private static LiveRows rows(double[] numbers) {
    float[] floats = new float[numbers.length];
    String[] texts = new String[numbers.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) numbers[i];
      texts[i] = text(i);
    }
    return LiveRows.of(new InputCells(floats, texts, floats.length), 1);
  }

  private static DriftReport report(double[] numbers) {
    DriftWindow window = new DriftWindow(SETTINGS, description(), () -> 0);
    window.take(rows(numbers), numbers.length);
    return window.report(new VersionId("m", 1));
  }

  private static double share(double[] numbers, double atMost) {
    return (double) Arrays.stream(numbers).filter(v -> v <= atMost).count() / numbers.length;
  }

  @Test
  void ks_is_the_distance_between_the_distribution_functions() {
    double[] live = normal(2, .3, 1000);
    double greatest = 0;
    for (double value : NORMAL) {
      greatest = Math.max(greatest, Math.abs(share(live, value) - share(NORMAL, value)));
    }
    FeatureDrift x = report(live).features().get(0);
    // The points of the profile are a hundredth apart.
    assertThat(x.ks()).isBetween(greatest - .011, greatest + 1e-6);
    assertThat(x.ksByChance()).isCloseTo(1.9495 * Math.sqrt(1 / 1000.0 + 1 / 1500.0), within(1e-9));
  }

  /** For a normal distribution shifted by d standard deviations the divergence is d². */
  @Test
  void psi_approximates_that_of_the_underlying_distributions() {
    double[] live = normal(2, .5, 1000);
    FeatureDrift x = report(live).features().get(0);
    assertThat(x.psi()).isBetween(.2, .33);
    assertThat(x.drifted()).isTrue();
    assertThat(report(live).features().get(1).drifted()).isFalse();
  }

  /**
   * The value that one comparison in 1,000 exceeds: 200 windows of the training distribution rarely
   * exceed it.
   */
  @Test
  void rows_like_the_training_rows_stay_within_chance_level() {
    int exceeded = 0;
    double sum = 0;
    double byChance = 0;
    for (int trial = 0; trial < 200; trial++) {
      FeatureDrift x = report(normal(100 + trial, 0, 1000)).features().get(0);
      exceeded += x.psi() > x.psiByChance() || x.ks() > x.ksByChance() ? 1 : 0;
      assertThat(x.drifted()).isFalse();
      sum += x.psi();
      byChance = x.psiByChance();
    }
    assertThat(exceeded).isLessThanOrEqualTo(3);
    // Mean of chi-square of 9 degrees over its quantile of 99.9 %, 27.88; all with one training
    // set.
    assertThat(sum / 200 / byChance).isBetween(.15, .6);
  }

  @Test
  void too_few_rows_are_not_reported_as_drifted() {
    for (int rows : new int[] {0, 1, 2, 10, 99}) {
      for (FeatureDrift few : report(normal(2, 5, rows)).features()) {
        assertThat(few.psi()).isNaN();
        assertThat(few.psiByChance()).isNaN();
        assertThat(few.ks()).isNaN();
        assertThat(few.ksByChance()).isNaN();
        assertThat(few.drifted()).isFalse();
      }
    }
    FeatureDrift enough = report(normal(2, 5, 100)).features().get(0);
    assertThat(enough.psi()).isPositive();
    assertThat(enough.ks()).isPositive();
    assertThat(enough.drifted()).isTrue();
  }

  @Test
  void missing_cells_and_unknown_texts_count_towards_psi() {
    double[] live = normal(2, 0, 1000);
    Arrays.fill(live, 0, 300, Double.NaN);
    FeatureDrift x = report(live).features().get(0);
    assertThat(x.missing()).isEqualTo(.3);
    assertThat(x.drifted()).isTrue();
    assertThat(x.ks()).isLessThan(x.ksByChance());
    DriftWindow window = new DriftWindow(SETTINGS, description(), () -> 0);
    String[] texts = new String[900];
    Arrays.setAll(texts, i -> i % 2 == 0 ? "a" : "new");
    window.take(LiveRows.of(new InputCells(new float[900], texts, 900), 1), 900);
    FeatureDrift c = window.report(new VersionId("m", 1)).features().get(1);
    assertThat(c.drifted()).isTrue();
    assertThat(c.ks()).isNaN();
    // Half a row is added to each of the three parts.
    double psi = 0;
    int[] counts = {450, 0, 450};
    int[] trained = {750, 500, 250};
    for (int i = 0; i < 3; i++) {
      double p = (counts[i] + .5) / 901.5;
      double q = (trained[i] + .5) / 1501.5;
      psi += (p - q) * Math.log(p / q);
    }
    assertThat(c.psi()).isCloseTo(psi, within(1e-3));
  }

  @Test
  void a_window_keeps_the_latest_rows_and_counts_out_of_range_ones() {
    DriftWindow window = new DriftWindow(SETTINGS, description(), () -> 0);
    double[] far = new double[700];
    Arrays.fill(far, 50);
    window.take(rows(far), 700);
    assertThat(window.report(new VersionId("m", 1)).outside()).isEqualTo(700);
    double[] near = new double[900];
    window.take(rows(near), 900);
    DriftReport report = window.report(new VersionId("m", 1));
    assertThat(report.rows()).isEqualTo(1000);
    assertThat(report.outside()).isEqualTo(100);
    assertThat(report.features().get(0).rows()).isEqualTo(1000);
    assertThat(report.features().get(2).rows()).isZero(); // No predictions.
  }

  @Test
  void tensors_of_both_signatures_yield_the_same_rows() {
    byte[][] words = {"a".getBytes(StandardCharsets.UTF_8), {}};
    Map<String, HostTensor> outputs =
        Map.of(
            "mean", HostTensor.of(new float[] {1, 2}, 2, 1),
            "std", HostTensor.of(new float[] {3, 4}, 2, 1));
    HostTensor texts = HostTensor.ofStrings(new long[] {2}, words);
    Map<String, HostTensor> together =
        Map.of(
            "x", HostTensor.of(new float[] {.5f, Float.NaN}, 2, 1),
            "c", HostTensor.ofStrings(new long[] {2, 1}, words));
    Map<String, HostTensor> named =
        Map.of("number", HostTensor.of(new float[] {.5f, Float.NaN}, 2), "text", texts);
    for (String signature : List.of("serving_default", "by_name")) {
      Map<String, HostTensor> inputs = signature.equals("by_name") ? named : together;
      LiveRows rows = LiveRows.of(description(), signature, inputs, outputs).orElseThrow();
      assertThat(rows.rows()).isEqualTo(2);
      assertThat(rows.number(0, 0)).isEqualTo(.5f);
      assertThat(rows.number(1, 0)).isNaN();
      assertThat(rows.text(0, 0)).isEqualTo("a");
      assertThat(rows.text(1, 0)).isEmpty();
      assertThat(rows.mean(1, 0)).isEqualTo(2);
      assertThat(rows.std(0, 0)).isEqualTo(3);
    }
    assertThat(LiveRows.of(description(), "by_name", Map.of("text", texts), outputs)).isEmpty();
    Map<String, HostTensor> tooShort =
        Map.of("number", HostTensor.of(new float[] {1}, 1), "text", texts);
    assertThat(LiveRows.of(description(), "by_name", tooShort, outputs)).isEmpty();
  }

  @Test
  void sampling_is_limited_to_the_configured_rows_per_second() {
    SampleRate rate = new SampleRate(20, 5);
    assertThat(rate.take(100, 5)).isEqualTo(20);
    assertThat(rate.take(1, 5)).isZero();
    assertThat(rate.take(3, 5 + 100_000_000)).isEqualTo(2);
    assertThat(rate.take(1000, 5 + 60_000_000_000L)).isEqualTo(20);
    SampleRate slow = new SampleRate(.1, 0);
    assertThat(slow.take(5, 0)).isEqualTo(1);
    assertThat(slow.take(5, 9_000_000_000L)).isZero();
    assertThat(slow.take(5, 10_000_000_001L)).isEqualTo(1);
  }

  @Test
  void rows_are_sampled_evenly_across_a_request() {
    DriftWindow window = new DriftWindow(SETTINGS, description(), () -> 0);
    double[] half = new double[800];
    Arrays.fill(half, 0, 400, 50);
    window.take(rows(half), 10);
    assertThat(window.report(new VersionId("m", 1)).rows()).isEqualTo(10);
    assertThat(window.report(new VersionId("m", 1)).outside()).isEqualTo(5);
  }
}
