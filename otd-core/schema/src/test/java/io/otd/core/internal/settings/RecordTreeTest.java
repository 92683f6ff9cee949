// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

public class RecordTreeTest {
  /** A section. */
  public record Network(String host, int restPort) {}

  /** One with a check. */
  public record Limits(double maxRequestMb) {
    /** Checks the range. */
    public Limits {
      if (maxRequestMb < 0) {
        throw new IllegalArgumentException("max_request_mb: " + maxRequestMb);
      }
    }
  }

  /** Both. */
  public record Root(Network network, Limits limits) {}

  private static final RecordTree<Root> TREE = RecordTree.of(Root.class);
  private static final Root BASE = new Root(new Network("::1", 1), new Limits(2));

  @Test
  void settings_have_paths_in_snake_case_in_the_order_of_the_records() {
    assertThat(TREE.values(BASE))
        .containsExactly(
            Map.entry("network.host", "::1"),
            Map.entry("network.rest_port", 1),
            Map.entry("limits.max_request_mb", 2.0));
  }

  @Test
  void given_values_and_sections_replace_those_of_the_base() {
    assertThat(TREE.with(BASE, Map.of("network.rest_port", 7)))
        .isEqualTo(new Root(new Network("::1", 7), new Limits(2)));
    assertThat(TREE.with(BASE, new Limits(3)))
        .isEqualTo(new Root(new Network("::1", 1), new Limits(3)));
  }

  @Test
  void an_unknown_path_and_what_a_record_refuses_are_named() {
    assertThatThrownBy(() -> TREE.with(BASE, Map.of("network.restPort", 7)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no setting network.restPort");
    assertThatThrownBy(() -> TREE.with(BASE, Map.of("limits.max_request_mb", -1.0)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("max_request_mb: -1.0");
  }
}
