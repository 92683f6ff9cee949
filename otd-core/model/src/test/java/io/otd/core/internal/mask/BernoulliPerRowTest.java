// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.mask;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.layer.ParameterValues;
import java.util.List;
import org.junit.jupiter.api.Test;

class BernoulliPerRowTest extends MaskLawContract {
  @Override
  MaskLaw law() {
    return new Bernoulli(0.3, false);
  }

  @Override
  List<String> parameterShapes() {
    return List.of();
  }

  /** The rule of the golden file: kept where {@code u < 1 - rate}. */
  @Test
  void a_unit_is_kept_where_its_uniform_lies_below_the_keep_probability() {
    float[] masks =
        GraphRun.plain(
                tf ->
                    List.of(
                        new Bernoulli(0.25, true)
                            .draw(
                                tf,
                                ParameterValues.of(List.of(), List.of()),
                                (ops, axis, shape) ->
                                    GraphRun.constant(
                                        ops, new float[] {0.1f, 0.7499f, 0.75f, 0.9f}, shape),
                                new DrawCounts(2, 0, 7, List.of(2)))
                            .masks()))
            .get(0);
    assertThat(masks).containsExactly(1, 1, 0, 0);
  }

  @Test
  void a_rate_of_zero_is_not_random() {
    assertThat(new Bernoulli(0, false).random()).isFalse();
    assertThat(new Bernoulli(0, false).keepProbability()).isEqualTo(1);
  }

  @Test
  void refuses_bad_rates_by_name() {
    assertThatThrownBy(() -> new Bernoulli(1, false))
        .hasMessage("dropout rate: 1.0 (expected: in [0, 1))");
    assertThatThrownBy(() -> new Bernoulli(Double.NaN, false))
        .hasMessage("dropout rate: NaN (expected: in [0, 1))");
    assertThatThrownBy(() -> new DrawCounts(0, 0, 1, List.of(1)))
        .hasMessageStartingWith(
            "draws: 0, action draws: 0, rows: 1, mask widths: [1] (expected: >= 1");
  }
}
