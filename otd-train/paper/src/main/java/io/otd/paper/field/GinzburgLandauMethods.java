package io.otd.paper.field;

import io.otd.paper.experiment.Claim;
import io.otd.paper.experiment.Figure;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Reference;
import io.otd.paper.experiment.Samplers;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * OTD beside dropout and a deterministic network (paper, "Accuracy, marginal calibration, and
 * sharpness").
 *
 * @implNote The temperature is that of the table, 1. Batches are of points of all fields. Of the
 *     paper's five intervals the relative width is shown beside it.
 * @param source gives the fields
 */
public record GinzburgLandauMethods(FieldSource source) implements FieldExperiment {
  static final String OTD = "otd";
  static final String DROPOUT = "dropout";
  static final String DETERMINISTIC = "deterministic";

  @Override
  public String id() {
    return "gl";
  }

  @Override
  public String title() {
    return "Ginzburg-Landau equilibrium fields";
  }

  @Override
  public String question() {
    return "Equilibria of a forced Ginzburg-Landau equation depend on one parameter. Networks learn"
        + " them from some values of it. Is OTD more accurate and sharper on the others than"
        + " dropout and a plain network with as many active units, and is its spread large where"
        + " its error is?";
  }

  @Override
  public String reproduces() {
    return "table of RMSE, MAE, energy score, MACE, coverage and widths; maps of predictions, errors"
        + " and dispersions; the fields";
  }

  /** The models of the main experiment. */
  static FieldModels models(Scale scale, double share) {
    FieldSetting setting = FieldSetting.of(scale);
    return new FieldModels(setting, setting.depth(5), 2000, share, setting.byPoint());
  }

  /** OTD as in the main experiment. */
  static Variant otd(String name, String label, Scale scale, double share) {
    return models(scale, share).otd(name, label, 5, 1, 1e-5);
  }

  @Override
  public List<Variant> variants(Scale scale) {
    FieldModels models = models(scale, 1);
    return List.of(
        models.deterministic(DETERMINISTIC), models.dropout(DROPOUT), otd(OTD, "OTD", scale, 1));
  }

  @Override
  public List<Reference> references(Scale scale) {
    List<Reference> all = new ArrayList<>();
    add(all, DETERMINISTIC, List.of(".163", ".070", ".070"));
    add(all, DROPOUT, List.of(".172", ".102", ".071", ".016"));
    add(all, OTD, List.of(".128", ".044", ".031", ".009"));
    double[] levels = {.5, .75, .8, .9, .95};
    String[] dropout = {"50.5 (.068)", "74.0 (.115)", "78.4 (.128)", "87.5 (.164)", "92.7 (.193)"};
    String[] otd = {"50.9 (.025)", "76.7 (.044)", "81.5 (.050)", "90.5 (.066)", "94.9 (.081)"};
    for (int i = 0; i < levels.length; i++) {
      interval(all, DROPOUT, levels[i], dropout[i]);
      interval(all, OTD, levels[i], otd[i]);
    }
    return all;
  }

  private static void add(List<Reference> all, String variant, List<String> paper) {
    for (int i = 0; i < paper.size(); i++) {
      all.add(Reference.only(variant, FieldMeasures.SCORES.get(i).name(), paper.get(i), ""));
    }
  }

  /** Coverage in per cent, relative width in brackets. */
  private static void interval(List<Reference> all, String variant, double level, String printed) {
    int space = printed.indexOf(' ');
    String covered =
        String.format(Locale.ROOT, "%.3f", Double.parseDouble(printed.substring(0, space)) / 100);
    all.add(Reference.only(variant, "picp_" + level, covered, ""));
    all.add(
        Reference.only(
            variant,
            "relative_width_" + level,
            printed.substring(space + 2, printed.length() - 1),
            ""));
  }

  @Override
  public List<Claim> claims(SeedMeans means, Scale scale) {
    List<Claim> claims = new ArrayList<>();
    for (Measure measure : FieldMeasures.SCORES.subList(0, 3)) {
      String name = measure.name();
      double otd = means.mean(OTD, name);
      claims.add(
          new Claim(
              "OTD has a smaller " + measure.label() + " than dropout and the plain network",
              otd < means.mean(DROPOUT, name) && otd < means.mean(DETERMINISTIC, name)));
    }
    claims.add(
        new Claim(
            "OTD has a smaller MACE than dropout",
            means.mean(OTD, "mace") < means.mean(DROPOUT, "mace")));
    claims.add(
        new Claim(
            "fields with larger errors have larger dispersion: rank correlation above .8",
            means.mean(OTD, "rank_cases_fit_dispersion") > .8));
    claims.add(
        new Claim(
            "points with larger errors have larger dispersion: rank correlation above .5 on the"
                + " average of the fields",
            means.mean(OTD, "rank_points_fit_dispersion") > .5));
    return claims;
  }

  @Override
  public List<Figure> figures(List<Trained> runs, Samplers samplers, Scale scale) {
    return new FieldFigures(data(scale)).methods(runs, samplers);
  }
}
