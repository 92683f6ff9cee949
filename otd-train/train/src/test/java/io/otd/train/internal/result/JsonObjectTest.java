// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class JsonObjectTest {
  private record Rows(int train, int notUsed) {}

  @Test
  void keeps_the_order_and_leaves_out_what_has_no_value() {
    JsonObject json =
        new JsonObject()
            .with("status", "completed")
            .with("report", null)
            .with("best_step", Optional.empty())
            .with("steps", Optional.of(60L))
            .with(Map.of("rmse", 1e-5))
            .with("score", Double.NaN);
    assertThat(JsonText.of(json.tree()))
        .isEqualTo(
            """
            {"status":"completed","steps":60,"rmse":1.0E-5,"score":null}""");
  }

  @Test
  void writes_objects_and_records_inside_it_in_snake_case() {
    Map<String, Object> data = new HashMap<>();
    data.put("file", null);
    JsonObject json =
        new JsonObject()
            .with("rows", new Rows(8, 1))
            .with("members", List.of(new JsonObject().with("steps", 30).with("spread", null)))
            .with("settings", Map.of("data", data))
            .with("values", new double[] {.5, 1});
    assertThat(JsonText.of(json.tree()))
        .isEqualTo(
            """
            {"rows":{"train":8,"not_used":1},"members":[{"steps":30}],\
            "settings":{"data":{"file":null}},"values":[0.5,1.0]}""");
  }
}
