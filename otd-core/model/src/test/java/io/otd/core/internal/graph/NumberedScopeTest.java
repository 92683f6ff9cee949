// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.tensorflow.Graph;
import org.tensorflow.op.Ops;

class NumberedScopeTest {
  @Test
  void numbers_equal_names_in_the_digits_0_to_9_in_every_locale() {
    Locale before = Locale.getDefault(Locale.Category.FORMAT);
    Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("fa-IR"));
    try (Graph graph = new Graph()) {
      Ops tf = NumberedScope.in(graph);
      assertThat(tf.constant(1f).op().name()).isEqualTo("Const");
      assertThat(tf.constant(2f).op().name()).isEqualTo("Const_1");
      assertThat(tf.withName("a").constant(3f).op().name()).isEqualTo("a");
      assertThat(tf.withName("a").constant(4f).op().name()).isEqualTo("a_1");
      Ops inner = tf.withSubScope("part");
      assertThat(inner.constant(5f).op().name()).isEqualTo("part/Const");
      assertThat(inner.constant(6f).op().name()).isEqualTo("part/Const_1");
      assertThat(tf.withSubScope("part").constant(7f).op().name()).isEqualTo("part_1/Const");
      assertThat(tf.constant(8f).op().name()).isEqualTo("Const_2");
    } finally {
      Locale.setDefault(Locale.Category.FORMAT, before);
    }
  }
}
