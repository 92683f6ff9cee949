// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Figures;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Samplers;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * One setting of OTD varied (paper, "Sensitivity to the integration depth and Concrete
 * temperature").
 *
 * @implNote The paper does not say how many fields these studies train on, nor the action's weight.
 *     Its numbers are better than those of the study of the components, which uses half of the
 *     fields; therefore all fields are used here. Everything else is as in that study.
 * @param options the fields and the batch
 * @param setting what is varied
 */
public record GinzburgLandauSweep(FieldOptions options, Setting setting)
    implements FieldExperiment {
  /** The varied parameter. */
  @SuppressWarnings("ImmutableEnumChecker") // immutable lists of numbers, made by List.of
  public enum Setting {
    /** L, the Euler steps of the flow. */
    STEPS(
        "gl-steps",
        "Steps of the flow",
        "OTD with 0, 1, 2 and 4 Euler steps: how many does the flow need?",
        "steps L of the flow",
        "L",
        List.of(0.0, 1.0, 2.0, 4.0)),
    /** tau, the temperature of the reference. */
    TEMPERATURE(
        "gl-temperature",
        "Temperature of the reference",
        "OTD with reference temperatures of 0.05, 0.1, 0.5 and 1: should the masks start"
            + " nearly binary or smooth?",
        "temperature \u03c4",
        "tau",
        List.of(.05, .1, .5, 1.0));

    private final String id;
    private final String title;
    private final String question;
    private final String axis;
    private final String word;
    private final List<Double> values;

    Setting(
        String id, String title, String question, String axis, String word, List<Double> values) {
      this.id = id;
      this.title = title;
      this.question = question;
      this.axis = axis;
      this.word = word;
      this.values = values;
    }

    private String name(double value) {
      return word.toLowerCase(Locale.ROOT) + "-" + Variant.number(value);
    }

    private List<String> names() {
      return values.stream().map(this::name).toList();
    }
  }

  /** The steps of the flow varied. */
  public static GinzburgLandauSweep steps(FieldOptions options) {
    return new GinzburgLandauSweep(options, Setting.STEPS);
  }

  /** The temperature of the reference varied. */
  public static GinzburgLandauSweep temperature(FieldOptions options) {
    return new GinzburgLandauSweep(options, Setting.TEMPERATURE);
  }

  @Override
  public String id() {
    return setting.id;
  }

  @Override
  public String title() {
    return setting.title;
  }

  @Override
  public String question() {
    return setting.question;
  }

  @Override
  public String reproduces() {
    return "table of RMSE, MAE, energy score and MACE by the " + setting.axis;
  }

  @Override
  public int draws(Scale scale) {
    return scale.draws(128);
  }

  @Override
  public List<Variant> variants(Scale scale) {
    FieldModels models = GinzburgLandauComponents.models(options, scale, 1);
    Function<Double, Variant> variant =
        switch (setting) {
          case STEPS ->
              value ->
                  models.otd(
                      setting.name(value),
                      "L = " + value.intValue(),
                      value.intValue(),
                      1,
                      GinzburgLandauComponents.WEIGHT);
          case TEMPERATURE ->
              value ->
                  models.otd(
                      setting.name(value),
                      "\u03c4 = " + Variant.number(value),
                      GinzburgLandauComponents.STEPS,
                      value,
                      GinzburgLandauComponents.WEIGHT);
        };
    return setting.values.stream().map(variant).toList();
  }

  @Override
  public List<Claim> claims(SeedMeans means, Scale scale) {
    double[] scores = of(means, "energy_score");
    double[] mace = of(means, "mace");
    return switch (setting) {
      case STEPS ->
          List.of(
              new Claim(
                  "the main gain is from L = 0 to 1: the energy score falls by more than from 1 to"
                      + " 4",
                  scores[0] - scores[1] > scores[1] - scores[3]),
              new Claim("the MACE of L = 0 is the largest", mace[0] > max(mace, 1)),
              new Claim("four steps are no worse than one", scores[3] <= scores[1]));
      case TEMPERATURE ->
          List.of(
              new Claim("\u03c4 = 1 has a smaller energy score than 0.05", scores[3] < scores[0]),
              new Claim("\u03c4 = 1 has a smaller MACE than 0.05", mace[3] < mace[0]));
    };
  }

  private double[] of(SeedMeans means, String measure) {
    return setting.names().stream().mapToDouble(n -> means.mean(n, measure)).toArray();
  }

  private static double max(double[] values, int from) {
    return IntStream.range(from, values.length).mapToDouble(i -> values[i]).max().orElseThrow();
  }

  @Override
  public List<Figure> figures(List<Trained> runs, Samplers samplers, Scale scale) {
    Figures.Setting axis =
        new Figures.Setting(
            setting.axis,
            setting.word,
            setting == Setting.TEMPERATURE,
            setting.values,
            setting.names());
    List<Figure> figures = new ArrayList<>();
    for (Measure measure : FieldMeasures.SCORES) {
      figures.add(
          Figures.sweep(runs, axis, measure, measure.label() + " by the " + setting.axis + "."));
    }
    return figures;
  }
}
