// SPDX-License-Identifier: Apache-2.0
package io.otd.train.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.mask.Bernoulli;
import io.otd.core.internal.mask.LowLatent;
import io.otd.core.internal.network.Mlp;
import io.otd.core.internal.optimizer.ParameterAverage;
import io.otd.core.internal.optimizer.Schedule;
import io.otd.table.problem.InputException;
import io.otd.train.internal.network.BatchRule;
import io.otd.train.internal.network.TrainingSettings;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DerivedSettingsTest {
  private static Settings of(String yaml) {
    return new SettingsReader().text(yaml, "run.yaml").settings();
  }

  @Test
  void settings_are_converted_to_training_settings_and_a_model_spec() {
    Settings s = of("training: {schedule: cosine, steps: 30, batch: 4, warm_up_steps: 5}");
    assertThat(s.trainingSettings(9).schedule())
        .isEqualTo(new Schedule.WarmUp(5, new Schedule.Cosine(1e-2, 25, 0)));
    assertThat(s.trainingSettings(9).loss()).isEqualTo(new EnergyScore(8));
    assertThat(s.trainingSettings(9).action()).isEqualTo(new KineticAction(2, 0.01));
    assertThat(((Mlp) s.modelSpec(3, 2).network()).hidden()).containsExactly(64, 64, 64);
    assertThat(s.trainingSettings(9).optimizer().average()).isEqualTo(new ParameterAverage(0.995));
  }

  /** The root of 256 is 16. */
  @Test
  void a_large_table_gets_more_steps_and_a_smaller_action_weight() {
    TrainingSettings small = of("").trainingSettings(1000);
    assertThat(small.steps()).isEqualTo(4000);
    assertThat(small.patience()).isEqualTo(1500);
    TrainingSettings large = of("").trainingSettings(256_000);
    assertThat(large.steps()).isEqualTo(32_000);
    assertThat(large.patience()).isEqualTo(8000);
    assertThat(of("training: {batch: 64}").trainingSettings(256_000).steps()).isEqualTo(64_000);
    assertThat(small.action()).isEqualTo(new KineticAction(2, 0.01));
    assertThat(of("").trainingSettings(1001).action()).isEqualTo(new KineticAction(2, 0.01));
    assertThat(large.action()).isEqualTo(new KineticAction(2, 3.9e-5));
    TrainingSettings given = of("training: {steps: 50, patience: 7}").trainingSettings(500_000);
    assertThat(given.steps()).isEqualTo(50);
    assertThat(given.patience()).isEqualTo(7);
  }

  @Test
  void a_batch_holds_rows_or_whole_cases_with_or_without_their_own_masks() {
    assertThat(of("").trainingSettings(20_000, 1).batch()).isEqualTo(new BatchRule.Rows(64));
    assertThat(of("").trainingSettings(20_001, 1).batch()).isEqualTo(new BatchRule.Rows(128));
    assertThat(of("").trainingSettings(9, 256).batch()).isEqualTo(new BatchRule.Rows(256));
    String fields = "data: {fields: f.npz}\n";
    Settings byCase = of(fields + "training: {batch_of: cases}");
    assertThat(byCase.trainingSettings(9, 256).batch()).isEqualTo(new BatchRule.Cases(8, true));
    assertThat(byCase.trainingSettings(9, 4096).batch()).isEqualTo(new BatchRule.Cases(1, true));
    assertThat(
            of(fields + "training: {batch_of: cases, batch: 2}\nmasks: {per_case: false}")
                .trainingSettings(9, 256)
                .batch())
        .isEqualTo(new BatchRule.Cases(2, false));
    assertThat(of("training: {batch: 0}").trainingSettings(9, 256).batch())
        .isEqualTo(new BatchRule.Rows(0));
  }

  @Test
  void a_model_is_trained_further_on_a_table_without_folds() {
    Settings folds = of("data: {folds: 5, fold: 1, repeats: 3, repeat: 2}");
    DataSettings further = folds.further(Path.of("run"), List.of("otd")).data();
    assertThat(further.folds()).isEmpty();
    assertThat(further.fold()).isEmpty();
    assertThat(further.repeats()).isEqualTo(1);
    assertThat(further.repeat()).isZero();
  }

  @Test
  void settings_incompatible_with_fields_are_reported() {
    assertThatThrownBy(
            () -> of("data: {fields: f.npz, file: t.csv, group: g, holdout: chronological}"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("t.csv (expected: null if data.fields is given)")
        .hasMessageContaining("data.group: g (expected: null if data.fields is given")
        .hasMessageContaining("data.holdout: chronological (expected: random if data.fields");
    assertThatThrownBy(() -> of("training: {batch_of: cases}"))
        .hasMessageContaining("training.batch_of: cases (expected: rows if data.fields is null)");
  }

  @Test
  void weights_in_a_column_that_is_named_elsewhere_are_reported() {
    assertThatThrownBy(() -> of("data: {weight: w, ignore: [v, w]}"))
        .isInstanceOf(InputException.class)
        .hasMessage("data.weight: w (expected: a column that is not in data.ignore)");
    assertThatThrownBy(
            () ->
                of(
                    "data: {weight: w}\ncolumns: {numeric: [w]}\ncalibration: {by: [w]}\n"
                        + "evaluation: {coverage_by: [w]}"))
        .hasMessageContaining("columns.numeric: w (expected: not data.weight)")
        .hasMessageContaining("calibration.by: w (expected: not data.weight)")
        .hasMessageContaining("evaluation.coverage_by: w (expected: not data.weight)");
  }

  @ParameterizedTest
  @CsvSource({"100, 5", "2199, 5", "2200, 6", "2800, 7", "3799, 9", "3800, 10", "20000, 10"})
  void about_400_rows_are_held_out_or_a_fifth_or_a_tenth(int rows, int parts) {
    assertThat(of("").memberPlan(rows, rows).validationFraction()).isEqualTo(1.0 / parts);
  }

  @Test
  void rows_in_groups_count_by_their_groups() {
    assertThat(of("").memberPlan(20_000, 50)).isEqualTo(new MemberPlan(5, true, .2));
    assertThat(of("").memberPlan(20_000, 2800)).isEqualTo(new MemberPlan(5, true, 1.0 / 7));
  }

  @Test
  void small_tables_get_five_members_holding_out_a_part_each_and_large_ones_one() {
    assertThat(of("").memberPlan(2000, 2000)).isEqualTo(new MemberPlan(5, true, .2));
    assertThat(of("").memberPlan(20_000, 20_000)).isEqualTo(new MemberPlan(5, true, .1));
    assertThat(of("").memberPlan(20_001, 20_001)).isEqualTo(new MemberPlan(1, false, .1));
    assertThat(of("model: {members: 3}").memberPlan(50_000, 50_000))
        .isEqualTo(new MemberPlan(3, true, .1));
    assertThat(of("data: {validation: shared}").memberPlan(100, 100))
        .isEqualTo(new MemberPlan(1, false, .1));
    assertThat(of("data: {validation_fraction: 0.1}").memberPlan(100, 100))
        .isEqualTo(new MemberPlan(5, true, .1));
    assertThat(of("data: {validation_fraction: 0}").memberPlan(100, 100))
        .isEqualTo(new MemberPlan(5, false, 0));
    assertThat(Method.DEEP_ENSEMBLE.standard().memberPlan(100, 100))
        .isEqualTo(new MemberPlan(5, false, .1));
    assertThat(Method.OTD_0.standard().memberPlan(100, 100)).isEqualTo(new MemberPlan(5, true, .2));
    assertThat(Method.GAUSSIAN.standard().memberPlan(100, 100))
        .isEqualTo(new MemberPlan(1, false, .1));
  }

  @Test
  void masks_without_flow_have_no_action_and_deterministic_masks_take_one_draw() {
    Settings dropout = of("masks: {law: bernoulli, p: 0.9}");
    assertThat(((Bernoulli) dropout.modelSpec(1, 1).masks()).rate()).isEqualTo(1 - 0.9);
    assertThat(dropout.trainingSettings(9).action()).isEqualTo(KineticAction.NONE);
    assertThat(of("masks: {law: deterministic}").trainingSettings(9).loss().draws()).isEqualTo(1);
    Settings latent = of("masks: {law: low_latent}");
    assertThat(latent.trainingSettings(9).action()).isEqualTo(new KineticAction(2, 0.01));
  }

  @Test
  void zero_flow_steps_keep_the_action_so_that_otd_0_pairs_with_otd() {
    assertThat(of("masks: {steps: 0}").trainingSettings(9).action())
        .isEqualTo(of("").trainingSettings(9).action());
  }

  @Test
  void the_latent_width_applies_to_both_latent_variants() {
    Settings lifted = of("{model: {method: otd-low-latent}, masks: {latent: 5, lift: [7]}}");
    LowLatent law = (LowLatent) lifted.modelSpec(3, 1).masks();
    assertThat(law.width()).isEqualTo(5);
    assertThat(law.lift().hidden()).containsExactly(7);
    assertThat(law.code()).isEqualTo(of("").modelSpec(3, 1).masks());
    assertThat(lifted.modelSpec(3, 1).network().latentWidth()).isEqualTo(3 * 64);
    Settings beside = of("{model: {method: otd-conditional}, masks: {latent: 5}}");
    assertThat(beside.modelSpec(3, 1).network().latentWidth()).isEqualTo(5);
    assertThat(((Mlp) beside.modelSpec(3, 1).network()).backbone().linearPath()).isTrue();
    assertThatThrownBy(() -> of("{model: {network: conditional}, masks: {law: bernoulli}}"))
        .isInstanceOf(InputException.class)
        .hasMessageContaining("model, masks: codes next to the inputs");
  }

  @Test
  void otd_without_action_keeps_its_draws_with_zero_weight() {
    assertThat(Method.OTD_NO_ACTION.standard().trainingSettings(9).action())
        .isEqualTo(new KineticAction(2, 0));
  }

  @Test
  void one_seed_sets_both_the_split_and_the_training_seed() {
    Settings s = Settings.STANDARD.withSeed(9);
    assertThat(s.data().seed()).isEqualTo(9);
    assertThat(s.training().seed()).isEqualTo(9);
    assertThat(s.withSeed(0)).isEqualTo(Settings.STANDARD);
  }

  @Test
  void a_method_sets_the_defaults_and_a_file_overrides_them() {
    Settings dropout = new SettingsReader().text("model: {method: mc-dropout}", "a").settings();
    assertThat(dropout).isEqualTo(Method.MC_DROPOUT.standard());
    assertThat(dropout.masks().law()).isEqualTo(MaskSettings.Law.BERNOULLI);
    Settings own =
        new SettingsReader()
            .text("masks: {p: 0.8}\nmodel: {method: mc_dropout}", "a")
            .assignment("loss.draws=3")
            .settings();
    assertThat(own.masks().p()).isEqualTo(0.8);
    assertThat(own.loss().draws()).isEqualTo(3);
    assertThat(own.loss().type()).isEqualTo(LossSettings.Type.SQUARED_ERROR);
  }

  @Test
  void a_later_method_replaces_only_the_defaults_of_an_earlier_one() {
    String file = SettingsWriter.yaml(Method.MDN.standard());
    for (Method method : Arrays.stream(Method.values()).filter(m -> !m.grown()).toList()) {
      assertThat(
              new SettingsReader()
                  .text(file, "a")
                  .value(
                      "model.method",
                      List.of(method.name().toLowerCase(java.util.Locale.ROOT)),
                      "b")
                  .settings())
          .isEqualTo(method.standard());
    }
    Settings kept =
        new SettingsReader()
            .text(file, "a")
            .assignment("masks.p=0.7")
            .assignment("model.hidden=9,9")
            .assignment("model.method=mc_dropout")
            .settings();
    assertThat(kept.masks().p()).isEqualTo(0.7);
    assertThat(kept.model().hidden()).containsExactly(9, 9);
    assertThat(kept.model().output()).isEqualTo(ModelSettings.Output.DIRECT);
  }
}
