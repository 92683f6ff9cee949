// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.report;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.core.metrics.evaluation.Sparsification;
import io.otd.core.metrics.evaluation.SpearmanCorrelation;
import io.otd.core.schema.TableSchema;
import io.otd.table.internal.fields.FieldPoints;
import io.otd.table.problem.Quoted;
import io.otd.train.explanation.Explanation;
import io.otd.train.internal.chart.ErrorAgainstDispersion;
import io.otd.train.internal.chart.Selected;
import io.otd.train.internal.chart.SparsificationCurve;
import io.otd.train.internal.chart.TrainingCurves;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.HtmlReport;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.preparation.WeightColumn;
import io.otd.train.internal.result.Omissions;
import io.otd.train.internal.result.ReadMetrics;
import io.otd.train.internal.result.TestFields;
import io.otd.train.internal.result.TestResult;
import io.otd.train.internal.result.ValidationEstimate;
import io.otd.train.internal.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The report of one training run on a table.
 *
 * @param title of the page, e.g. the name of the data set
 * @param schema the columns
 * @param sizes rows of each part
 * @param settings of the run, as in the configuration
 * @param histories by component, the training curves of each of its networks, oldest first,
 *     possibly none
 * @param test predictions of the test rows, measured
 * @param calibration of the model
 * @param metrics by name, e.g. {@code test.rmse}
 * @param provenance of the model
 * @param explanation of the model on test rows, if there is one
 * @param fields the points of the fields that the rows are of; empty for a table
 */
