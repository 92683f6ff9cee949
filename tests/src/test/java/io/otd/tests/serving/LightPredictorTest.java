// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.calibration.ConformalRule;
import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.mask.ConcreteReference;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.output.GaussianMixture;
import io.otd.core.internal.trained.TestCalibrations;
import io.otd.core.internal.trained.TestModels;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.light.LightPredictor;
import io.otd.predict.Interval;
import io.otd.predict.Prediction;
import io.otd.serve.OtdPredictor;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The predictor without TensorFlow compared with the one with it: every kind of model on 1,000
 * rows, three on 10,000.
 *
 * <p>Differences are relative to the size of the number and to one unit of the network's scale
 * there, as is single-precision rounding, which both sides have. In the mean over the draws of all
 * rows they are below 1e-6. The largest of 640,000 draws comes from a row with cancellation, in
 * TensorFlow as here; it is a few times as large.
 */
class LightPredictorTest {
  private static final int ROWS = 10_000;
  private static final int FEW_ROWS = 1000;

  /** Between them they have all operators of networks with masks, texts and several members. */
  private static final Set<TestModels> MANY =
      Set.of(TestModels.TWO_OUTPUTS, TestModels.MIXED, TestModels.OTD_ENSEMBLE);

  private static final int AT_ONCE = 500;
  private static final int DRAWN = 60;
  private static final int DRAWS = 32;
  private static final int DRAWS_OF_EACH = 8;

  /** Root of the mean square over all draws. */
  private static final double USUAL = 1e-6;

  /** The largest of a mean or a standard deviation. */
  private static final double LARGEST_SUMMARY = 1e-5;

  /** The largest of a draw. */
  private static final double LARGEST = 2e-5;

  /** A draw of a mixture may take the next component if its uniform is at the end of a weight. */
  private static final double OTHER_COMPONENT = 1e-3;

  @TempDir Path base;

  @Tag("long")
  @ParameterizedTest
  @EnumSource(TestModels.class)
  void matches_the_saved_model(TestModels fixture) throws Exception {
    compare(fixture, fixture.model(), MANY.contains(fixture) ? ROWS : FEW_ROWS, DRAWS);
  }

  /** One component of a pool for each: they share an export. */
  @Test
  void matches_the_saved_model_for_every_activation() throws Exception {
    TestModels fixture = TestModels.EULER;
    Activation[] activations = Activation.values();
    List<Component> kinds =
        Arrays.stream(activations)
            .map(
                activation -> {
                  ModelSpec spec = with(fixture.spec(), activation);
                  Member member = Member.of(TestModels.weights(spec, 5));
                  String name = activation.name().toLowerCase(Locale.ROOT);
                  return new Component(name, spec, 1.0 / activations.length, List.of(member));
                })
            .toList();
    TrainedModel model = fixture.model();
    compare(
        fixture,
        new TrainedModel(
            kinds,
            model.schema(),
            model.calibration(),
            model.seed(),
            model.metrics(),
            model.provenance()),
        FEW_ROWS,
        DRAWS_OF_EACH * activations.length);
  }

  private static ModelSpec with(ModelSpec spec, Activation activation) {
    return new ModelSpec(
        spec.inputs(),
        spec.outputs(),
        new MaskedMlp(List.of(16, 12), activation, Initializer.HE_NORMAL, Backbone.INVERTED),
        new Transported(
            new ConcreteReference(.8, .5),
            new Flow(
                new VelocityField(List.of(8), activation, Initializer.HE_NORMAL),
                FlowSolver.HEUN,
                3)));
  }

  @ParameterizedTest
  @MethodSource("io.otd.core.internal.trained.TestCalibrations#rules")
  void calibrates_like_the_saved_model(ConformalRule rule) throws Exception {
    TestModels fixture = TestModels.TWO_OUTPUTS;
    compare(fixture, fixture.model().with(TestCalibrations.of(rule, .2)), FEW_ROWS, DRAWS);
  }

