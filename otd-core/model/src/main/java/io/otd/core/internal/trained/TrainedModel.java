// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.program.Member;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.metrics.Draws;
import io.otd.core.schema.TableSchema;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A model that can predict: what it is, its numbers, and the way from a caller's units and back.
 *
 * @param spec what the model is
 * @param schema of the table: how its columns become the d_x inputs, and the d_y outputs targets
 * @param calibration of the predictive distributions, of an ensemble of the pooled draws
 * @param members at least one; several of an ensemble, whose draws are pooled
 * @param seed of the run
 * @param metrics by name, e.g. {@code test.rmse}, in the target's units
 * @param provenance where it comes from
 */
public record TrainedModel(
    ModelSpec spec,
    TableSchema schema,
    Calibration calibration,
    List<TrainedMember> members,
    long seed,
    Map<String, Double> metrics,
    Provenance provenance) {
  /** Checks that the sizes agree. */
  public TrainedModel {
    members = List.copyOf(members);
    if (members.isEmpty()) {
      throw new IllegalArgumentException("members: none (expected: at least one)");
    }
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    require("inputs of the schema", schema.width(), spec.inputs());
    require("targets of the schema", schema.targets().size(), spec.outputs());
    calibration.requireOutputs(spec.outputs());
  }

  /** Calibration of the spread of the pooled draws, on the network's scale. */
  public SpreadCalibration spread() {
    return calibration.spread();
  }

  /**
   * Draws on the network's scale in the targets' units, calibrated.
   *
   * @param network {@code [K, n, d_y]}, as {@link io.otd.core.internal.program.EnsembleSampler}
   *     gives them
   * @throws io.otd.core.metrics.NonFiniteDrawException if a result is not finite
   */
  public Draws calibrated(Draws network) {
    return calibration.isotonic().apply(uncalibrated(spread().apply(network)));
  }

  /**
   * Draws on the network's scale in the targets' units, as they are.
   *
   * @param network {@code [K, n, d_y]}
   * @throws io.otd.core.metrics.NonFiniteDrawException if a result is not finite
   */
  public Draws uncalibrated(Draws network) {
    return network.map((target, value) -> schema.targets().get(target).back(value));
  }

  /**
   * By how much the mean of S draws errs, since they are not more: in standard deviations of the
   * predictive law. All rows share the draws' masks, and so an error of this size. Where spreads
   * are scaled down, the mean is that of draws before: it errs by {@code sqrt(mean_m 1/f_m^2 / S) /
   * f}, f_m the factors of the members and f that of the pool.
   *
   * @param draws S, at least 1
   * @return 0 where nothing is random
   */
  public double errorOfMean(int draws) {
    if (!spec.masks().random()) {
      return 0;
    }
    double scaled =
        members.stream()
            .mapToDouble(m -> Math.pow(m.spread().factor(), -2))
            .average()
            .orElseThrow();
    return Math.sqrt(scaled / draws) / spread().factor();
  }

  /** The same otherwise calibrated. */
  public TrainedModel with(Calibration other) {
    return new TrainedModel(spec, schema, other, members, seed, metrics, provenance);
  }

  /**
   * The members as they are sampled: the parameters of each in one vector, in the order of {@link
   * ModelSpec#parameters()}.
   */
  public List<Member> sampled() {
    List<Parameter> parameters = spec.parameters();
    ParameterVector vector = new ParameterVector(parameters);
    return members.stream()
        .map(
            m ->
                new Member(
                    vector.join(parameters.stream().map(p -> m.weights().get(p.name())).toList()),
                    m.spread()))
        .toList();
  }

  /** The same with other metrics. */
  public TrainedModel with(Map<String, Double> other) {
    return new TrainedModel(spec, schema, calibration, members, seed, other, provenance);
  }

  private static void require(String name, int size, int expected) {
    if (size != expected) {
      throw new IllegalArgumentException(name + ": " + size + " (expected: " + expected + ")");
    }
  }
}
