// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.ErrorFields;
import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.ResultTable;
import io.otd.paper.experiment.Runs;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Variant;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.PageTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * OTD field by field: errors, dispersions and their rank correlations (paper, "Results" of the
 * Ginzburg-Landau experiment).
 *
 * @implNote Two of the paper's tables of correlations across samples disagree under nearly the same
 *     caption: the first matches its 16 printed rows, the second may be over all 52 fields. Both
 *     are given.
 * @param options the fields and the batch
 */
public record GinzburgLandauSamples(FieldOptions options) implements FieldExperiment {
  private static final String OTD = "otd";

  private static final List<PrintedSample> PRINTED = PrintedSample.all();

  private static final List<String> MEANS =
      List.of("\u03b5F", "\u03b5D", "energy score", "mean error", "std. dev.");

  @Override
  public String id() {
    return "gl-samples";
  }

  @Override
  public List<Variant> variants(Scale scale) {
    return List.of(GinzburgLandauMethods.otd(OTD, "OTD", options.setting(scale), 1));
  }

  @Override
  public List<Claim> claims(SeedMeans means) {
    double fit = means.mean(OTD, "rank_points_fit_dispersion");
    return List.of(
        new Claim(
            "across fields \u03b5F and \u03b5D are strongly correlated: above 0.8",
            means.mean(OTD, "rank_cases_fit_dispersion") > .8),
        new Claim("across points \u03b5F and \u03b5D are correlated: above 0.5", fit > .5),
        new Claim(
            "\u03b5D says more about \u03b5F than the standard deviation about the error of"
                + " the mean",
            fit > means.mean(OTD, "rank_points_mean_deviation")));
  }

  @Override
  public List<Figure> figures(Runs runs, Scale scale) {
    return new FieldFigures(data(scale)).samples(runs.all().get(0), runs);
  }

  /** For the first seed: the paper's samples if they are among the test fields, otherwise all. */
  @Override
  public List<ResultTable> tables(Runs runs, Scale scale) {
    FieldData data = data(scale);
    FieldErrors errors;
    try (Sampler sampler = runs.sampler(runs.all().get(0))) {
      errors = FieldMeasures.errors(sampler, data, data.test(1));
    }
    boolean paper = scale.paperFields();
    FieldErrors shown = paper ? errors.at(places(errors.cases())) : errors;
    List<ResultTable> tables = new ArrayList<>();
    tables.add(new ResultTable("Field by field", means(data, shown, paper)));
    tables.add(
        new ResultTable("Rank correlations over the points of a field", points(shown, paper)));
    tables.add(new ResultTable("Rank correlations across fields", across(errors, shown, paper)));
    return tables;
  }

  private static int[] places(int[] cases) {
    return PRINTED.stream()
        .mapToInt(sample -> Arrays.binarySearch(cases, sample.field()))
        .toArray();
  }

  private static Block.Table means(FieldData data, FieldErrors errors, boolean paper) {
    List<ErrorFields.Averages> means = errors.averages();
    PageTable rows = new PageTable("field", MEANS);
    for (int i = 0; i < means.size(); i++) {
      ErrorFields.Averages m = means.get(i);
      double[] values = {
        m.epsilonF(), m.epsilonD(), m.score(), m.meanError(), m.standardDeviation()
      };
      int index = errors.cases()[i];
      rows.add(
          name(index) + ", \u03bc = " + NumberText.brief(data.fields().at().parameters()[index][0]),
          numbers(values, paper ? PRINTED.get(i).means() : null));
    }
    return rows.table(note(paper));
  }

  private static Block.Table points(FieldErrors errors, boolean paper) {
    double[][] ranks =
        Arrays.stream(FieldErrors.Pair.values()).map(errors::acrossPoints).toArray(double[][]::new);
    PageTable rows = new PageTable("field", pairs(pair -> "\u03c1(" + pair.label() + ")"));
    for (int i = 0; i < errors.cases().length; i++) {
      int place = i;
      double[] values = Arrays.stream(ranks).mapToDouble(r -> r[place]).toArray();
      rows.add(name(errors.cases()[i]), numbers(values, paper ? PRINTED.get(i).ranks() : null));
    }
    return rows.table(note(paper));
  }

  private static Block.Table across(FieldErrors all, FieldErrors shown, boolean paper) {
    PageTable rows =
        new PageTable("fields", pairs(pair -> "\u03c1(" + pair.label() + ")"))
            .add("all " + all.cases().length, pairs(pair -> number(all.acrossCases(pair))));
    if (paper) {
      rows.add("the 16 above", pairs(pair -> number(shown.acrossCases(pair))));
    }
    return rows.table("");
  }

  private static List<String> pairs(Function<FieldErrors.Pair, String> of) {
    return Arrays.stream(FieldErrors.Pair.values()).map(of).toList();
  }

  private static String note(boolean paper) {
    return "First seed." + (paper ? " The paper's figures in brackets." : "");
  }

  private static String name(int index) {
    return String.format(Locale.ROOT, "%05d", index);
  }

  private static List<String> numbers(double[] values, @Nullable List<Double> printed) {
    return IntStream.range(0, values.length)
        .mapToObj(
            j -> number(values[j]) + (printed == null ? "" : " (" + number(printed.get(j)) + ")"))
        .toList();
  }

  private static String number(double value) {
    return NumberText.fixed(value, 4);
  }
}
