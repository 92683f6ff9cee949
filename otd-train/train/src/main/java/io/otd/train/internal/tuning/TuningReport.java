// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.core.internal.text.NumberText;
import io.otd.core.internal.trained.TrainingSnapshot.Point;
import io.otd.train.internal.chart.TrialCurves;
import io.otd.train.internal.chart.TrialFate;
import io.otd.train.internal.chart.TrialScatter;
import io.otd.train.internal.page.Block;
import io.otd.train.internal.page.Page;
import io.otd.train.internal.page.PageTable;
import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.report.SettingWords;
import io.otd.train.internal.result.Spread;
import io.otd.train.internal.tuning.TrialResult.Status;
import io.otd.train.internal.verdict.Finding;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The page of a search.
 *
 * @param result what it shows
 */
record TuningReport(TuningResult result) {
  private static final Canvas SMALL = new Canvas("", 420, 300);

  Page page() {
    List<Page.Section> sections = new ArrayList<>();
    sections.add(Page.Section.of("Verdict", new Block.Findings(List.of(verdict()))));
    sections.add(Page.Section.of("Validation", new Block.Tiles(tiles())));
    result.best().ifPresent(best -> sections.add(Page.Section.of("Best settings", chosen(best))));
    List<Block> trials = new ArrayList<>();
    if (result.results().stream().anyMatch(r -> !r.history().isEmpty())) {
      trials.add(new Block.Figures(false, List.of(curves())));
    }
    trials.add(trials());
    sections.add(new Page.Section("Trials", trials));
    sections.add(new Page.Section("Searched settings", settings()));
    sections.add(
        Page.Section.of(
            "How it was made",
            new Block.Settings("Search", true, search()),
            new Block.Settings("Space", true, space()),
            new Block.Settings("Other settings", false, others())));
    return new Page(
        result.name() + ", search for settings",
        "%s trials of single networks, compared by the energy score of the same validation rows; test rows are not among them"
            .formatted(result.results().size()),
        sections);
  }

  private Finding verdict() {
    return result
        .best()
        .map(this::verdict)
        .orElseGet(
            () ->
                new Finding(
                    Finding.Mark.BAD,
                    "All trials diverged, so none has a score (try a smaller learning rate)."));
  }

  private Finding verdict(TrialResult best) {
    TrialResult start = result.start();
    if (best.equals(start)) {
      return new Finding(
          Finding.Mark.NEUTRAL,
          "No trial is better than the given settings (validation score %s)."
              .formatted(TuningResult.shown(start)));
    }
    // The given settings may have been dropped: longer curves are lower by their steps alone.
    long steps = Math.min(best.steps(), start.steps());
    Spread here = best.curveBy(steps);
    Spread given = start.curveBy(steps);
    boolean diverged = start.status() == Status.DIVERGED;
    boolean clear = diverged || (here.mean() < given.mean() && !here.near(given));
    return new Finding(
        clear ? Finding.Mark.GOOD : Finding.Mark.NEUTRAL,
        "Trial %s is the best%s (validation score %s; the given settings: %s%s)."
            .formatted(
                best.trial().number(),
                clear ? "" : ", but not clearly better than the given settings",
                TuningResult.shown(best),
                TuningResult.shown(start),
                !diverged && start.steps() < best.steps()
                    ? " after %s steps".formatted(NumberText.count(start.steps()))
                    : ""));
  }

  private List<Block.Tile> tiles() {
    List<Block.Tile> tiles = new ArrayList<>();
    result
        .best()
        .ifPresent(
            best ->
                tiles.add(
                    new Block.Tile(
                        "best score",
                        TuningResult.shown(best),
                        "trial %s; standardised, lower is better%s"
                            .formatted(best.trial().number(), near()))));
    TrialResult start = result.start();
    tiles.add(
        new Block.Tile(
            "given settings",
            TuningResult.shown(start),
            "trial 0, %s, %s steps"
                .formatted(result.fate(start), NumberText.count(start.steps()))));
    tiles.add(
        new Block.Tile(
            "trials",
            NumberText.count(result.results().size()),
            result.diverged() == 0 ? "" : result.diverged() + " diverged"));
    tiles.add(new Block.Tile("steps", NumberText.count(result.steps()), "of all trials"));
    return tiles;
  }

