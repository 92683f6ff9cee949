package io.otd.train.report;

import io.otd.core.metrics.Draws;
import io.otd.core.schema.TableSchema;
import io.otd.core.trained.Provenance;
import io.otd.core.trained.TrainingSnapshot;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The report of one training run on a table.
 *
 * @param title of the page, e.g. the name of the data set
 * @param schema the columns
 * @param sizes rows of each part
 * @param settings of the run, as the configuration would say them
 * @param histories the training curves of each member, oldest first, possibly none
 * @param draws predictions of the test rows, {@code [K, n, d_y]}, in the target's units
 * @param observed of the test rows, {@code [n][d_y]}, in the target's units
 * @param metrics by name, e.g. {@code test.rmse}
 * @param provenance where the model comes from
 */
public record RunReport(
    String title,
    TableSchema schema,
    SplitSizes sizes,
    Map<String, String> settings,
    List<List<TrainingSnapshot.Point>> histories,
    Draws draws,
    double[][] observed,
    Map<String, Double> metrics,
    Provenance provenance) {
  /** Metrics that stand at the top, by the end of their names, with what they mean. */
  private static final Map<String, String> HEADLINES = headlines();

  private static final String METRIC_UNITS =
      "rmse, mae, energy_score, fit, dispersion, crps_empirical and width are in the target's units."
          + " picp, joint_picp and mace are shares of 1; relative_width is a share of the range of"
          + " the observed target. validation.standardized_energy_score is of the standardised"
          + " target; training.steps is a count, over all members.";

  /** Checks that predictions, observations and schema agree. */
  public RunReport {
    if (draws.outputs() != schema.targets().size() || draws.rows() != observed.length) {
      throw new IllegalArgumentException(
          "draws of %d rows and %d outputs (expected: %d rows, %d outputs)"
              .formatted(draws.rows(), draws.outputs(), observed.length, schema.targets().size()));
    }
  }

  private static Map<String, String> headlines() {
    Map<String, String> result = new LinkedHashMap<>();
    result.put("rmse", "root mean squared error of the mean");
    result.put("mae", "mean absolute error of the mean");
    result.put("energy_score", "energy score; lower is better");
    result.put("mace", "mean error of the coverage; 0 is calibrated");
    return result;
  }

  /**
   * Writes the page.
   *
   * @param file an HTML file; replaced if it exists
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    new HtmlReport(page()).write(file);
  }

  /** What the page says. */
  public Page page() {
    List<Page.Section> sections = new ArrayList<>();
    sections.add(Page.Section.of("Test metrics", new Block.Tiles(tiles())));
    for (int j = 0; j < schema.targets().size(); j++) {
      String target = schema.targets().get(j).name();
      TestPredictions test = TestPredictions.of(target, draws, observed, j);
      sections.add(
          Page.Section.of(
              "Predictive distributions of " + target,
              new Block.Figures(true, List.of(test.examples())),
              new Block.Figures(false, test.figures())));
    }
    List<Block.Figure> curves = curves();
    if (!curves.isEmpty()) {
      sections.add(Page.Section.of("Training", new Block.Figures(false, curves)));
    }
    sections.add(Page.Section.of("All metrics", metricTable()));
    sections.add(
        Page.Section.of(
            "How it was made",
            new Block.Settings("Data", true, data()),
            columnTable(),
            new Block.Settings("Settings", false, settings),
            new Block.Settings("Provenance", false, origin())));
    return new Page(title, subtitle(), sections);
  }

  private String subtitle() {
    return "Prediction of %s from %d columns; trained %s with OTD %s"
        .formatted(
            String.join(", ", schema.targetNames()),
            schema.inputs().size(),
            provenance.created(),
            provenance.otdVersion());
  }

  private List<Block.Tile> tiles() {
    List<Block.Tile> tiles = new ArrayList<>();
    HEADLINES.forEach(
        (end, meaning) ->
            metrics.forEach(
                (name, value) -> {
                  if (name.equals(end) || name.equals("test." + end)) {
                    tiles.add(new Block.Tile(name, Numbers.brief(value), meaning));
                  }
                }));
    tiles.add(
        new Block.Tile(
            "test rows", Numbers.brief(draws.rows()), draws.draws() + " draws for each"));
    return tiles;
  }

  private Block.Table metricTable() {
    List<List<Block.Cell>> rows =
        metrics.entrySet().stream()
            .map(
                m -> List.of(Block.Cell.of(m.getKey()), Block.Cell.of(Numbers.brief(m.getValue()))))
            .toList();
    return new Block.Table(List.of("metric", "value"), rows, METRIC_UNITS);
  }

  private Block.Table columnTable() {
    List<List<Block.Cell>> rows = new ArrayList<>();
    schema.inputs().forEach(c -> rows.add(row(c.name(), c.kind(), c.description())));
    schema.targets().forEach(c -> rows.add(row(c.name(), "target", c.description())));
    return new Block.Table(
        List.of("column", "kind", "as the network sees it"),
        rows,
        "Fitted on the training rows. In brackets: values beyond count as the nearest bound.");
  }

  private static List<Block.Cell> row(String... texts) {
    return Arrays.stream(texts).map(Block.Cell::of).toList();
  }

  private List<Block.Figure> curves() {
    List<Block.Figure> figures = new ArrayList<>();
    for (int m = 0; m < histories.size(); m++) {
      if (!histories.get(m).isEmpty()) {
        String member = histories.size() == 1 ? "" : "Member %d. ".formatted(m + 1);
        figures.add(curves(member, histories.get(m)));
      }
    }
    return figures;
  }

  private static Block.Figure curves(String member, List<TrainingSnapshot.Point> history) {
    return new Block.Figure(
        new TrainingCurves(Canvas.of(""), "standardised")
            .draw(
                values(history, TrainingSnapshot.Point::step),
                values(history, TrainingSnapshot.Point::fit),
                values(history, TrainingSnapshot.Point::dispersion),
                values(history, TrainingSnapshot.Point::action),
                values(history, TrainingSnapshot.Point::validation)),
        member
            + "Both terms of the training loss, their difference and the validation score; below,"
            + " the kinetic action of the mask flow.");
  }

  private static double[] values(
      List<TrainingSnapshot.Point> history, ToDoubleFunction<TrainingSnapshot.Point> of) {
    return history.stream().mapToDouble(of).toArray();
  }

  private Map<String, String> data() {
    Map<String, String> data = new LinkedHashMap<>();
    data.put("training rows", Numbers.brief(sizes.training()));
    data.put("validation rows", Numbers.brief(sizes.validation()));
    data.put("test rows", Numbers.brief(sizes.test()));
    data.put("SHA-256 of the data", provenance.dataHash());
    return data;
  }

  private Map<String, String> origin() {
    Map<String, String> origin = new LinkedHashMap<>();
    origin.put("trained", provenance.created());
    origin.put("OTD", provenance.otdVersion() + " (commit " + provenance.commit() + ")");
    origin.put("TensorFlow", provenance.tensorflowVersion());
    origin.put("Java", provenance.javaVersion());
    origin.put("native flags", provenance.flags());
    return origin;
  }
}
