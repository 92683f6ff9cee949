// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.coverage.Coverage;
import io.otd.core.internal.coverage.CoverageByGroup;
import io.otd.train.internal.page.HtmlReport;
import io.otd.train.internal.page.Page;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class GroupSectionTest {
  private static String html(boolean independent) {
    CoverageByGroup by =
        new CoverageByGroup(
            "mu",
            List.of(
                new CoverageByGroup.Group("0.2", new Coverage(.9, .7, 400, 400), Optional.empty()),
                new CoverageByGroup.Group("1", new Coverage(.9, .9, 400, 400), Optional.empty())));
    Page.Section section = new GroupSection("u", List.of(by), independent).section();
    return new HtmlReport(new Page("groups", "", List.of(section))).html();
  }

  @Test
  void groups_of_independent_rows_are_judged_by_a_band_of_chance() {
    assertThat(html(true))
        .contains("Not for all groups by mu alike", ">expected<", "One in 20 calibrated models");
  }

  @Test
  void groups_of_points_of_fields_have_their_shares_and_no_band() {
    assertThat(html(false))
        .contains(">70 %<", "The points of a field err together")
        .doesNotContain("Not for all groups", ">expected<", "One in 20 calibrated models");
  }
}
