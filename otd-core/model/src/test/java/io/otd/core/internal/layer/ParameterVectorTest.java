// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.graph.GraphRun;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.tensorflow.Operand;
import org.tensorflow.types.TFloat32;

class ParameterVectorTest {
  private static final ParameterVector VECTOR =
      new ParameterVector(
          List.of(
              new Parameter("a/kernel", List.of(2, 3), Initializer.HE_NORMAL),
              new Parameter("a/bias", List.of(3), Initializer.ZEROS),
              new Parameter("scale", List.of(), Initializer.ZEROS)));
  private static final float[] VALUES = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10};

  @Test
  void arrays_are_split_in_order_and_joined_again() {
    assertThat(VECTOR.size()).isEqualTo(10);
    List<float[]> parts = VECTOR.split(VALUES);
    assertThat(parts.get(0)).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(parts.get(1)).containsExactly(7, 8, 9);
    assertThat(parts.get(2)).containsExactly(10);
    assertThat(VECTOR.join(parts)).isEqualTo(VALUES);
  }

  @Test
  void parts_in_a_graph_have_their_shapes_and_values() {
    List<float[]> got =
        GraphRun.plain(
            tf -> {
              ParameterValues parts = VECTOR.split(tf, tf.constant(VALUES));
              assertThat(parts.get("a/kernel").shape().asArray()).containsExactly(2, 3);
              assertThat(parts.get("a/bias").shape().asArray()).containsExactly(3);
              assertThat(parts.get("scale").shape().asArray()).isEmpty();
              return List.of(
                  parts.get("a/kernel"),
                  parts.get("a/bias"),
                  parts.get("scale"),
                  VECTOR.join(tf, parts.byName()));
            });
    assertThat(got.get(0)).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(got.get(1)).containsExactly(7, 8, 9);
    assertThat(got.get(2)).containsExactly(10);
    assertThat(got.get(3)).isEqualTo(VALUES);
  }

  @Test
  void joining_in_a_graph_goes_by_name_and_not_by_map_order() {
    float[] got =
        GraphRun.plain(
                tf -> {
                  Map<String, Operand<TFloat32>> values = new LinkedHashMap<>();
                  values.put("scale", tf.constant(10f));
                  values.put("a/bias", tf.constant(new float[] {7, 8, 9}));
                  values.put(
                      "a/kernel", GraphRun.constant(tf, new float[] {1, 2, 3, 4, 5, 6}, 2, 3));
                  return List.of(VECTOR.join(tf, values));
                })
            .get(0);
    assertThat(got).isEqualTo(VALUES);
  }

  @Test
  void refuses_mismatched_sizes_and_invalid_parameters_by_name() {
    assertThatThrownBy(() -> VECTOR.split(new float[9]))
        .hasMessage("parameter vector: 9 values (expected: 10)");
    assertThatThrownBy(() -> VECTOR.join(List.of(new float[6], new float[2], new float[1])))
        .hasMessage("a/bias: 2 values (expected: 3)");
    assertThatThrownBy(
            () -> GraphRun.plain(tf -> List.of(VECTOR.join(tf, Map.of("scale", tf.constant(1f))))))
        .hasMessage("no value for a/kernel");
    assertThatThrownBy(() -> new Parameter("A kernel", List.of(1), Initializer.ZEROS))
        .hasMessage("parameter name: \"A kernel\" (expected: lower-case segments parted by '/')");
    assertThatThrownBy(() -> new Parameter("a", List.of(2, 0), Initializer.ZEROS))
        .hasMessage("a: shape [2, 0] (expected: sizes >= 1)");
  }

  @Test
  void values_are_found_by_name_and_unknown_names_are_refused() {
    GraphRun.plain(
        tf -> {
          ParameterValues values = VECTOR.split(tf, tf.constant(VALUES));
          assertThatThrownBy(() -> values.get("b"))
              .hasMessage("parameter: b (expected: one of [a/kernel, a/bias, scale])");
          assertThatThrownBy(() -> ParameterValues.of(VECTOR.parameters(), List.of()))
              .hasMessage("values: 0 (expected: one for each of 3)");
          assertThat(values.getAll(VECTOR.parameters().subList(1, 3)))
              .containsExactly(values.get("a/bias"), values.get("scale"));
          return List.of(values.get("scale"));
        });
  }
}
