// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.flow.Transport;
import io.otd.core.internal.graph.Gradients;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.layer.InitialValues;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** Contract of every mask distribution. */
abstract class MaskLawContract {
  private static final int WIDTH = 5;
  private static final List<Integer> LAYERS = List.of(3, 2);
  private static final int DRAWS = 6;
  private static final int ROWS = 3;

  /** The distribution under test. */
  abstract MaskLaw law();

  /** Name and shape of its parameters, for masks of layers of 3 and 2 units. */
  abstract List<String> parameterShapes();

  /**
   * Independent numbers that decide whether a reference mask is above a half, among the 100 units
   * of 1000 draws.
   */
  int independent() {
    return 100_000;
  }

  private static Noise noise(long seed) {
    return (tf, axis, shape) ->
        Uniforms.draw(tf, tf.constant(Uniforms.key(seed, 0)), tf.constant(0L), shape);
  }

  private ParameterValues values(Ops tf, List<Integer> layers) {
    List<Parameter> parameters = law().parameters(layers);
    List<Operand<TFloat32>> values = new ArrayList<>();
    List<float[]> arrays = InitialValues.draw(parameters, 31);
    for (int i = 0; i < arrays.size(); i++) {
      values.add(GraphRun.constant(tf, arrays.get(i), parameters.get(i).dimensions()));
    }
    return ParameterValues.of(parameters, values);
  }

  /** Masks and reference. */
  private List<float[]> draw(Noise noise, DrawCounts counts) {
    return GraphRun.plain(
        tf -> {
          MaskDraws draws = law().draw(tf, values(tf, counts.layers()), noise, counts);
          long[] shape =
              law().sharedByRows()
                  ? new long[] {counts.scored(), counts.width()}
                  : new long[] {counts.scored(), counts.rows(), counts.width()};
          assertThat(draws.masks().shape().asArray()).isEqualTo(shape);
          assertThat(draws.reference().shape().asArray()).isEqualTo(shape);
          return List.of(tf.identity(draws.masks()), tf.identity(draws.reference()));
        });
  }

  @Test
  void masks_have_the_expected_shape_and_lie_in_the_unit_interval() {
    for (int charged : new int[] {0, 4}) {
      for (float[] masks : draw(noise(1), new DrawCounts(DRAWS, charged, ROWS, LAYERS))) {
        assertThat(masks).hasSize(DRAWS * WIDTH * (law().sharedByRows() ? 1 : ROWS));
        for (float z : masks) {
          assertThat(z).isBetween(0f, 1f);
        }
      }
    }
  }

  @Test
  void masks_depend_only_on_the_noise_and_only_if_the_law_is_random() {
    DrawCounts counts = new DrawCounts(DRAWS, 2, ROWS, LAYERS);
    float[] masks = draw(noise(1), counts).get(0);
    assertThat(draw(noise(1), counts).get(0)).isEqualTo(masks);
    if (law().random()) {
      assertThat(draw(noise(2), counts).get(0)).isNotEqualTo(masks);
    } else {
      assertThat(draw(noise(2), counts).get(0)).isEqualTo(masks);
    }
  }

  /** Two draws, two units and, where rows have their own masks, two rows are not the same. */
  @Test
  void draws_units_and_rows_are_not_copies_of_each_other() {
    int places = law().sharedByRows() ? 1 : ROWS;
    int draws = 40;
    float[] reference = draw(noise(3), new DrawCounts(draws, 0, ROWS, LAYERS)).get(1);
    List<List<Float>> columns = new ArrayList<>();
    for (int c = 0; c < places * WIDTH; c++) {
      List<Float> column = new ArrayList<>();
      for (int k = 0; k < draws; k++) {
        column.add(reference[k * places * WIDTH + c]);
      }
      columns.add(column);
    }
    assertThat(columns.stream().distinct().count()).isEqualTo(law().random() ? columns.size() : 1);
    assertThat(columns.get(0).stream().distinct().count()).isGreaterThan(law().random() ? 1 : 0);
  }

  /** A reference mask is above a half with the stated probability: four sampling errors. */
  @Test
  void keep_probability_is_that_of_the_reference() {
    float[] reference = draw(noise(4), new DrawCounts(1000, 0, 1, List.of(40, 60))).get(1);
    double above = 0;
    for (float z : reference) {
      above += z > 0.5f ? 1.0 / reference.length : 0;
    }
    assertThat(above).isCloseTo(law().keepProbability(), within(2 / Math.sqrt(independent())));
  }

  @Test
  void parameters_have_the_expected_names_and_shapes() {
    assertThat(law().parameters(LAYERS))
        .extracting(p -> p.name() + " " + p.shape())
        .isEqualTo(parameterShapes());
  }

  /** Parameters behind a transport get their gradient from it, all others from the graph. */
  @Test
  void gradients_reach_all_learned_parameters() {
    Function<Ops, List<? extends Operand<TFloat32>>> build =
        tf -> {
          ParameterValues values = values(tf, LAYERS);
          MaskDraws draws = law().draw(tf, values, noise(1), new DrawCounts(2, 1, 1, LAYERS));
          List<Operand<TFloat32>> xs = new ArrayList<>(List.of(draws.masks()));
          List<Parameter> behind = draws.transport().map(Transport::parameters).orElse(List.of());
          assertThat(law().parameters(LAYERS)).containsAll(behind);
          for (Parameter p : law().parameters(LAYERS)) {
            if (!behind.contains(p)) {
              xs.add(values.get(p.name()));
            }
          }
          draws.transport().ifPresent(t -> xs.add(t.endpoint()));
          List<String> names = xs.stream().map(Object::toString).toList();
          return Gradients.of(tf, List.of(draws.masks()), List.of(draws.masks()), xs, names);
        };
    for (float[] gradient : GraphRun.plain(build)) {
      assertThat(gradient).isNotEmpty().doesNotContain(Float.NaN);
      assertThat(gradient).isNotEqualTo(new float[gradient.length]);
    }
  }
}