public record RunReport(
    String title,
    TableSchema schema,
    SplitSizes sizes,
    Map<String, String> settings,
    Map<String, List<List<TrainingSnapshot.Point>>> histories,
    TestResult test,
    Calibration calibration,
    Map<String, Double> metrics,
    Provenance provenance,
    Optional<Explanation> explanation,
    Optional<FieldPoints> fields) {
  private static final String TEST = "test.";

  /** Checks that predictions, observations and schema agree. */
  public RunReport {
    if (test.rows().outputs().size() != schema.targets().size()
        || test.rows().rows() != test.numbers().length) {
      throw new IllegalArgumentException(
          "predictions of %s rows and %s outputs (expected: %s rows, %s outputs)"
              .formatted(
                  test.rows().rows(),
                  test.rows().outputs().size(),
                  test.numbers().length,
                  schema.targets().size()));
    }
  }

  private static final int FEWEST_ROWS = 20;
  private static final int MAX_POINTS = 2000;

  /**
   * Writes the page.
   *
   * @param file an HTML file; replaced if it exists
   * @throws IOException if it cannot be written
   */
  public void write(Path file) throws IOException {
    new HtmlReport(page()).write(file);
  }

  /** The contents of the page. */
  public Page page() {
    List<Page.Section> sections = new ArrayList<>();
    sections.add(Page.Section.of("Verdict", new Block.Findings(verdict().findings(), example())));
    sections.add(Page.Section.of("Test metrics", tiles(), testRows()));
    testFields().ifPresent(f -> sections.addAll(new FieldSections(f, targetTitles()).sections()));
    for (int j = 0; j < schema.targets().size(); j++) {
      TestPredictions predictions = predictions(j);
      sections.add(
          Page.Section.of(
              "Predictive distributions of " + schema.targets().get(j).name(),
              predictions.densities(),
              new Block.Figures(false, predictions.figures())));
    }
    test.scores()
        .byGroup()
        .forEach(
            (target, columns) ->
                sections.add(new GroupSection(target, columns, fields.isEmpty()).section()));
    errors().ifPresent(sections::add);
    if (fields.isEmpty()) {
      sections.add(
          Page.Section.of(
              "Worst rows",
              new WorstRows(schema.targetNames(), test.rows(), test.numbers()).table()));
    }
    new PoolSection(metrics).section().ifPresent(sections::add);
    explanation.ifPresent(
        why ->
            sections.addAll(new ExplanationSections(why, "test rows", schema.units()).sections()));
    new CalibrationEffect(calibration, test, fields.isEmpty())
        .section()
        .map(Page.Section::fold)
        .ifPresent(sections::add);
    List<Block.Figure> curves = curves();
    if (!curves.isEmpty()) {
      sections.add(Page.Section.of("Training", new Block.Figures(false, curves)).fold());
    }
    sections.add(Page.Section.of("All metrics", metricTable()).fold());
    sections.add(
        Page.Section.of(
                "How it was made",
                new Block.Settings("Data", true, data()),
                columnTable(),
                new Block.Settings("Settings", false, SettingWords.of(settings)),
                new Block.Settings("Provenance", false, origin()))
            .fold());
    return new Page(title, subtitle(), sections);
  }

  /** Of the first target; fields have pictures of their own. */
  private Optional<Block.Figure> example() {
    return fields.isEmpty() && test.examples().rows() > 0
        ? Optional.of(predictions(0).example())
        : Optional.empty();
  }

  /** What the test rows say about the model. */
  public Verdict verdict() {
    return new Verdict(
        schema.targetNames(), test.rows(), test.scores(), metrics, explanation, testFields());
  }

  private Optional<TestFields> testFields() {
    return fields.map(at -> new TestFields(at, test.rows(), test.numbers()));
  }

  private List<String> targetTitles() {
    return schema.targetNames().stream().map(titles()::of).toList();
  }

  private String subtitle() {
    return "Prediction of %s from %s; trained on %s with OTD %s"
        .formatted(
            String.join(", ", schema.targetNames()),
            NumberText.counted(schema.inputs().size(), "column"),
            provenance.created().split("T", 2)[0],
            provenance.otdVersion());
  }

  private Block.Tiles tiles() {
    List<String> names = schema.targetNames();
    String targets = names.size() == 1 ? names.get(0) : "each target";
    ReadMetrics shown = new ReadMetrics(shown());
    return new Block.Tiles(
        Score.HEADLINES.stream()
            .filter(score -> shown.find(TEST + score.name()).isPresent())
            .map(
                score ->
                    new Block.Tile(
                        score.title(), shown.withError(TEST + score.name()), score.note(targets)))
            .toList());
  }

  private Block.Text testRows() {
    return new Block.Text(
        "%s, %s draws for each.".formatted(tested(), test.examples().draws())
            + weighted()
            + Omissions.of(metrics)
                .map(left -> " The time of the run was bounded; " + left.text() + ".")
                .orElse("")
            + " After \u00b1: the standard error of a score, by which it varies from one sample of"
            + (fields.isEmpty() ? " as many rows to the next." : " as many fields to the next.")
            + ValidationEstimate.of(metrics)
                .map(v -> " Energy score of the validation: %s.".formatted(v.text()))
                .orElse(""));
  }

  private String tested() {
    return testFields()
        .map(
            f ->
                "%s of %s"
                    .formatted(
                        NumberText.counted(f.fields(), "test field"),
                        NumberText.counted(f.at().points(), "point")))
        .orElse(NumberText.counted(test.rows().rows(), "test row"));
  }

  /** Without what is wrong of points that depend on each other. */
  private Map<String, Double> shown() {
    return testFields().map(f -> f.metrics(metrics, TEST)).orElse(metrics);
  }

  private String weighted() {
    return WeightColumn.named(provenance.settings())
        .map(
            name ->
                " Scores and coverage are weighted by %s; figures show the rows as they are."
                    .formatted(Quoted.of(name)))
        .orElse("");
  }

  private TestPredictions predictions(int output) {
    return new TestPredictions(
        titles().of(schema.targets().get(output).name()),
        output,
        test.rows(),
        test.stored(schema.targetNames()),
        test.uncalibratedRows(),
        test.numbers(),
        test.examples().output(output),
        fields);
  }

  private ColumnTitles titles() {
    return new ColumnTitles(schema.units());
  }

  /** Whether the dispersion indicates the errors, if both vary. */
  private Optional<Page.Section> errors() {
    double[] error = test.rows().error();
    double[] dispersion = test.rows().dispersion();
    if (error.length < FEWEST_ROWS || !varies(error) || !varies(dispersion)) {
      return Optional.empty();
    }
    Sparsification curve = Sparsification.of(error, dispersion);
    int[] shown = Selected.places(error.length, MAX_POINTS);
    Canvas canvas = Canvas.of("");
    return Optional.of(
        Page.Section.of(
            "Errors and dispersion",
            new Block.Figures(
                false,
                List.of(
                    new Block.Figure(
                        new ErrorAgainstDispersion(
                                canvas, "dispersion" + unit(), "error of the mean" + unit())
                            .draw(
                                Selected.of(dispersion, shown),
                                Selected.of(error, shown),
                                texts(shown),
                                SpearmanCorrelation.of(dispersion, error)),
                        "Error of the mean over the dispersion of the draws. If they rise"
                            + " together, the dispersion shows which predictions to trust."),
                    new Block.Figure(
                        new SparsificationCurve(canvas).draw(curve),
                        "Mean error of the remaining rows when those of largest dispersion"
                            + " are removed. Area between the curve and the oracle (AUSE): %s."
                                .formatted(NumberText.brief(curve.ause())))))));
  }

  /** What each row says under the pointer. */
  private List<String> texts(int[] shown) {
    return Arrays.stream(shown)
        .mapToObj(
            i ->
                "%s\nerror: %s\ndispersion: %s"
                    .formatted(
                        new RowName(fields).of(test.numbers()[i]),
                        NumberText.brief(test.rows().error()[i]),
                        NumberText.brief(test.rows().dispersion()[i])))
        .toList();
  }

  /** Of the target, if there is one that has a unit. */
  private String unit() {
    String unit = schema.targets().size() == 1 ? schema.targets().get(0).unit() : "";
    return unit.isEmpty() ? "" : " (" + unit + ")";
  }

  private static boolean varies(double[] values) {
    return Arrays.stream(values).max().orElse(0) > Arrays.stream(values).min().orElse(0);
  }

  private Block.Table metricTable() {
    PageTable rows = new PageTable("metric", "value", "meaning");
    shown()
        .forEach(
            (name, value) ->
                rows.add(
                    name,
                    NumberText.brief(value),
                    new Block.Cell(Score.meaning(name), Block.Mark.WORDS)));
    return rows.table(String.join(". ", test.scores().notes()));
  }

  private Block.Table columnTable() {
    PageTable rows = new PageTable("column", "kind", "as the network sees it");
    schema.inputs().forEach(c -> rows.add(row(c.name(), c.kind(), c.description())));
    schema.targets().forEach(c -> rows.add(row(c.name(), "target", c.description())));
    return rows.table(
        "Fitted on the training rows. In brackets: the bounds; values beyond a bound are"
            + " clipped to it.");
  }

  private static List<Block.Cell> row(String... texts) {
    return Arrays.stream(texts).map(t -> new Block.Cell(t, Block.Mark.WORDS)).toList();
  }

  /** A figure for each component, with a line for each of its networks. */
  private List<Block.Figure> curves() {
    List<Block.Figure> figures = new ArrayList<>();
    histories.forEach(
        (component, networks) -> {
          List<List<TrainingSnapshot.Point>> begun =
              networks.stream().filter(points -> !points.isEmpty()).toList();
          if (!begun.isEmpty()) {
            figures.add(curves(component, begun));
          }
        });
    return figures;
  }

  private static Block.Figure curves(
      String component, List<List<TrainingSnapshot.Point>> networks) {
    return new Block.Figure(
        new TrainingCurves(Canvas.of(component), "standardised").drawAll(networks),
        (networks.size() == 1
                ? "The loss in training; below it, the energy score of the validation rows"
                : "The loss of %s networks in training; below it, the energy score of the rows that each holds out"
                    .formatted(networks.size()))
            + (flows(networks) ? ", and the kinetic action of the mask flow." : ".")
            + unbounded(networks.stream().flatMap(List::stream).toList()));
  }

  private static boolean flows(List<List<TrainingSnapshot.Point>> networks) {
    return networks.stream().flatMap(List::stream).anyMatch(p -> p.action() > 0);
  }

  private static String unbounded(List<TrainingSnapshot.Point> history) {
    long infinite = history.stream().filter(p -> Double.isInfinite(p.validation())).count();
    return infinite == 0
        ? ""
        : " %s of %s validation scores are infinite and not shown: a prediction was not finite."
            .formatted(infinite, history.size());
  }

  private Map<String, String> data() {
    Map<String, String> data = new LinkedHashMap<>();
    data.put("training rows", NumberText.count(sizes.training()));
    data.put("validation rows", NumberText.count(sizes.validation()));
    data.put("test rows", NumberText.count(sizes.test()));
    if (sizes.calibration() > 0) {
      data.put("calibration rows", NumberText.count(sizes.calibration()));
    }
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
