// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.curve;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Each measure for a distribution for which its value is known. */
class MeasuresTest {
  private static final int DRAWS = 1000;

  @Test
  void the_exact_bimodal_law_has_no_excess_no_distance_and_two_modes() {
    Bimodal bimodal = new Bimodal();
    LawSampler exact =
        new LawSampler(
            DRAWS,
            16,
            new float[0],
            (x, p) -> p < .5 ? Bimodal.PROBLEM.lower(x) : Bimodal.PROBLEM.upper(x));
    Map<String, Double> m = measure(bimodal, exact);
    // The unbiased pair term with half of the K draws at each branch is K/(K-1) times that of the
    // distribution.
    assertThat(m.get("energy_score")).isCloseTo(.01849, within(2.5e-5));
    assertThat(m.get("energy_score_excess")).isBetween(-.0185 / (DRAWS - 1) - 1e-9, 0.0);
    assertThat(m.get("w1_mean")).isLessThan(1e-12);
    assertThat(m.get("modes")).isEqualTo(2);
    assertThat(m.get("mode_distance")).isLessThan(.001);
    assertThat(m.get("positive_share")).isEqualTo(.5);
    assertThat(m.get("near_modes")).isEqualTo(1);
    assertThat(m.get("mean_positive")).isCloseTo(Math.tanh(.15), within(1e-12));
    assertThat(m.get("mean_negative")).isCloseTo(-Math.tanh(.15), within(1e-12));
    assertThat(m.get("sd_at_0")).isCloseTo(Math.tanh(.15), within(1e-12));
    assertThat(m.get("error_at_plus_1")).isLessThan(1e-5);
    // Units that are copies of each other.
    assertThat(m.get("correlation_max")).isCloseTo(1, within(1e-9));
    assertThat(m.get("correlation_mean")).isCloseTo(1, within(1e-9));
    assertThat(m.get("pc1")).isCloseTo(1, within(1e-9));
    assertThat(m.get("effective_rank")).isCloseTo(1, within(1e-9));
    // Half of 15 differences of independent uniforms, each 1/6: sampling error about 1 %.
    assertThat(m.get("displacement")).isCloseTo(15 / 12.0, within(.05));
  }

  @Test
  void a_point_mass_at_the_mean_scores_its_error_and_has_one_mode() {
    LawSampler point =
        new LawSampler(
            DRAWS,
            16,
            new float[0],
            (x, p) -> (Bimodal.PROBLEM.lower(x) + Bimodal.PROBLEM.upper(x)) / 2);
    Map<String, Double> m = measure(new Bimodal(), point);
    assertThat(m.get("energy_score")).isCloseTo(.0370, within(1e-4));
    assertThat(m.get("modes")).isEqualTo(1);
    assertThat(m.get("mode_distance")).isCloseTo(Math.tanh(.15), within(.002));
  }

  @Test
  void the_slow_wave_with_the_best_width_has_optimal_rom_measures() {
    // Half a period of the fast wave has the arcsine distribution with amplitude 0.1.
    LawSampler arcsine =
        new LawSampler(
            256, 16, new float[0], (x, p) -> Math.sin(3 * x) + .1 * Math.cos(Math.PI * (1 - p)));
    Map<String, Double> m = measure(new Rom(), arcsine);
    assertThat(m.get("rmse")).isCloseTo(.0710, within(1e-4));
    assertThat(m.get("mae")).isCloseTo(.0639, within(1e-4));
    assertThat(m.get("energy_score")).isCloseTo(.0407, within(3e-4));
    assertThat(m.get("mace")).isLessThan(.03);
  }

  @Test
  void the_exact_parabola_has_errors_only_against_its_interpolant() {
    Capacity capacity = new Capacity();
    ModelSpec model = capacity.variants(Scale.PAPER).get(0).model();
    int size = new ParameterVector(model.parameters()).size();
    float[] parameters = new float[size];
    parameters[0] = 1; // kernel of the first unit, and its weight at the output
    parameters[8] = .5f;
    LawSampler exact = new LawSampler(256, 4, parameters, (x, p) -> x * x);
    Map<String, Double> m = measure(capacity, exact);
    assertThat(m.get("dispersion")).isZero();
    assertThat(m.get("rmse")).isZero();
    // Between points h apart chords err by s (h - s): mean square h^4 / 30, h = 1/8.
    assertThat(m.get("rmse_interpolant")).isCloseTo(1 / (64 * Math.sqrt(30)), within(1e-5));
    assertThat(m.get("used_units")).isEqualTo(1);
    assertThat(m.get("mask_sd")).isCloseTo(Math.sqrt(1 / 12.0), within(.01));
  }

  @Test
  void every_declared_measure_is_reported_in_order() {
    LawSampler law = new LawSampler(100, 16, new float[0], (x, p) -> x + p);
    assertThat(measure(new Rom(), law).keySet())
        .containsExactlyElementsOf(new Rom().measures().stream().map(Measure::name).toList());
    LawSampler spread = new LawSampler(100, 16, new float[0], (x, p) -> x + .3 * (p - .5));
    assertThat(measure(new Bimodal(), spread).keySet())
        .containsExactlyElementsOf(new Bimodal().measures().stream().map(Measure::name).toList());
    assertThat(measure(new Kinetic(), spread).keySet())
        .containsExactlyElementsOf(new Kinetic().measures().stream().map(Measure::name).toList());
  }

  /**
   * 15 of 16 units move to the place of another uniform one: half of 15/6. 3 of 25 points count.
   */
  @Test
  void the_action_is_averaged_over_the_last_tenth_of_the_training() {
    LawSampler law = new LawSampler(1000, 16, new float[0], (x, p) -> x);
    List<TrainingSnapshot.Point> history = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      history.add(point(i < 22 ? 100 : i));
    }
    Map<String, Double> m = KineticMeasures.of(history, law);
    assertThat(m.get("action")).isEqualTo(23);
    assertThat(m.get("displacement")).isCloseTo(1.25, within(.03));
    assertThat(m.get("straightness")).isCloseTo(1.25 / 23, within(.002));
  }

  private static TrainingSnapshot.Point point(double action) {
    return new TrainingSnapshot.Point(1, 0, 0, action, Double.NaN);
  }

  private static Map<String, Double> measure(Experiment experiment, Sampler sampler) {
    Variant variant = experiment.variants(Scale.PAPER).get(0);
    Trained run = new Trained(variant, 0, sampler.parameters(), List.of(point(1)), 0, Map.of());
    return experiment.measure(run, sampler, Scale.PAPER);
  }
}
