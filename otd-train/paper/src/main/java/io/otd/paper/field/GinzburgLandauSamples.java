// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.core.internal.text.NumberText;
import io.otd.core.metrics.ErrorFields;
import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.ResultTable;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Samplers;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.train.internal.page.Block;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
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
  public List<Figure> figures(List<Trained> runs, Samplers samplers, Scale scale) {
    return new FieldFigures(data(scale)).samples(runs.get(0), samplers);
  }

  /** For the first seed: the paper's samples if they are among the test fields, otherwise all. */
  @Override
  public List<ResultTable> tables(List<Trained> runs, Samplers samplers, Scale scale) {
    FieldData data = data(scale);
    FieldErrors errors;
    try (Sampler sampler = samplers.open(runs.get(0))) {
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
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (int i = 0; i < means.size(); i++) {
      ErrorFields.Averages m = means.get(i);
      double[] values = {
        m.epsilonF(), m.epsilonD(), m.score(), m.meanError(), m.standardDeviation()
      };
      rows.add(row(data, errors.cases()[i], values, paper ? PRINTED.get(i).means() : null));
    }
    return table(MEANS, rows, paper);
  }

  private Block.Table points(FieldErrors errors, boolean paper) {
    FieldErrors.Pair[] pairs = FieldErrors.Pair.values();
    double[][] ranks = Arrays.stream(pairs).map(errors::acrossPoints).toArray(double[][]::new);
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (int i = 0; i < errors.cases().length; i++) {
      int place = i;
      double[] values = Arrays.stream(ranks).mapToDouble(r -> r[place]).toArray();
      rows.add(row(null, errors.cases()[i], values, paper ? PRINTED.get(i).ranks() : null));
    }
    return table(Arrays.stream(pairs).map(p -> "\u03c1(" + p.label() + ")").toList(), rows, paper);
  }

  private static Block.Table across(FieldErrors all, FieldErrors shown, boolean paper) {
    List<String> head = new ArrayList<>(List.of("fields"));
    List<Block.Cell> cells = new ArrayList<>(List.of(Block.Cell.of("all " + all.cases().length)));
    List<Block.Cell> few = new ArrayList<>(List.of(Block.Cell.of("the 16 above")));
    for (FieldErrors.Pair pair : FieldErrors.Pair.values()) {
      head.add("\u03c1(" + pair.label() + ")");
      cells.add(Block.Cell.of(number(all.acrossCases(pair))));
      few.add(Block.Cell.of(number(shown.acrossCases(pair))));
    }
    return new Block.Table(head, paper ? List.of(cells, few) : List.of(cells), "");
  }

  private static Block.Table table(List<String> names, List<List<Block.Cell>> rows, boolean paper) {
    List<String> head = new ArrayList<>(List.of("field"));
    head.addAll(names);
    return new Block.Table(
        head, rows, "First seed." + (paper ? " The paper's figures in brackets." : ""));
  }

  private static List<Block.Cell> row(
      @Nullable FieldData data, int index, double[] values, @Nullable List<Double> printed) {
    List<Block.Cell> cells = new ArrayList<>();
    String name = String.format(Locale.ROOT, "%05d", index);
    cells.add(
        Block.Cell.of(
            data == null
                ? name
                : name + ", \u03bc = " + NumberText.brief(data.fields().parameters()[index][0])));
    IntStream.range(0, values.length)
        .mapToObj(
            j ->
                Block.Cell.of(
                    number(values[j])
                        + (printed == null ? "" : " (" + number(printed.get(j)) + ")")))
        .forEach(cells::add);
    return cells;
  }

  private static String number(double value) {
    return NumberText.fixed(value, 4);
  }
}
