// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Mlp;
import io.otd.paper.curve.Bimodal;
import io.otd.paper.curve.Capacity;
import io.otd.paper.curve.Kinetic;
import io.otd.paper.curve.Rom;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Reference;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.Variant;
import io.otd.paper.field.FieldOptions;
import io.otd.paper.field.GinzburgLandauComponents;
import io.otd.paper.field.GinzburgLandauMethods;
import io.otd.paper.field.GinzburgLandauSamples;
import io.otd.paper.field.LatentDimensions;
import io.otd.paper.field.SmallFields;
import io.otd.train.internal.network.BatchRule;
import io.otd.train.internal.network.TrainingSettings;
import java.util.Collections;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The tables of the paper's appendix "Experimental Details", line by line. */
class PaperSettingsTest {
  @Test
  void bimodal_settings_match_their_table() {
    Variant otd = new Bimodal().variants(Scale.PAPER).get(0);
    assertThat(otd.described())
        .containsEntry("hidden widths", "[8, 8]")
        .containsEntry("activation, first kernels", "GELU_TANH, HE_NORMAL")
        .hasEntrySatisfying("optimiser", text -> assertThat(text).startsWith("AdamW["))
        .containsEntry("steps", "50000");
    Transported law = (Transported) otd.model().masks();
    assertThat(law.reference().p()).isEqualTo(.5);
    assertThat(law.reference().temperature()).isEqualTo(1);
    assertThat(law.flow().steps()).isEqualTo(80);
    assertThat(law.flow().solver()).hasToString("HEUN");
    assertThat(law.flow().velocity().hidden()).containsExactly(4, 4);
    TrainingSettings s = otd.settings();
    assertThat(s.loss().draws()).isEqualTo(32);
    assertThat(s.action()).isEqualTo(new KineticAction(1, 1e-4));
    assertThat(s.optimizer().adamW().decay()).isEqualTo(1e-5);
    assertThat(s.schedule().rate(49_999)).isEqualTo(1e-3);
    assertThat(new Bimodal().rows().rows()).isEqualTo(64);
  }

  @Test
  void rom_settings_match_their_table() {
    List<Variant> variants = new Rom().variants(Scale.PAPER);
    Variant otd = variants.get(0);
    Transported law = (Transported) otd.model().masks();
    assertThat(law.flow().steps()).isEqualTo(80);
    assertThat(law.flow().solver()).hasToString("EULER");
    assertThat(law.flow().velocity().hidden()).containsExactly(2, 2);
    assertThat(otd.settings().loss().draws()).isEqualTo(64);
    assertThat(otd.settings().action()).isEqualTo(new KineticAction(1, 1e-5));
    assertThat(otd.settings().schedule().rate(0)).isEqualTo(1e-4);
    // 1 x 8 + 8, 8 x 8 + 8, 8 + 1: all parameters of a dropout network.
    assertThat(parameters(variants.get(1).model())).isEqualTo(97);
    assertThat(parameters(otd.model())).isEqualTo(97 + 17 * 2 + 2 + 2 * 2 + 2 + 2 * 16 + 16);
    assertThat(variants.stream().map(v -> v.settings().optimizer().penalty()).toList())
        .containsExactly(0.0, 1e-3, 1e-3, 0.0);
    assertThat(variants.get(1).settings().optimizer().adamW().decay()).isZero();
    assertThat(new Rom().rows().rows()).isEqualTo(128);
  }

  @Test
  void capacity_settings_match_their_table() {
    List<Variant> variants = new Capacity().variants(Scale.PAPER);
    assertThat(variants.stream().map(v -> mlp(v.model()).hidden()).toList())
        .containsExactly(List.of(4), List.of(8), List.of(16), List.of(32));
    for (Variant v : variants) {
      Transported law = (Transported) v.model().masks();
      assertThat(law.flow().steps()).isEqualTo(60);
      assertThat(law.flow().solver()).hasToString("HEUN");
      assertThat(law.flow().velocity().hidden()).containsExactly(4);
      assertThat(law.flow().velocity().activation()).hasToString("RELU");
      assertThat(mlp(v.model()).kernel()).hasToString("HE_UNIFORM");
      assertThat(v.settings().loss().draws()).isEqualTo(16);
      assertThat(v.settings().action()).isEqualTo(new KineticAction(8, 1e-8));
      assertThat(v.settings().schedule().rate(0)).isEqualTo(1e-2);
      assertThat(v.settings().steps()).isEqualTo(20_000);
    }
    assertThat(new Capacity().rows().rows()).isEqualTo(17);
  }

  @Test
  void the_kinetic_sweep_is_the_bimodal_experiment_with_other_weights() {
    Variant bimodal = new Bimodal().variants(Scale.PAPER).get(0);
    List<Variant> variants = new Kinetic().variants(Scale.PAPER);
    assertThat(variants.stream().map(Variant::name).toList())
        .containsExactly(
            "lambda-0",
            "lambda-1e-5",
            "lambda-1e-4",
            "lambda-1e-3",
            "lambda-1e-2",
            "lambda-1e-1",
            "lambda-1e0");
    assertThat(variants.stream().map(v -> v.settings().action().weight()).toList())
        .containsExactly(0.0, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1, 1.0);
    assertThat(variants).allSatisfy(v -> assertThat(v.model()).isEqualTo(bimodal.model()));
    assertThat(variants).allSatisfy(v -> assertThat(v.settings().steps()).isEqualTo(10_000));
  }