  private String near() {
    return result.near() == 0
        ? ""
        : "; %s other%s not clearly worse"
            .formatted(result.near(), result.near() == 1 ? " is" : "s are");
  }

  private Block.Table chosen(TrialResult best) {
    PageTable rows = new PageTable("setting", "given", "best");
    Map<String, String> before = words(result.search().base());
    Map<String, String> now = words(best.trial().settings());
    for (String path : result.search().space().laws().keySet()) {
      boolean changed =
          SearchSpace.matters(path, best.trial().settings())
              && !value(now, path).equals(value(before, path));
      rows.add(
          path,
          value(result.start(), before, path),
          new Block.Cell(value(best, now, path), changed ? Block.Mark.STRONG : Block.Mark.NONE));
    }
    return rows.table(
        TuningResult.BEST
            + " has all settings. A value in brackets has no effect with the others. The score chose this trial among many and is therefore"
            + " somewhat optimistic: test rows show how good it is.");
  }

  private static String value(TrialResult r, Map<String, String> settings, String path) {
    String value = value(settings, path);
    return SearchSpace.matters(path, r.trial().settings()) ? value : "(" + value + ")";
  }

  private static Map<String, String> words(Settings settings) {
    return SettingWords.of(settings.flat());
  }

  private static String value(Map<String, String> settings, String path) {
    return settings.getOrDefault(path, "");
  }

  private TrialFate fate(TrialResult r) {
    if (result.best().filter(r::equals).isPresent()) {
      return TrialFate.BEST;
    }
    if (r.trial().number() == 0) {
      return TrialFate.START;
    }
    return result.finalist(r) && r.status() != Status.DIVERGED
        ? TrialFate.FINALIST
        : TrialFate.DROPPED;
  }

  private Block.Figure curves() {
    List<TrialCurves.Curve> curves = new ArrayList<>();
    for (TrialResult r : result.results()) {
      if (!r.history().isEmpty()) {
        curves.add(
            new TrialCurves.Curve(
                fate(r),
                r.history().stream().mapToDouble(Point::step).toArray(),
                r.history().stream().mapToDouble(Point::validation).toArray()));
      }
    }
    return new Block.Figure(
        new TrialCurves(Canvas.of("")).draw(curves),
        "Energy score of the validation rows at each validation; scores above %s times the best are left out."
            .formatted(NumberText.brief(TrialCurves.HIGHEST)));
  }

  private Block.Table trials() {
    List<String> paths = List.copyOf(result.search().space().laws().keySet());
    PageTable rows =
        new PageTable(
            "trial",
            "score",
            "outcome",
            "rung",
            "steps",
            "best at",
            paths.stream()
                .map(path -> path.substring(path.indexOf('.') + 1).replace('_', ' '))
                .toList());
    for (TrialResult r : result.ranked()) {
      boolean diverged = r.status() == Status.DIVERGED;
      Block.Mark mark = fate(r) == TrialFate.BEST ? Block.Mark.STRONG : Block.Mark.NONE;
      Map<String, String> settings = words(r.trial().settings());
      rows.add(
          Integer.toString(r.trial().number()),
          new Block.Cell(diverged ? "none" : TuningResult.shown(r), mark),
          new Block.Cell(result.fate(r), diverged ? Block.Mark.BAD : Block.Mark.NONE),
          Integer.toString(r.rung() + 1),
          NumberText.count(r.steps()),
          r.bestStep() < 0 ? "" : NumberText.count(r.bestStep()),
          paths.stream().map(path -> value(r, settings, path)).toList());
    }
    return rows.table(
        "Best first, those of later rungs before those that were dropped. The score is the lowest"
            + " mean of a third of the validations in a row, with their standard deviation."
            + " A value in brackets has no effect with the others of the trial. Trial 0 has"
            + " the given settings.");
  }