  private void compare(TestModels fixture, TrainedModel trained, int count, int draws)
      throws Exception {
    Path directory =
        SavedModelExporter.export(trained, base, ExportOptions.DEFAULT.withBank(draws)).directory();
    boolean chooses =
        trained.components().stream().anyMatch(k -> k.spec().law() instanceof GaussianMixture);
    boolean moves = !trained.calibration().isotonic().absent();
    Differences differences = new Differences(fixture, chooses, moves);
    List<Map<String, Object>> rows = fixture.named(count);
    try (OtdPredictor full = OtdPredictor.open(directory);
        LightPredictor light = LightPredictor.open(directory)) {
      assertThat(light.schema()).isEqualTo(full.schema());
      assertThat(light.draws()).isEqualTo(full.draws());
      assertThat(light.levels()).isEqualTo(full.levels());
      assertThat(light.metrics()).isEqualTo(full.metrics());
      assertThat(light.version()).isEqualTo(full.version());
      for (int from = 0; from < count; from += AT_ONCE) {
        List<Map<String, Object>> some = rows.subList(from, from + AT_ONCE);
        List<Prediction> expected = full.predict(some);
        List<Prediction> actual = light.predict(some);
        for (int i = 0; i < AT_ONCE; i++) {
          differences.add(expected.get(i), actual.get(i));
        }
      }
      List<Map<String, Object>> some = rows.subList(0, DRAWN);
      long[] seeds = LongStream.range(0, DRAWN).map(i -> i / 7 * 0x5DEECE66DL - 3).toArray();
      differences.add(full.draw(some, seeds), light.draw(some, seeds));
    }
    differences.check();
  }

  /** Differences, relative to a number's size and unit. */
  private static final class Differences {
    private final TestModels fixture;
    private final boolean chooses;
    private final boolean moves;
    private double squares;
    private long draws;
    private long others;
    private double largest;
    private double largestSummary;

    /** Equal draws may swap ranks where a recalibration moves them by rank. */
    Differences(TestModels fixture, boolean chooses, boolean moves) {
      this.fixture = fixture;
      this.chooses = chooses;
      this.moves = moves;
    }

    void add(Prediction expected, Prediction actual) {
      for (int j = 0; j < expected.targets().size(); j++) {
        double unit = fixture.unit(j, expected.ascending(j));
        float[] draw = expected.samples(j);
        float[] other = actual.samples(j);
        if (moves) {
          Arrays.sort(draw);
          Arrays.sort(other);
        }
        long before = others;
        for (int k = 0; k < draw.length; k++) {
          addDraw(draw[k], other[k], unit);
        }
        if (others == before) {
          addSummary(expected.mean(j), actual.mean(j), unit);
          addSummary(expected.std(j), actual.std(j), unit);
          addSummary(expected.quantile(j, .1), actual.quantile(j, .1), unit);
          Interval interval = expected.interval(j, .9);
          addSummary(interval.upper(), actual.interval(j, .9).upper(), unit);
        }
      }
    }

    void add(float[][][] expected, float[][][] actual) {
      for (int i = 0; i < expected.length; i++) {
        for (int j = 0; j < expected[i][0].length; j++) {
          double[] draw = column(expected[i], j);
          double[] other = column(actual[i], j);
          double unit = fixture.unit(j, draw);
          for (int k = 0; k < draw.length; k++) {
            addDraw(draw[k], other[k], unit);
          }
        }
      }
    }

    private double[] column(float[][] drawn, int target) {
      double[] column = Arrays.stream(drawn).mapToDouble(d -> d[target]).toArray();
      if (moves) {
        Arrays.sort(column);
      }
      return column;
    }

    private void addDraw(double expected, double actual, double unit) {
      double difference = relative(expected, actual, unit);
      draws++;
      if (chooses && difference > LARGEST) {
        others++;
        return;
      }
      squares += difference * difference;
      largest = Math.max(largest, difference);
    }

    private void addSummary(double expected, double actual, double unit) {
      largestSummary = Math.max(largestSummary, relative(expected, actual, unit));
    }

    private static double relative(double expected, double actual, double unit) {
      return expected == actual ? 0 : Math.abs(expected - actual) / (unit + Math.abs(expected));
    }

    void check() {
      assertThat(Math.sqrt(squares / draws)).as("usual difference of a draw").isLessThan(USUAL);
      assertThat(largest).as("largest difference of a draw").isLessThan(LARGEST);
      assertThat(largestSummary).as("of a mean, spread or end").isLessThan(LARGEST_SUMMARY);
      assertThat((double) others / draws).as("other components").isLessThan(OTHER_COMPONENT);
    }
  }
}
