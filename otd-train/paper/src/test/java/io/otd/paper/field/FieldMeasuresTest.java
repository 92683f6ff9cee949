// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.metrics.Draws;
import io.otd.core.metrics.ErrorFields;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.paper.mask.MaskSample;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The measures of fields at predictions whose errors and spreads are known. */
class FieldMeasuresTest {
  private static final FieldData DATA =
      FieldData.of(SmallFields.SOURCE.apply(SmallFields.OPTIONS.setting(Scale.QUICK).cases()));
  private static final int[] TEST = DATA.test(1);

  /** Two draws at the same distance on both sides of the truth; the distance varies by point. */
  private record Around(double atFirstPoint, double more, double shift) implements Sampler {
    @Override
    public float[] parameters() {
      return new float[0];
    }

    @Override
    public Draws of(float[] inputs, int rows, int stream) {
      double[] values = new double[2 * rows];
      for (int i = 0; i < rows; i++) {
        double truth = DATA.fields().value(stream, i, 0);
        double distance = (atFirstPoint + more * i) * (1 + stream);
        values[i] = truth + shift * distance - distance;
        values[rows + i] = truth + shift * distance + distance;
      }
      return new Draws(2, rows, 1, values);
    }

    @Override
    public Masks masks(int batches, int firstStream) {
      MaskSample none = new MaskSample(1, 1, new double[1]);
      return new Masks(none, none);
    }

    @Override
    public void close() {}
  }

  private static Map<String, Double> measures(String variant, Sampler sampler) {
    Variant model =
        new GinzburgLandauMethods(SmallFields.OPTIONS)
            .variants(Scale.QUICK).stream()
                .filter(v -> v.name().equals(variant))
                .findFirst()
                .orElseThrow();
    Trained run = new Trained(model, 0, new float[0], List.of(), 0, Map.of());
    return FieldMeasures.of(run, sampler, DATA, TEST);
  }

  /** Two draws s from y + s/2 on both sides: their mean distance to y is s, half their own is s. */
  @Test
  void two_draws_around_the_truth_have_the_expected_scores() {
    Map<String, Double> m = measures("otd", new Around(.125, 1e-9, .5));
    double s = .125 * IntStream.of(TEST).mapToDouble(i -> 1 + i).average().orElseThrow();
    double squares = IntStream.of(TEST).mapToDouble(i -> (1 + i) * (1 + i)).average().orElseThrow();
    assertThat(m.get("mae")).isCloseTo(.5 * s, within(1e-6));
    assertThat(m.get("rmse")).isCloseTo(.0625 * Math.sqrt(squares), within(1e-6));
    assertThat(m.get("dispersion")).isCloseTo(s, within(1e-6));
    assertThat(m.get("energy_score")).isCloseTo(0, within(1e-6));
    assertThat(m.get("width_0.9")).isCloseTo(2 * s, within(1e-6));
    assertThat(m.get("picp_0.9")).isEqualTo(1);
    assertThat(m.keySet())
        .containsExactlyElementsOf(FieldMeasures.LIST.stream().map(Measure::name).toList());
  }

  @Test
  void errors_and_dispersions_that_rise_together_are_fully_correlated() {
    Map<String, Double> m = measures("otd", new Around(.1, .01, .5));
    for (FieldErrors.Pair pair : FieldErrors.Pair.values()) {
      String name = pair.name().toLowerCase(java.util.Locale.ROOT);
      assertThat(m.get("rank_cases_" + name)).isCloseTo(1, within(1e-12));
      assertThat(m.get("rank_points_" + name)).isCloseTo(1, within(1e-12));
    }
  }

  @Test
  void a_point_prediction_has_errors_but_no_coverage() {
    Map<String, Double> m = measures("deterministic", new Around(0, 0, 0));
    assertThat(m).containsOnlyKeys("rmse", "mae", "energy_score").containsEntry("rmse", 0.0);
  }

  @Test
  void correlations_of_a_subset_use_only_its_fields() {
    List<ErrorFields> fields =
        IntStream.range(0, 4)
            .mapToObj(
                i -> {
                  double spread = i < 3 ? i + 1 : .1;
                  return ErrorFields.of(
                      new Draws(2, 1, 1, new double[] {i - spread, i + spread}),
                      new double[][] {{0}});
                })
            .toList();
    FieldErrors errors = new FieldErrors(new int[] {3, 5, 8, 9}, fields);
    FieldErrors three = errors.at(new int[] {0, 1, 2});
    assertThat(three.cases()).containsExactly(3, 5, 8);
    assertThat(three.acrossCases(FieldErrors.Pair.MEAN_DEVIATION)).isCloseTo(1, within(1e-12));
    // Ranks 1 2 3 4 and 2 3 4 1.
    assertThat(errors.acrossCases(FieldErrors.Pair.MEAN_DEVIATION)).isCloseTo(-.2, within(1e-12));
  }
}
