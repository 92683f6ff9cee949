// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.trees;

import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.weight.RowWeights;
import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.trees.Boosting.Boosted;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Learns a law of the targets by boosting. The rows are divided into parts; the trees that predict
 * a part are grown on the others, and stop by it. The location is the mean over the parts, in which
 * trees count by the rows that they have seen. The residuals of all rows, each from trees that had
 * not seen it, have a scale that depends on the inputs: trees learn the logarithms of their
 * absolute values in the same way. Divided by it, the residuals are the law's noise. Rows count by
 * their weights.
 */
public final class BoostedLaw {
  /** Of each law, so that the models of all members are alike. */
  static final int RESIDUALS = 512;

  /** Of a tree of the location. */
  private static final int LEAVES = 63;

  /** Of a column of numbers: with fewer, steps of the targets fall within a bin. */
  private static final int MOST_BINS = 255;

  private static final int FEWEST_BINS = 15;

  /** Of all open leaves of a thread, each of 8 bytes. */
  private static final long MOST_SUMS = 1 << 24;

  /** Fewer rows have smaller leaves. */
  private static final int FEW_ROWS = 2000;

  /** Share of the mean absolute residual below which a residual's size means little. */
  private static final double FLOOR = 0.1;

  /** Targets have a standard deviation of about 1. */
  private static final double SMALLEST = 1e-6;

  private final TreeRows rows;
  private final List<BinnedColumn> data;
  private final int[] part;
  private final int parts;
  private final int most;
  private final long seed;
  private final Workers workers;

  private BoostedLaw(TreeRows rows, int[] part, int most, long seed, Workers workers) {
    this.rows = rows;
    int bins = bins(rows.columns().length, rows.outputs());
    this.data =
        Stream.concat(
                IntStream.range(0, rows.columns().length)
                    .mapToObj(c -> BinnedColumn.of(rows.places().get(c), rows.columns()[c], bins)),
                rows.groups().stream().map(BinnedColumn::of))
            .toList();
    this.part = part;
    this.parts = Arrays.stream(part).max().orElse(0) + 1;
    this.most = most;
    this.seed = seed;
    this.workers = workers;
  }

  /**
   * Learns a law. It depends only on the rows, their parts, the number of trees and the seed.
   *
   * @param rows at least one
   * @param part of each row, from 0
   * @param most trees that predict the location of a part, at least 30; the fewer, the more each of
   *     them changes. Those of the scale are a third
   * @param workers learn from a part each
   */
  public static GrownBoosting grow(
      TreeRows rows, int[] part, int most, long seed, Workers workers) {
    return new BoostedLaw(rows, part, most, seed, workers).grown();
  }

  /**
   * Bins of a column of numbers: fewer in wide tables, as each leaf that may be divided has sums by
   * the bins of all columns.
   *
   * @param columns of numbers
   * @param targets d_y
   */
  static int bins(int columns, int targets) {
    long fitting = MOST_SUMS / LEAVES / (targets + 1) / Math.max(1, columns);
    return (int) Math.max(FEWEST_BINS, Math.min(MOST_BINS, fitting));
  }

  /**
   * How much the columns tell about rows that the trees have not seen; see {@link ColumnRelevance}.
   * The parameters are those of {@link #grow}.
   *
   * @param owners numbers of the columns that the trees' columns are part of, {@code [columns, then
   *     groups]}
   * @return of each column, in [0, 1]
   */
  public static double[] relevance(
      TreeRows rows, int[] part, int most, long seed, Workers workers, int[] owners) {
    BoostedLaw law = new BoostedLaw(rows, part, most, seed, workers);
    List<Boosted> location = law.location();
    double[] residuals = law.residuals(location);
    float[] sizes = law.sizes(residuals);
    ColumnRelevance relevance = new ColumnRelevance(law.data, rows, part, owners, seed);
    return ColumnRelevance.largest(
        relevance.of(rows.targets(), location), relevance.of(sizes, law.scale(sizes)));
  }

  private GrownBoosting grown() {
    List<Boosted> location = location();
    double[] residuals = residuals(location);
    List<Boosted> scale = scale(sizes(residuals));
    float[] logarithms = sums(scale);
    Arrays.setAll(residuals, i -> residuals[i] / Math.exp(logarithms[i]));
    return law(location, scale, noise(residuals));
  }

  private boolean few() {
    return rows.rows() < FEW_ROWS;
  }

  private List<Boosted> location() {
    return boosted(rows.targets(), new Boosting(30.0 / most, LEAVES, few() ? 5 : 20, most, 30), 0);
  }

