// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.SpreadCalibration;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrainedModelTest {
  @Test
  void the_error_of_the_mean_grows_as_draws_are_scaled_down() {
    TrainedModel model = TestModels.OTD_ENSEMBLE.model();
    TrainedModel scaled =
        new TrainedModel(
            model.spec(),
            model.schema(),
            Calibration.of(new SpreadCalibration(.5)),
            List.of(member(model, .1), member(model, .2)),
            model.seed(),
            model.metrics(),
            model.provenance());
    // 1/f^2: 100 and 25, their mean 62.5; over 250 draws .25, its root .5; over the pool's factor.
    assertThat(scaled.errorOfMean(250)).isCloseTo(1, within(1e-12));
  }

  @Test
  void a_pool_has_no_single_spec() {
    TrainedModel model = TestModels.OTD_ENSEMBLE.model();
    TrainedModel pool = pool(model, kind(model, "otd", .75), kind(model, "mdn", .25));
    assertThat(pool.pooled()).isTrue();
    assertThat(pool.size()).isEqualTo(model.size());
    assertThatThrownBy(pool::spec)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("a pool of [otd, mdn] (expected: networks of one kind)");
    assertThatThrownBy(pool::members).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void refuses_a_pool_of_mismatched_kinds() {
    TrainedModel model = TestModels.OTD_ENSEMBLE.model();
    int members = model.size();
    assertThatThrownBy(() -> pool(model))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("kinds: none (expected: at least one)");
    assertThatThrownBy(() -> pool(model, kind(model, "otd", .75), kind(model, "mdn", .5)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("sum of the weights: 1.25 (expected: 1)");
    TrainedKind fewer =
        new TrainedKind("mdn", model.spec(), .25, model.members().subList(0, members - 1));
    assertThatThrownBy(() -> pool(model, kind(model, "otd", .75), fewer))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("members of kind mdn: %d (expected: %d)".formatted(members - 1, members));
  }

  @Test
  void refuses_a_kind_without_members_or_weight() {
    TrainedModel model = TestModels.OTD_ENSEMBLE.model();
    assertThatThrownBy(() -> new TrainedKind("mdn", model.spec(), 1, List.of()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("members: none (expected: at least one)");
    assertThatThrownBy(() -> kind(model, "mdn", 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("weight of kind mdn: 0.0 (expected: > 0, at most 1)");
  }

  private static TrainedKind kind(TrainedModel model, String name, double weight) {
    return new TrainedKind(name, model.spec(), weight, model.members());
  }

  private static TrainedModel pool(TrainedModel model, TrainedKind... kinds) {
    return new TrainedModel(
        List.of(kinds),
        model.schema(),
        model.calibration(),
        model.seed(),
        model.metrics(),
        model.provenance());
  }

  private static TrainedMember member(TrainedModel model, double factor) {
    return new TrainedMember(model.members().get(0).weights(), new SpreadCalibration(factor));
  }
}
