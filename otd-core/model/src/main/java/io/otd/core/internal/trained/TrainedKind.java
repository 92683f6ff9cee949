// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.program.Member;
import io.otd.core.internal.program.SampledKind;
import java.util.List;

/**
 * The networks of one kind in a trained model: all of an ensemble, or what a pool has of one
 * method.
 *
 * @param name of the method, e.g. {@code otd}
 * @param spec what each network is
 * @param weight share of the pool's draws, in (0, 1]; those of all kinds have sum 1
 * @param members at least one; all kinds of a pool have equally many
 */
public record TrainedKind(String name, ModelSpec spec, double weight, List<TrainedMember> members) {
  /** Checks the weight. */
  public TrainedKind {
    members = List.copyOf(members);
    if (members.isEmpty()) {
      throw new IllegalArgumentException("members: none (expected: at least one)");
    }
    if (!(weight > 0 && weight <= 1)) {
      throw new IllegalArgumentException(
          "weight of kind %s: %s (expected: > 0, at most 1)".formatted(name, weight));
    }
  }

  /** As it is sampled: the parameters of each member in one vector. */
  public SampledKind sampled() {
    List<Parameter> parameters = spec.parameters();
    ParameterVector vector = new ParameterVector(parameters);
    return new SampledKind(
        spec,
        weight,
        members.stream()
            .map(
                m ->
                    new Member(
                        vector.join(
                            parameters.stream().map(p -> m.weights().get(p.name())).toList()),
                        m.spread()))
            .toList());
  }
}