  private List<Block> settings() {
    long steps = result.search().halving().rungs().get(0).steps();
    List<TrialResult> shown =
        result.results().stream().filter(r -> Double.isFinite(r.rank())).toList();
    double[] scores = shown.stream().mapToDouble(r -> r.scoreBy(steps)).toArray();
    List<Block.Figure> figures = new ArrayList<>();
    PageTable rows = new PageTable("setting", "value", "trials", "best score", "median score");
    result
        .search()
        .space()
        .laws()
        .forEach(
            (path, law) -> {
              if (law.ranges()) {
                figures.add(scatter(path, law, shown, scores));
              } else {
                choices(path, shown, scores, rows);
              }
            });
    List<Block> blocks = new ArrayList<>();
    if (!figures.isEmpty() && !shown.isEmpty()) {
      blocks.add(new Block.Figures(false, figures));
    }
    if (!rows.isEmpty()) {
      blocks.add(
          rows.table(
              "Scores of all trials after the first %s steps, so that they can be compared; those that diverged are left out."
                  .formatted(NumberText.brief((double) steps))));
    }
    return blocks;
  }

  private Block.Figure scatter(
      String path, Distribution law, List<TrialResult> shown, double[] scores) {
    double[] values =
        shown.stream().mapToDouble(r -> number(value(r.trial().settings().flat(), path))).toArray();
    return new Block.Figure(
        new TrialScatter(SMALL, path, law.logarithmic())
            .draw(shown.stream().map(this::fate).toList(), values, scores),
        "Scores after the first rung, over " + path + ".");
  }

  /** NaN for a setting that follows from the table. */
  private static double number(String text) {
    return text.equals("null") ? Double.NaN : Double.parseDouble(text);
  }

  private static void choices(
      String path, List<TrialResult> shown, double[] scores, PageTable rows) {
    Map<String, List<Double>> byValue = new TreeMap<>(new NumbersInOrder());
    for (int i = 0; i < scores.length; i++) {
      byValue
          .computeIfAbsent(
              value(words(shown.get(i).trial().settings()), path), v -> new ArrayList<>())
          .add(scores[i]);
    }
    byValue.forEach(
        (value, of) -> {
          double[] sorted = of.stream().mapToDouble(Double::doubleValue).sorted().toArray();
          int half = sorted.length / 2;
          double median =
              sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
          rows.add(
              path,
              value,
              Integer.toString(sorted.length),
              NumberText.brief(sorted[0]),
              NumberText.brief(median));
        });
  }

  private Map<String, String> search() {
    Halving halving = result.search().halving();
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("eta", Integer.toString(halving.eta()));
    List<Halving.Rung> rungs = halving.rungs();
    for (int i = 0; i < rungs.size(); i++) {
      facts.put(
          "rung " + (i + 1),
          "%s trials up to %s steps"
              .formatted(rungs.get(i).trials(), NumberText.count(rungs.get(i).steps())));
    }
    facts.put("seed", Long.toString(result.search().base().training().seed()));
    facts.put("time", NumberText.fixed(result.seconds(), 1) + " s");
    return facts;
  }

  private Map<String, String> space() {
    Map<String, String> space = new LinkedHashMap<>();
    result.search().space().laws().forEach((path, law) -> space.put(path, law.yaml()));
    return space;
  }

  private Map<String, String> others() {
    Map<String, String> others = words(result.search().base());
    others.keySet().removeAll(result.search().space().laws().keySet());
    return others;
  }

  /** Texts by their first number, where they have one. */
  private static final class NumbersInOrder implements java.util.Comparator<String> {
    @Override
    public int compare(String a, String b) {
      double[] one = numbers(a);
      double[] other = numbers(b);
      int lengths = Integer.compare(one.length, other.length);
      int values = Arrays.compare(one, other);
      return lengths != 0 ? lengths : values != 0 ? values : a.compareTo(b);
    }

    private static double[] numbers(String text) {
      return Arrays.stream(text.split("[^0-9.eE-]+"))
          .filter(t -> t.matches("-?[0-9].*"))
          .mapToDouble(Double::parseDouble)
          .toArray();
    }
  }
}
