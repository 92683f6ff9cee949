package io.otd.paper.field;

import io.otd.core.metrics.ErrorFields;
import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Reference;
import io.otd.paper.experiment.ResultTable;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.experiment.Samplers;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.train.report.Block;
import io.otd.train.report.Numbers;
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
 * @param source gives the fields
 */
public record GinzburgLandauSamples(FieldSource source) implements FieldExperiment {
  private static final String OTD = "otd";

  /** Of each sample: number, five means, four rank correlations over its points. */
  private static final double[][] PRINTED = {
    {0, .0242, .0253, .0116, .0167, .0268, .6290, .1138, .5881, .1264},
    {11, .0196, .0232, .0080, .0114, .0243, .6909, -.0576, .6559, -.0404},
    {36, .0192, .0229, .0077, .0106, .0228, .7722, .1702, .7455, .1886},
    {50, .0257, .0277, .0118, .0167, .0274, .8393, .3215, .8049, .3426},
    {58, .0208, .0253, .0082, .0109, .0265, .8659, .3631, .8326, .3810},
    {77, .0257, .0288, .0113, .0171, .0286, .9168, .4516, .8773, .4826},
    {98, .0597, .0561, .0317, .0490, .0550, .9439, .7192, .9284, .7335},
    {116, .0295, .0351, .0120, .0164, .0339, .9083, .4198, .8886, .4286},
    {137, .0289, .0329, .0124, .0179, .0311, .9050, .4510, .8962, .4659},
    {160, .0464, .0431, .0249, .0360, .0398, .9314, .6722, .9289, .6747},
    {169, .0339, .0362, .0158, .0238, .0335, .8957, .5480, .8888, .5558},
    {187, .0564, .0622, .0253, .0403, .0664, .9229, .6190, .8966, .6525},
    {205, .1094, .1005, .0591, .0874, .0927, .9686, .8180, .9675, .8180},
    {229, .1368, .1160, .0788, .1163, .1093, .9688, .8185, .9631, .8225},
    {244, .1207, .0962, .0727, .0955, .0895, .9622, .7183, .9562, .7255},
    {255, .1876, .0925, .1414, .1647, .0874, .5934, .2675, .5639, .2925}
  };

  private static final List<String> MEANS =
      List.of("\u03b5F", "\u03b5D", "energy score", "mean error", "std. dev.");

  @Override
  public String id() {
    return "gl-samples";
  }

  @Override
  public String title() {
    return "Errors and dispersions field by field";
  }

  @Override
  public String question() {
    return "Does the dispersion of OTD tell which fields, and which places in a field, it gets"
        + " wrong?";
  }

  @Override
  public String reproduces() {
    return "tables per sample, rank correlations per pixel and across samples; maps of both terms";
  }

  @Override
  public List<Variant> variants(Scale scale) {
    return List.of(GinzburgLandauMethods.otd(OTD, "OTD", scale, 1));
  }

  @Override
  public List<Reference> references(Scale scale) {
    FieldErrors.Pair[] pairs = FieldErrors.Pair.values();
    List<String> across = List.of(".9765, .9263", ".9294, .5926", ".9735, .9095", ".9441, .6085");
    List<Reference> all = new ArrayList<>();
    for (int j = 0; j < pairs.length; j++) {
      all.add(Reference.only(OTD, "rank_cases_" + name(pairs[j]), across.get(j), ""));
    }
    for (int j = 0; j < pairs.length; j++) {
      int column = 1 + MEANS.size() + j;
      double mean = Arrays.stream(PRINTED).mapToDouble(row -> row[column]).average().orElse(0);
      all.add(
          Reference.only(
              OTD,
              "rank_points_" + name(pairs[j]),
              String.format(Locale.ROOT, "%.4f (of its 16)", mean),
              ""));
    }
    return all;
  }

  private static String name(FieldErrors.Pair pair) {
    return pair.name().toLowerCase(Locale.ROOT);
  }

  @Override
  public List<Claim> claims(SeedMeans means, Scale scale) {
    double fit = means.mean(OTD, "rank_points_fit_dispersion");
    return List.of(
        new Claim(
            "across fields \u03b5F and \u03b5D are strongly correlated: above .8",
            means.mean(OTD, "rank_cases_fit_dispersion") > .8),
        new Claim("across points \u03b5F and \u03b5D are correlated: above .5", fit > .5),
        new Claim(
            "\u03b5D tells more of \u03b5F than the standard deviation tells of the mean's error",
            fit > means.mean(OTD, "rank_points_mean_deviation")));
  }

  @Override
  public List<Figure> figures(List<Trained> runs, Samplers samplers, Scale scale) {
    return new FieldFigures(data(scale)).samples(runs.get(0), samplers);
  }

  /** Of the first seed: the paper's samples where they are among the test fields, else all. */
  @Override
  public List<ResultTable> tables(List<Trained> runs, Samplers samplers, Scale scale) {
    FieldData data = data(scale);
    FieldErrors errors;
    try (Sampler sampler = samplers.open(runs.get(0))) {
      errors = FieldMeasures.errors(sampler, data, data.test(1));
    }
    boolean paper = asInPaper(scale);
    FieldErrors shown = paper ? errors.at(places(errors.cases())) : errors;
    List<ResultTable> tables = new ArrayList<>();
    tables.add(new ResultTable("Field by field", means(data, shown, paper)));
    tables.add(
        new ResultTable("Rank correlations over the points of a field", points(shown, paper)));
    tables.add(new ResultTable("Rank correlations across fields", across(errors, shown, paper)));
    return tables;
  }

  private static int[] places(int[] cases) {
    return Arrays.stream(PRINTED)
        .mapToInt(row -> Arrays.binarySearch(cases, (int) row[0]))
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
      rows.add(row(data, errors.cases()[i], values, paper ? PRINTED[i] : null, 1));
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
      rows.add(row(null, errors.cases()[i], values, paper ? PRINTED[i] : null, 1 + MEANS.size()));
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
      @Nullable FieldData data, int index, double[] values, double @Nullable [] printed, int from) {
    List<Block.Cell> cells = new ArrayList<>();
    String name = String.format(Locale.ROOT, "%05d", index);
    cells.add(
        Block.Cell.of(
            data == null
                ? name
                : name + ", \u03bc = " + Numbers.brief(data.fields().parameters()[index][0])));
    IntStream.range(0, values.length)
        .mapToObj(
            j ->
                Block.Cell.of(
                    number(values[j])
                        + (printed == null ? "" : " (" + number(printed[from + j]) + ")")))
        .forEach(cells::add);
    return cells;
  }

  private static String number(double value) {
    return String.format(Locale.ROOT, "%.4f", value);
  }
}
