// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoolSectionTest {
  private static final Map<String, Double> METRICS =
      Map.of(
          "pool.otd.weight", .7,
          "pool.otd.weight_error", .04,
          "pool.otd.validation_score", .2034,
          "pool.mdn.weight", 0.0,
          "pool.mdn.weight_error", 0.0,
          "pool.mdn.validation_score", .3012,
          "pool.marginal.weight", .3,
          "pool.marginal.weight_error", .02,
          "pool.marginal.validation_score", .5678,
          "pool.validation_score", .1932);

  @Test
  void lists_components_by_weight_and_reports_the_gain_of_the_pool() {
    Page.Section section = new PoolSection(METRICS).section().orElseThrow();
    Block.Table table = (Block.Table) section.blocks().get(1);
    assertThat(table.rows().stream().map(row -> row.stream().map(Block.Cell::text).toList()))
        .containsExactly(
            List.of("otd", "0.700 \u00b1 0.040", "0.2034"),
            List.of("marginal", "0.300 \u00b1 0.020", "0.5678"),
            List.of("mdn", "left out", "0.3012"));
    assertThat(((Block.Text) section.blocks().get(0)).toString())
        .contains("0.1932 for the pool, 0.2034 for its best component alone (-5 %)");
  }

  @Test
  void other_models_have_no_such_section() {
    assertThat(new PoolSection(Map.of("validation.x", 1.0)).section()).isEmpty();
  }
}
