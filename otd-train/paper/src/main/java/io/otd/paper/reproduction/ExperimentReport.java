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
import io.otd.train.internal.page.PageTable;
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
      PageTable rows = new PageTable("statement", "here");
      result.claims().forEach(c -> rows.add(c.statement(), holds(c.holds())));
      blocks.add(rows.table(""));
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
    PageTable rows = new PageTable("measure", "ours", "verdict", "accepted", "paper", "JAX");
    for (Comparison c : comparisons) {
      rows.add(
          name(c.reference(), result),
          new Block.Cell(c.ours() == null ? "none" : c.ours().text(), Block.Mark.STRONG),
          verdict(c.verdict()),
          c.bound() == null ? "" : c.bound().text(),
          c.reference().paper(),
          c.reference().peer());
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
    return rows.table(note.toString()).withoutEmptyColumns();
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

  /** All measures of all variants. */
  private static Block.Table measures(ExperimentResult result) {
    PageTable rows =
        new PageTable("measure", result.variants().stream().map(Variant::label).toList());
    SeedMeans means = result.means();
    for (Measure measure : result.experiment().measures()) {
      rows.add(
          measure.label(),
          result.variants().stream()
              .map(variant -> means.find(variant.name(), measure.name()))
              .map(found -> found.map(Spread::text).orElse(""))
              .toList());
    }
    return rows.table("");
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
