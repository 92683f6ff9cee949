// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.GroupColumns;
import io.otd.core.internal.calibration.RowGroup;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.check.Check;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.internal.program.DrawRounds;
import io.otd.core.internal.program.EnsembleSampler;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.core.schema.TableSchema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * A model that can predict: what it is, its numbers, and the way from a caller's units and back.
 *
 * @param components of the model: one, or several of a pool, whose draws are pooled by their
 *     weights; all have the same inputs, outputs and number of members
 * @param schema of the table: how its columns become the d_x inputs, and the d_y outputs targets
 * @param calibration of the predictive distributions, of the pooled draws
 * @param seed of the run
 * @param metrics by name, e.g. {@code test.rmse}, in the target's units
 * @param provenance of the model
 * @param profile what its training rows looked like; absent of an unfinished run
 */
public record TrainedModel(
    List<Component> components,
    TableSchema schema,
    Calibration calibration,
    long seed,
    Map<String, Double> metrics,
    Provenance provenance,
    TrainingProfile profile) {
  private static final double ROUNDING = 1e-9;

  /** Checks that the sizes agree. */
  public TrainedModel {
    components = List.copyOf(components);
    if (components.isEmpty()) {
      throw new IllegalArgumentException("components: none (expected: at least one)");
    }
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    int members = components.get(0).members().size();
    for (Component component : components) {
      require("inputs of the schema", schema.width(), component.spec().inputs());
      require("targets of the schema", schema.targets().size(), component.spec().outputs());
      require("members of component " + component.name(), component.members().size(), members);
    }
    double sum = components.stream().mapToDouble(Component::weight).sum();
    Check.that(Math.abs(sum - 1) <= ROUNDING, "sum of the weights", sum, "1");
    calibration.requireOutputs(components.get(0).spec().outputs());
    GroupColumns.ofGroups(schema, calibration.groups());
    profile.requireOf(schema);
  }

  /** A model whose training rows are not known. */
  public TrainedModel(
      List<Component> components,
      TableSchema schema,
      Calibration calibration,
      long seed,
      Map<String, Double> metrics,
      Provenance provenance) {
    this(components, schema, calibration, seed, metrics, provenance, TrainingProfile.NONE);
  }

  /** Whether there are several components. */
  public boolean pooled() {
    return components.size() > 1;
  }

  /**
   * The specification of the only component's networks.
   *
   * @throws IllegalStateException if there are several components
   */
  public ModelSpec spec() {
    return only().spec();
  }

  /** The networks of the only component; otherwise throws as {@link #spec}. */
  public List<Member> members() {
    return only().members();
  }

  private Component only() {
    if (pooled()) {
      throw new IllegalStateException(
          "a pool of "
              + components.stream().map(Component::name).toList()
              + " (expected: one component)");
    }
    return components.get(0);
  }

  /** d_x. */
  public int inputs() {
    return schema.width();
  }

  /** d_y. */
  public int outputs() {
    return schema.targets().size();
  }

  /** Members of each component. */
  public int size() {
    return components.get(0).members().size();
  }

  /** Whether every row of a draw has the same masks. */
  public boolean sharedByRows() {
    return components.stream().allMatch(component -> component.spec().masks().sharedByRows());
  }

  /** Calibration of the spread of the pooled draws, on the network's scale. */
  public SpreadCalibration spread() {
    return calibration.spread();
  }

  /**
   * The groups of rows that are calibrated apart.
   *
   * @param x encoded inputs {@code [n, d_x]}, row-major
   * @return one a row
   */
  public List<RowGroup> groups(float[] x) {
    return GroupColumns.ofGroups(schema, calibration.groups()).of(x);
  }

  /**
   * Draws on the network's scale in the targets' units, calibrated.
   *
   * @param network {@code [K, n, d_y]}, as returned by {@link
   *     io.otd.core.internal.program.EnsembleSampler}
   * @param x encoded inputs of these rows, {@code [n, d_x]}, row-major
   * @throws io.otd.core.metrics.NonFiniteDrawException if a result is not finite
   */
  public Draws calibrated(Draws network, float[] x) {
    Draws scaled = spread().apply(network, groups(x));
    return calibration.isotonic().apply(uncalibrated(scaled), schema.targets());
  }

  /**
   * The conformal intervals of rows.
   *
   * @param draws {@code [K, n, d_y]}, calibrated, in the targets' units
   * @param x encoded inputs of these rows, {@code [n, d_x]}, row-major
   * @return one per level of the model, possibly none
   */
  public List<CentralIntervals> intervals(Draws draws, float[] x) {
    return calibration.conformal().intervals(draws, groups(x), schema.targets());
  }

  /**
   * Draws on the network's scale in the targets' units, unchanged.
   *
   * @param network {@code [K, n, d_y]}
   * @throws io.otd.core.metrics.NonFiniteDrawException if a result is not finite
   */
  public Draws uncalibrated(Draws network) {
    return network.map((target, value) -> schema.targets().get(target).back(value));
  }

  /**
   * By how much the mean of S draws errs, since they are not more: in standard deviations of the
   * predictive law of a row of the group with the smallest spread factor. All rows share the draws'
   * masks, and so an error of this size. If spreads are scaled down, the mean is that of the
   * unscaled draws: its error is {@code sqrt(mean_m 1/f_m^2 / S) / f}, f_m the factors of the
   * members and f that of the pool in that group.
   *
   * @param draws S, at least 1
   * @return 0 if nothing is random
   */
  public double errorOfMean(int draws) {
    double scaled = 0;
    for (Component component : components) {
      if (component.spec().masks().random()) {
        scaled +=
            component.weight()
                * component.members().stream()
                    .mapToDouble(m -> Math.pow(m.spread().factor(), -2))
                    .average()
                    .orElseThrow();
      }
    }
    return Math.sqrt(scaled / draws) / spread().smallestFactor();
  }

  /** The same otherwise calibrated. */
  public TrainedModel with(Calibration other) {
    return new TrainedModel(components, schema, other, seed, metrics, provenance, profile);
  }

  /**
   * In which order the components give their draws.
   *
   * @param draws S, at least 1; there are enough rounds of one draw per member to hold them
   */
  public DrawRounds rounds(int draws) {
    return EnsembleSampler.rounds(components, draws);
  }

  /**
   * The number of the network of each draw, from 0: a component's member each, of trees a member's
   * forest.
   *
   * @param draws S, as {@link #draws} has it
   */
  public List<Integer> networks(int draws) {
    List<Integer> rounds = rounds(draws).components();
    return IntStream.range(0, draws)
        .mapToObj(k -> rounds.get(k / size()) * size() + k % size())
        .toList();
  }

  /**
   * S: the number of draws for a requested number, in the order of {@link #rounds}.
   *
   * @param requested at least 1
   */
  public int draws(int requested) {
    return Math.multiplyExact(rounds(requested).components().size(), size());
  }

  /** The same with other metrics. */
  public TrainedModel with(Map<String, Double> other) {
    return new TrainedModel(components, schema, calibration, seed, other, provenance, profile);
  }

  /** The same of another provenance. */
  public TrainedModel with(Provenance other) {
    return new TrainedModel(components, schema, calibration, seed, metrics, other, profile);
  }

  /** The same with another profile. */
  public TrainedModel with(TrainingProfile other) {
    return new TrainedModel(components, schema, calibration, seed, metrics, provenance, other);
  }

  private static void require(String name, int size, int expected) {
    if (size != expected) {
      throw new IllegalArgumentException(name + ": " + size + " (expected: " + expected + ")");
    }
  }
}