  private double[] residuals(List<Boosted> location) {
    double[] residuals = new double[rows.targets().length];
    float[] unseen = sums(location);
    Arrays.setAll(residuals, i -> (double) rows.targets()[i] - unseen[i]);
    return residuals;
  }

  private List<Boosted> scale(float[] sizes) {
    return boosted(sizes, new Boosting(15.0 / most, 15, few() ? 20 : 50, most / 3, 20), parts);
  }

  private List<Boosted> boosted(float[] targets, Boosting boosting, int stream) {
    return workers.each(
        parts,
        p ->
            boosting.boost(
                data,
                targets,
                rows.weights(),
                rows.outputs(),
                parts == 1 ? of(p) : others(p),
                of(p),
                new SplittableRandom(Uniforms.branch(seed, stream + p))));
  }

  private int[] of(int p) {
    return IntStream.range(0, part.length).filter(row -> part[row] == p).toArray();
  }

  private int[] others(int p) {
    return IntStream.range(0, part.length).filter(row -> part[row] != p).toArray();
  }

  /** Of a part's trees in the mean: they count by the rows that they have seen. */
  private double share(int p) {
    RowWeights weights = rows.weights();
    return parts == 1 ? 1 : weights.at(others(p)).sum() / ((parts - 1.0) * weights.sum());
  }

  /** The sums of each row, by trees that had not seen it. */
  private float[] sums(List<Boosted> all) {
    float[] sums = new float[rows.targets().length];
    for (Boosted one : all) {
      for (int i = 0; i < sums.length; i++) {
        sums[i] += one.sums()[i];
      }
    }
    return sums;
  }

  /** Logarithms of the absolute residuals, with those near 0 bounded. */
  private float[] sizes(double[] residuals) {
    int width = rows.outputs();
    double[] floor = new double[width];
    double all = rows.weights().sum();
    for (int i = 0; i < residuals.length; i++) {
      floor[i % width] += FLOOR * rows.weights().at(i / width) * Math.abs(residuals[i]) / all;
    }
    float[] sizes = new float[residuals.length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = (float) Math.log(Math.abs(residuals[i]) + Math.max(SMALLEST, floor[i % width]));
    }
    return sizes;
  }

  /** Of one target, quantiles of all rows; of several, the residuals of random rows. */
  private float[] noise(double[] residuals) {
    int width = rows.outputs();
    float[] noise = new float[RESIDUALS * width];
    int[] chosen = width == 1 ? quantiles(residuals) : some();
    for (int r = 0; r < RESIDUALS; r++) {
      for (int j = 0; j < width; j++) {
        noise[r * width + j] = (float) residuals[chosen[r] * width + j];
      }
    }
    return noise;
  }

  private int[] quantiles(double[] residuals) {
    int[] order = RowWeights.ascending(residuals);
    int[] places = rows.weights().at(order).evenly(RESIDUALS);
    return Arrays.stream(places).map(place -> order[place]).toArray();
  }

  /** Random rows; of rows with weights, evenly spaced ones. */
  private int[] some() {
    if (!rows.weights().areEqual()) {
      return rows.weights().evenly(RESIDUALS);
    }
    SplittableRandom random = new SplittableRandom(Uniforms.branch(seed, 2 * parts));
    return IntStream.range(0, RESIDUALS).map(r -> random.nextInt(rows.rows())).toArray();
  }

  /** The means over the parts: location and scale, each in its half of a leaf's values. */
  private GrownBoosting law(List<Boosted> location, List<Boosted> scale, float[] noise) {
    int width = rows.outputs();
    List<GrownTree> trees = new ArrayList<>();
    int leaves =
        1
            + Stream.concat(location.stream(), scale.stream())
                .flatMap(boosted -> boosted.trees().stream())
                .mapToInt(tree -> tree.values().length / width)
                .sum();
    float[] values = new float[leaves * 2 * width];
    int leaf = 1;
    for (int half = 0; half < 2; half++) {
      for (int p = 0; p < parts; p++) {
        double share = share(p);
        for (GreedyTree tree : (half == 0 ? location : scale).get(p).trees()) {
          trees.add(tree.compared(data, leaf));
          int count = tree.values().length / width;
          for (int l = 0; l < count; l++, leaf++) {
            for (int j = 0; j < width; j++) {
              values[(leaf * 2 + half) * width + j] =
                  (float) (share * tree.values()[l * width + j]);
            }
          }
        }
      }
    }
    return new GrownBoosting(trees, values, noise, width);
  }
}
