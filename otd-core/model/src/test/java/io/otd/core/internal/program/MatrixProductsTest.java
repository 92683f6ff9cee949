// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.layer.Precision;
import org.junit.jupiter.api.Test;

class MatrixProductsTest {
  @Test
  void products_with_the_identity_keep_the_values() {
    try (MatrixProducts products =
        new MatrixProducts(40, 24, Precision.FLOAT32, new Compiler(Compilation.XLA, w -> {}))) {
      assertThat(products.operations()).isEqualTo(2 * 40 * 24 * 24);
      assertThat(products.run(1)).isEqualTo(1);
      assertThat(products.run(5)).isEqualTo(1);
    }
  }

  /** Ones and zeros are bfloat16 numbers, and sums of one of them are exact. */
  @Test
  void rounded_products_with_the_identity_keep_the_values_too() {
    try (MatrixProducts products =
        new MatrixProducts(40, 24, Precision.MIXED, new Compiler(Compilation.XLA, w -> {}))) {
      assertThat(products.run(3)).isEqualTo(1);
    }
  }

  @Test
  void an_empty_matrix_is_refused() {
    assertThatIllegalArgumentException()
        .isThrownBy(
            () ->
                new MatrixProducts(
                    0, 3, Precision.FLOAT32, new Compiler(Compilation.NONE, w -> {})))
        .withMessage("product: [0, 3] (expected: at least [1, 1])");
  }
}