  /** 204 x 4096 rows are 12.75 batches of 65,536; 102 fields are 6.375. */
  @Test
  void field_settings_match_their_table() {
    List<Variant> methods = new GinzburgLandauMethods(SmallFields.OPTIONS).variants(Scale.PAPER);
    assertThat(methods.stream().map(v -> mlp(v.model()).hidden()).toList())
        .containsExactly(
            Collections.nCopies(5, 128), Collections.nCopies(5, 142), Collections.nCopies(5, 256));
    assertThat(methods)
        .allSatisfy(
            v -> {
              assertThat(v.settings().steps()).isEqualTo(25_500);
              assertThat(v.settings().schedule().rate(25_499)).isEqualTo(1e-3);
              assertThat(v.settings().optimizer().adamW().decay()).isEqualTo(1e-5);
              assertThat(v.described()).containsEntry("batch", "65536");
            });
    Transported law = (Transported) methods.get(2).model().masks();
    assertThat(law.flow().steps()).isEqualTo(5);
    assertThat(law.flow().velocity().hidden()).containsExactly(64, 64);
    assertThat(methods.get(2).settings().loss().draws()).isEqualTo(4);
    assertThat(methods.get(2).settings().action()).isEqualTo(new KineticAction(2, 1e-5));

    Variant otd = new GinzburgLandauComponents(SmallFields.OPTIONS).variants(Scale.PAPER).get(4);
    assertThat(mlp(otd.model()).hidden()).isEqualTo(Collections.nCopies(4, 256));
    assertThat(otd.settings().steps()).isEqualTo(5100);
    assertThat(otd.settings().action()).isEqualTo(new KineticAction(2, 1e-7));
    assertThat(otd.share()).isEqualTo(.5);
    assertThat(otd.settings().batch()).isEqualTo(new BatchRule.Cases(16, false));
    assertThat(
            new LatentDimensions(SmallFields.OPTIONS)
                .variants(Scale.PAPER).stream()
                    .map(v -> v.model().network().latentWidth())
                    .toList())
        .containsExactly(1536, 1536, 1536, 1536, 1536, 512, 128, 32);
  }

  /** The only differences: the number of points per step, and steps of points instead of fields. */
  @Test
  void the_large_scale_is_the_paper_scale_with_smaller_batches() {
    List<Experiment> points =
        List.of(
            new GinzburgLandauMethods(SmallFields.OPTIONS),
            new GinzburgLandauSamples(SmallFields.OPTIONS),
            new GinzburgLandauComponents(SmallFields.OPTIONS));
    for (Experiment experiment : points) {
      List<Variant> paper = experiment.variants(Scale.PAPER);
      List<Variant> large = experiment.variants(Scale.LARGE);
      assertThat(large).hasSameSizeAs(paper);
      for (int i = 0; i < paper.size(); i++) {
        assertThat(large.get(i).model()).isEqualTo(paper.get(i).model());
        assertThat(large.get(i).share()).isEqualTo(paper.get(i).share());
        assertThat(large.get(i).settings().steps()).isEqualTo(paper.get(i).settings().steps());
        assertThat(large.get(i).settings().schedule())
            .isEqualTo(paper.get(i).settings().schedule());
        assertThat(large.get(i).described()).containsEntry("batch", "1024");
      }
      assertThat(experiment.fields(Scale.LARGE)).isEqualTo(experiment.fields(Scale.PAPER));
      assertThat(experiment.asInPaper(Scale.LARGE)).isFalse();
    }
    FieldOptions few = new FieldOptions(SmallFields.SOURCE, OptionalInt.of(64));
    Experiment other = new GinzburgLandauMethods(few);
    assertThat(other.variants(Scale.PAPER))
        .allSatisfy(v -> assertThat(v.settings().steps()).isEqualTo(25_500))
        .allSatisfy(v -> assertThat(v.described()).containsEntry("batch", "64"));
    assertThat(other.asInPaper(Scale.PAPER)).isFalse();
  }

  @Test
  void every_reference_names_an_existing_variant_and_measure() {
    for (Experiment e : Experiments.all(SmallFields.OPTIONS)) {
      for (Scale scale : List.of(Scale.REDUCED, Scale.PAPER)) {
        List<String> variants = e.variants(scale).stream().map(Variant::name).toList();
        List<String> measures = e.measures().stream().map(Measure::name).toList();
        assertThat(e.description().references()).isNotEmpty();
        for (Reference r : e.description().references()) {
          assertThat(variants).contains(r.variant());
          assertThat(measures).contains(r.measure());
        }
      }
    }
  }

  private static int parameters(ModelSpec model) {
    return model.parameters().stream().map(Parameter::size).flatMapToInt(IntStream::of).sum();
  }

  private static Mlp mlp(ModelSpec model) {
    return (Mlp) model.network();
  }
}
