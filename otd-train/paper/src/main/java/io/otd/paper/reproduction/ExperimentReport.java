// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import io.otd.core.internal.text.NumberText;
import io.otd.paper.experiment.Experiment;
import io.otd.paper.experiment.Measure;
import io.otd.paper.experiment.Reference;
import io.otd.paper.experiment.ResultTable;
import io.otd.paper.experiment.Scale;
import io.otd.paper.experiment.SeedMeans;
import io.otd.paper.experiment.Trained;
import io.otd.paper.experiment.Variant;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.result.Spread;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The page of an experiment. */
public final class ExperimentReport {
  private ExperimentReport() {}

  /**
   * The page.
   *
   * @param result what was found
   * @param origin where and with what
   */
  static Page page(ExperimentResult result, Map<String, String> origin) {
    Experiment experiment = result.experiment();
    List<Page.Section> sections = new ArrayList<>();
    sections.add(Page.Section.of("Question", new Block.Text(experiment.description().question())));
    sections.add(besideThePaper(result));
    sections.add(
        Page.Section.of(
            "Pictures",
            new Block.Figures(
                false,
                result.figures().stream()
                    .map(f -> new Block.Figure(f.picture(), f.caption()))
                    .toList())));
    sections.add(Page.Section.of("All measures", measures(result)));
    for (ResultTable listing : result.tables()) {
      sections.add(Page.Section.of(listing.title(), listing.table()));
    }
    sections.add(new Page.Section("How it was made", made(result, origin)));
    return new Page(
        experiment.description().title(),
        "Reproduces: %s. Scale: %s; seeds: %s"
            .formatted(
                experiment.description().reproduces(),
                result.scale().label(),
                String.join(", ", result.seeds().stream().map(String::valueOf).toList())),
        sections);
  }

  /** Our numbers and the paper's, and whether its statements hold. */
  public static Page.Section besideThePaper(ExperimentResult result) {
    List<Block> blocks = new ArrayList<>();
    if (!result.asInPaper()) {
      blocks.add(new Block.Text(notJudged(result.scale())));
    }
    blocks.add(comparisonTable(result));
    if (!result.claims().isEmpty()) {
      List<List<Block.Cell>> rows =
          result.claims().stream()
              .map(c -> List.of(Block.Cell.of(c.statement()), holds(c.holds())))
              .toList();
      blocks.add(new Block.Table(List.of("statement", "here"), rows, ""));
    }
    return new Page.Section("Comparison with the paper", blocks);
  }

  /** The reason why numbers are not judged. */
  private static String notJudged(Scale scale) {
    return switch (scale) {
      case QUICK -> "Not judged: this scale cuts training short, to test that everything runs.";
      case REDUCED ->
          "Only the statements are judged, not the numbers: this scale is smaller than the"
              + " paper's.";
      case LARGE, PAPER ->
          "Only the statements are judged, not the numbers: a step sees fewer points than the"
              + " paper's.";
    };
  }

  private static Block.Cell holds(boolean holds) {
    return new Block.Cell(holds ? "holds" : "does not hold", mark(holds));
  }

  private static Block.Mark mark(boolean good) {
    return good ? Block.Mark.GOOD : Block.Mark.BAD;
  }

  /** Our values compared with those of others. */
  private static Block.Table comparisonTable(ExperimentResult result) {
    List<Comparison> comparisons = result.comparisons();
    List<String> head = List.of("measure", "ours", "verdict", "accepted", "paper", "JAX");
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (Comparison c : comparisons) {
      List<Block.Cell> row = new ArrayList<>();
      row.add(Block.Cell.of(name(c.reference(), result)));
      row.add(
          new Block.Cell(c.ours() == null ? "none" : shown(c.ours(), result), Block.Mark.STRONG));
      row.add(verdict(c.verdict()));
      row.add(Block.Cell.of(c.bound() == null ? "" : c.bound().text()));
      row.add(Block.Cell.of(c.reference().paper()));
      row.add(Block.Cell.of(c.reference().peer()));
      rows.add(row);
    }
    StringBuilder note = new StringBuilder("Mean \u00b1 standard deviation over the seeds.");
    if (comparisons.stream().anyMatch(c -> !c.reference().peer().isEmpty())) {
      note.append(
          " JAX: an independent implementation of the same interpretation of the paper, three"
              + " seeds.");
    }
    if (comparisons.stream().anyMatch(c -> c.bound() != null)) {
      note.append(" Accepted: for the mean of three or more runs, otherwise for each single run.");
    }
    return new Block.Table(head, rows, note.toString()).withoutEmptyColumns();
  }

  private static String name(Reference reference, ExperimentResult result) {
    String measure =
        result.experiment().measures().stream()
            .filter(m -> m.name().equals(reference.measure()))
            .map(Measure::label)
            .findFirst()
            .orElse(reference.measure());
    List<Variant> variants = result.variants();
    return variants.stream()
        .filter(v -> variants.size() > 1 && v.name().equals(reference.variant()))
        .map(v -> v.label() + ": " + measure)
        .findFirst()
        .orElse(measure);
  }

  private static Block.Cell verdict(Comparison.Verdict verdict) {
    return switch (verdict) {
      case INSIDE -> new Block.Cell("\u2713 inside", Block.Mark.GOOD);
      case OUTSIDE -> new Block.Cell("\u2717 outside", Block.Mark.BAD);
      case NOT_JUDGED -> Block.Cell.of("");
    };
  }

  private static String shown(Spread spread, ExperimentResult result) {
    return result.seeds().size() > 1
        ? NumberText.withSpread(spread.mean(), spread.sd())
        : NumberText.brief(spread.mean());
  }

  /** All measures of all variants. */
  private static Block.Table measures(ExperimentResult result) {
    List<String> head = new ArrayList<>(List.of("measure"));
    result.variants().forEach(v -> head.add(v.label()));
    SeedMeans means = result.means();
    List<List<Block.Cell>> rows = new ArrayList<>();
    for (Measure measure : result.experiment().measures()) {
      List<Block.Cell> row = new ArrayList<>(List.of(Block.Cell.of(measure.label())));
      for (Variant variant : result.variants()) {
        row.add(
            Block.Cell.of(
                means
                    .find(variant.name(), measure.name())
                    .map(spread -> shown(spread, result))
                    .orElse("")));
      }
      rows.add(row);
    }
    return new Block.Table(head, rows, "");
  }

  private static List<Block> made(ExperimentResult result, Map<String, String> origin) {
    List<Block> blocks = new ArrayList<>();
    for (Variant variant : result.variants()) {
      Map<String, String> values = new LinkedHashMap<>(variant.described());
      for (Trained run : result.runs(variant.name())) {
        values.put("training time, seed " + run.seed(), NumberText.fixed(run.seconds(), 1) + " s");
      }
      blocks.add(new Block.Settings("Settings of " + variant.label(), false, values));
    }
    Map<String, String> where = new LinkedHashMap<>(origin);
    where.put("total time", NumberText.fixed(result.seconds(), 1) + " s");
    blocks.add(new Block.Settings("Provenance", true, where));
    return blocks;
  }
}
