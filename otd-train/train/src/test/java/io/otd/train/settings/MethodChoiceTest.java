// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MethodChoiceTest {
  private static Settings of(String... assignments) {
    SettingsReader reader = new SettingsReader();
    for (String assignment : assignments) {
      reader = reader.assignment(assignment);
    }
    return reader.settings();
  }

  private static Method chosen(int rows, String... assignments) {
    return of(assignments).forTable(rows).model().method();
  }

  @Test
  void pools_all_kinds_up_to_20000_rows_and_four_kinds_above() {
    assertThat(of().model().method()).isEqualTo(Method.AUTO);
    assertThat(of().forTable(20_000)).isEqualTo(of("model.method=pool"));
    Settings four =
        of("model.method=pool", "model.kinds=[otd, otd-pieces, extra-trees, boosted-trees]");
    assertThat(of().forTable(20_001)).isEqualTo(four);
    assertThat(four.memberPlan(20_001, 20_001).members()).isEqualTo(1);
    assertThat(of("data.holdout=chronological").forTable(20_001).model().kinds()).hasSize(4);
    assertThat(of("model.members=2").forTable(20_001).model().kinds()).hasSize(9);
  }

  @Test
  void an_explicit_method_is_kept() {
    Settings mdn = of("model.method=mdn");
    assertThat(mdn.forTable(100)).isSameAs(mdn);
    assertThat(mdn.ofOneMethod()).isSameAs(mdn);
    assertThat(of("model.method=pool").forTable(1_000_000).model().kinds()).hasSize(9);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "model.members=1",
        "data.validation=shared",
        "data.validation_fraction=0",
        "data.holdout=chronological",
        "data.fields=f.npz",
        "masks.p=0.8",
        "loss.action_weight=0",
        "model.network=conditional",
        "model.pieces=true",
        "model.output=gaussian"
      })
  void settings_that_rule_out_a_pool_select_otd(String setting) {
    assertThat(chosen(1000, setting)).isEqualTo(Method.OTD);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "data.fields=f.npz",
        "data.validation_fraction=0",
        "masks.p=0.8",
        "model.members=1",
        "model.output=gaussian"
      })
  void settings_that_rule_out_a_pool_select_otd_for_a_large_table(String setting) {
    assertThat(of(setting).forTable(20_001)).isEqualTo(of(setting, "model.method=otd"));
  }

  @Test
  void names_the_trees_that_do_not_go_with_fields() {
    assertThatThrownBy(
            () ->
                of(
                    "data.fields=f.npz",
                    "model.method=pool",
                    "model.kinds=[otd, boosted-trees, extra-trees]"))
        .hasMessageContaining(
            "model.kinds: boosted-trees, extra-trees with data.fields (expected: methods of"
                + " networks)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"model.hidden=[32, 32]", "training.steps=50", "model.members=3"})
  void settings_common_to_all_methods_keep_the_pool(String setting) {
    assertThat(chosen(1000, setting)).isEqualTo(Method.POOL);
  }

  @Test
  void explicit_kinds_are_pooled_for_any_table_size() {
    Settings two = of("model.kinds=[otd, mdn]").forTable(1_000_000);
    assertThat(two.model().method()).isEqualTo(Method.POOL);
    assertThat(two.model().kinds()).isEqualTo(List.of(Method.OTD, Method.MDN));
  }

  @Test
  void a_table_of_at_most_128_rows_pools_one_kind_with_more_weight_decay() {
    assertThat(decays(of().forTable(129))).containsExactly(.01);
    assertThat(decays(of().forTable(128))).containsExactly(.01, .1);
    assertThat(of("training.weight_decay=.02").forTable(128))
        .isEqualTo(of("training.weight_decay=.02", "model.method=pool"));
    assertThat(of().forTable(128).model().kinds()).hasSize(10).endsWith(Method.OTD_DECAY);
    assertThat(of("model.kinds=[otd, mdn]").forTable(128).model().kinds()).hasSize(2);
  }

  @Test
  void trees_that_every_pool_has_are_not_named_trees() {
    assertThat(of().forTable(128).namedTrees()).isEmpty();
    assertThat(of().forTable(129).namedTrees()).isEmpty();
    assertThat(of("model.kinds=[otd, extra-trees]").namedTrees()).hasValue("extra-trees");
  }

  private static List<Double> decays(Settings pool) {
    return pool.networks().stream().map(each -> each.training().weightDecay()).distinct().toList();
  }

  @Test
  void the_default_single_method_is_otd() {
    assertThat(of("training.steps=7").ofOneMethod())
        .isEqualTo(of("model.method=otd", "training.steps=7"));
  }

  @Test
  void columns_are_encoded_in_pieces_only_if_a_network_uses_them() {
    assertThat(of("model.method=otd").encoding().pieces()).hasValue(0);
    assertThat(of("model.method=otd-pieces").encoding().pieces()).isEmpty();
    assertThat(of("model.method=mdn", "model.pieces=true", "columns.pieces=4").encoding().pieces())
        .hasValue(4);
    assertThat(of("model.method=pool").encoding().pieces()).isEmpty();
    assertThat(of("model.kinds=[otd, mdn]").encoding().pieces()).hasValue(0);
  }

  @Test
  void a_conditional_network_cannot_mix_kinds_with_and_without_pieces() {
    assertThatThrownBy(() -> of("model.network=conditional", "model.kinds=[otd, otd-pieces]"))
        .hasMessageContaining("model.pieces: false for one of model.kinds");
  }

  @Test
  void a_conditional_network_cannot_scale_its_inputs() {
    assertThatThrownBy(() -> of("model.network=conditional", "model.relevance=true"))
        .hasMessageContaining(
            "model.relevance: true with model.network: conditional (expected: masked)");
  }

  @Test
  void kinds_without_pieces_can_share_a_conditional_network() {
    assertThat(of("model.network=conditional", "model.kinds=[otd, otd-no-action]").components())
        .hasSize(2);
  }
}
