package io.otd.paper.curve;

import io.otd.core.trained.TrainingSnapshot;
import io.otd.paper.experiment.Bound;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Reference;
import io.otd.paper.experiment.Sampler;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The measures of the kinetic experiment: scores and masks as in the bimodal one, and the action.
 */
final class KineticMeasures {
  /** The last tenth of the training curve, whose points are means over as many steps each. */
  private static final int PART = 10;

  static final List<Measure> LIST =
      Stream.concat(
              BimodalMeasures.SCORES.stream(),
              Stream.of(
                  new Measure(
                      "action", "kinetic action A, mean over the last tenth of the training"),
                  new Measure("displacement", "half E|z1 \u2212 z0|\u00b2"),
                  new Measure(
                      "straightness", "half E|z1 \u2212 z0|\u00b2 over A, 1 for straight paths")))
          .toList();

  static final List<Reference> REFERENCES = references();

  private KineticMeasures() {}

  private static List<Reference> references() {
    List<Reference> all = new ArrayList<>();
    add(
        all,
        0,
        ".0208 \u00b1 .0006",
        null,
        "7.56 \u00b1 .48",
        around(7.56, 1.5),
        ".311 \u00b1 .004");
    add(
        all,
        1e-5,
        ".0208 \u00b1 .0005",
        null,
        "5.77 \u00b1 .50",
        around(5.77, 1.5),
        ".404 \u00b1 .012");
    add(
        all,
        1e-4,
        ".0207 \u00b1 .0005",
        null,
        "3.95 \u00b1 .19",
        around(3.95, 1.5),
        ".544 \u00b1 .014");
    add(
        all,
        1e-3,
        ".0220 \u00b1 .0018",
        null,
        "1.92 \u00b1 .12",
        around(1.92, 1.5),
        ".661 \u00b1 .032");
    add(
        all,
        1e-2,
        ".0249 \u00b1 .0029",
        null,
        ".758 \u00b1 .015",
        around(.758, 1.5),
        ".802 \u00b1 .013");
    add(
        all,
        1e-1,
        ".0324 \u00b1 .0029",
        Bound.atLeast(.028),
        ".044 \u00b1 .013",
        around(.0441, 2.5),
        ".903 \u00b1 .005");
    add(
        all,
        1,
        ".0414 \u00b1 .0008",
        null,
        ".0006 \u00b1 .0002",
        around(.0006, 2.5),
        ".975 \u00b1 .002");
    return List.copyOf(all);
  }

  private static void add(
      List<Reference> all,
      double weight,
      String score,
      @Nullable Bound scores,
      String action,
      Bound actions,
      String straightness) {
    String name = Kinetic.name(weight);
    all.add(new Reference(name, "energy_score", "", score, scores, null));
    all.add(new Reference(name, "action", "", action, actions, null));
    all.add(Reference.only(name, "straightness", "", straightness));
  }

  /** Within a factor. */
  private static Bound around(double value, double factor) {
    return new Bound(value / factor, value * factor);
  }

  static Map<String, Double> of(List<TrainingSnapshot.Point> history, Sampler sampler) {
    Map<String, Double> values = new LinkedHashMap<>();
    BimodalMeasures.putScores(values, sampler);
    double action =
        history
            .subList(history.size() - (history.size() + PART - 1) / PART, history.size())
            .stream()
            .mapToDouble(TrainingSnapshot.Point::action)
            .average()
            .orElseThrow();
    double displacement = sampler.masks(BimodalMeasures.BATCHES_AT_ZERO, 0).displacement();
    values.put("action", action);
    values.put("displacement", displacement);
    values.put("straightness", displacement / action);
    return values;
  }
}
