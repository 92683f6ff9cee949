// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Parameter;
import java.util.List;
import org.junit.jupiter.api.Test;

class WeightsTest {
  private static final List<Parameter> PARAMETERS =
      List.of(
          new Parameter("kernel", List.of(2, 3), Initializer.HE_NORMAL),
          new Parameter("bias", List.of(3), Initializer.ZEROS));
  private static final float[] VALUES = {1, 2, 3, 4, 5, 6, 7, 8, 9};

  @Test
  void a_vector_is_read_by_the_names_of_its_parameters() {
    Weights weights = new Weights(PARAMETERS, VALUES);
    assertThat(weights.get("kernel")).containsExactly(1, 2, 3, 4, 5, 6);
    assertThat(weights.get("bias")).containsExactly(7, 8, 9);
    assertThat(new Weights(PARAMETERS, weights.arrays()).vector()).isEqualTo(VALUES);
  }

  @Test
  void a_named_array_is_a_copy() {
    Weights weights = new Weights(PARAMETERS, VALUES.clone());
    weights.get("bias")[0] = -1;
    weights.arrays().get(0)[0] = -1;
    assertThat(weights.vector()).isEqualTo(VALUES);
  }

  @Test
  void refuses_other_sizes_and_unknown_names() {
    assertThatThrownBy(() -> new Weights(PARAMETERS, new float[8]))
        .hasMessage("parameter vector: 8 values (expected: 9)");
    assertThatThrownBy(() -> new Weights(PARAMETERS, List.of(new float[6])))
        .hasMessage("parameters: 1 arrays (expected: 2)");
    assertThatThrownBy(() -> new Weights(PARAMETERS, List.of(new float[6], new float[2])))
        .hasMessage("bias: 2 values (expected: 3)");
    assertThatThrownBy(() -> new Weights(PARAMETERS, VALUES).get("scale"))
        .hasMessage("parameters: no \"scale\" (expected: one of [kernel, bias])");
  }
}
