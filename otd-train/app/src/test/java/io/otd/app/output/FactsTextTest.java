// SPDX-License-Identifier: Apache-2.0
package io.otd.app.output;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FactsTextTest {
  @Test
  void numbers_are_short_and_variants_are_described_in_words() {
    Map<String, Object> network = new LinkedHashMap<>();
    network.put("type", "masked_mlp");
    network.put("hidden", List.of(64, 64));
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("spread", 1.0832167832167832);
    facts.put("network", network);
    facts.put("member_spreads", List.of(.99123456789, 1.0));
    facts.put("metrics", Map.of("test.rmse", 142380.43210987654));
    facts.put("settings", Map.of("training.learning_rate", .0123456789));
    assertThat(FactsText.lines(facts))
        .containsExactly(
            "spread       1.0832",
            "network      masked_mlp, hidden [64, 64]",
            "member_spreads [0.99123, 1]",
            "metrics",
            "  test.rmse                        142380",
            "settings",
            "  training.learning_rate           0.0123456789");
  }

  @Test
  void columns_have_an_aligned_line_each() {
    List<Map<String, Object>> columns = List.of(column("x", "numeric"), column("size", "date"));
    assertThat(FactsText.lines(Map.of("inputs", columns)))
        .containsExactly("inputs", "  x     numeric", "  size  date");
  }

  private static Map<String, Object> column(String name, String kind) {
    Map<String, Object> column = new LinkedHashMap<>();
    column.put("name", name);
    column.put("kind", kind);
    return column;
  }
}
