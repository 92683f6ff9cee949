// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class JsonTextTest {
  private record Inner(long bestStep, @Nullable Double ownScore) {}

  private record Outer(String dataSet, List<Inner> runs, Map<String, Double> byName, double last) {}

  @Test
  void record_components_are_written_in_order_and_in_snake_case() {
    Map<String, Double> byName = new LinkedHashMap<>();
    byName.put("sdAt_0", 1.5);
    byName.put("a", .1);
    Outer outer = new Outer("concrete", List.of(new Inner(7, .25)), byName, 2);
    assertThat(JsonText.of(JsonText.tree(outer)))
        .isEqualTo(
            "{\"data_set\":\"concrete\",\"runs\":[{\"best_step\":7,\"own_score\":0.25}],"
                + "\"by_name\":{\"sdAt_0\":1.5,\"a\":0.1},\"last\":2.0}");
  }

  @Test
  void null_components_are_omitted() {
    assertThat(JsonText.tree(new Inner(3, null))).containsOnlyKeys("best_step");
  }

  @Test
  void nan_is_written_as_null() {
    assertThat(JsonText.of(JsonText.tree(new Inner(3, Double.NaN))))
        .isEqualTo("{\"best_step\":3,\"own_score\":null}");
  }
}
