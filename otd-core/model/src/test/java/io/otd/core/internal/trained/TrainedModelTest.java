// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TrainedModelTest {
  @Test
  void the_error_of_the_mean_grows_as_draws_are_scaled_down() {
    TrainedModel model = TestModels.OTD_ENSEMBLE.model();
    TrainedModel scaled =
        new TrainedModel(
            List.of(Component.only(model.spec(), List.of(member(model, .1), member(model, .2)))),
            model.schema(),
            Calibration.of(new SpreadCalibration(.5)),
            model.seed(),
            model.metrics(),
            model.provenance());
    // 1/f^2: 100 and 25, their mean 62.5; over 250 draws 0.25, its root 0.5; over the pool's
    // factor.
    assertThat(scaled.errorOfMean(250)).isCloseTo(1, within(1e-12));
  }

  @Test
  void the_error_of_the_mean_is_that_of_the_group_with_the_smallest_factor() {
    TrainedModel model = TestModels.MIXED.model();
    List<SpreadCalibration.OfGroup> groups =
        List.of(
            new SpreadCalibration.OfGroup(new RowGroup(Map.of("c", "a")), .5),
            new SpreadCalibration.OfGroup(new RowGroup(Map.of("c", "b")), 2));
    TrainedModel grouped = model.with(Calibration.of(model.spread().with(groups)));
    assertThat(grouped.errorOfMean(250))
        .isPositive()
        .isCloseTo(2 * model.errorOfMean(250), within(1e-12));
  }

  @Test
  void a_pool_has_no_single_spec() {
    TrainedModel model = TestModels.OTD_ENSEMBLE.model();
    TrainedModel pool = pool(model, component(model, "otd", .75), component(model, "mdn", .25));
    assertThat(pool.pooled()).isTrue();
    assertThat(pool.size()).isEqualTo(model.size());
    assertThatThrownBy(pool::spec)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a pool of [otd, mdn] (expected: one component)");
    assertThatThrownBy(pool::members).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void a_pool_gives_draws_in_proportion_to_the_weights_from_each_member_alike() {
    TrainedModel model = TestModels.OTD_ENSEMBLE.model();
    TrainedModel pool = pool(model, component(model, "otd", .75), component(model, "mdn", .25));
    int draws = pool.draws(40);
    List<Integer> networks = pool.networks(draws);
    assertThat(draws).isGreaterThanOrEqualTo(40);
    assertThat(networks).hasSize(draws);
    for (int network = 0; network < 2 * pool.size(); network++) {
      double weight = network < pool.size() ? .75 : .25;
      assertThat(Collections.frequency(networks, network) * pool.size() / (double) draws)
          .isCloseTo(weight, within(.1));
    }
    assertThat(pool.inputs()).isEqualTo(model.schema().width());
    assertThat(pool.outputs()).isEqualTo(model.schema().targets().size());
    assertThat(pool.with(Map.of("crps", 1.5)).metrics()).containsExactly(Map.entry("crps", 1.5));
  }

  @Test
  void refuses_a_pool_of_mismatched_components() {
    TrainedModel model = TestModels.OTD_ENSEMBLE.model();
    int members = model.size();
    assertThatThrownBy(() -> pool(model))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("components: none (expected: at least one)");
    assertThatThrownBy(() -> pool(model, component(model, "otd", .75), component(model, "mdn", .5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sum of the weights: 1.25 (expected: 1)");
    Component fewer =
        new Component("mdn", model.spec(), .25, model.members().subList(0, members - 1));
    assertThatThrownBy(() -> pool(model, component(model, "otd", .75), fewer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("members of component mdn: %d (expected: %d)".formatted(members - 1, members));
  }

  @Test
  void refuses_a_component_without_members_or_weight() {
    TrainedModel model = TestModels.OTD_ENSEMBLE.model();
    assertThatThrownBy(() -> new Component("mdn", model.spec(), 1, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("members: none (expected: at least one)");
    assertThatThrownBy(() -> component(model, "mdn", 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("weight of component mdn: 0.0 (expected: > 0, at most 1)");
  }

  private static Component component(TrainedModel model, String name, double weight) {
    return new Component(name, model.spec(), weight, model.members());
  }

  private static TrainedModel pool(TrainedModel model, Component... components) {
    return new TrainedModel(
        List.of(components),
        model.schema(),
        model.calibration(),
        model.seed(),
        model.metrics(),
        model.provenance());
  }

  private static Member member(TrainedModel model, double factor) {
    return new Member(model.members().get(0).values(), new SpreadCalibration(factor));
  }
}
