// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.model;

import java.util.List;

/**
 * What one method contributes to a pool: networks of one specification, with a share of the draws.
 * A model of one method has one component, with the weight 1.
 *
 * @param name of the method, e.g. {@code otd}
 * @param spec of each network
 * @param weight share of the pooled draws, in (0, 1]
 * @param members at least one; all components of a pool have equally many
 */
public record Component(String name, ModelSpec spec, double weight, List<Member> members) {
  private static final String ONLY = "network";

  /** Checks the weight and the number of members. */
  public Component {
    members = List.copyOf(members);
    if (members.isEmpty()) {
      throw new IllegalArgumentException("members: none (expected: at least one)");
    }
    if (!(weight > 0 && weight <= 1)) {
      throw new IllegalArgumentException(
          "weight of component %s: %s (expected: > 0, at most 1)".formatted(name, weight));
    }
  }

  /** The only component of a model, named {@code network}. */
  public static Component only(ModelSpec spec, List<Member> members) {
    return new Component(ONLY, spec, 1, members);
  }

  /** The same with another weight. */
  public Component weighing(double other) {
    return new Component(name, spec, other, members);
  }

  /** The same with other members. */
  public Component with(List<Member> others) {
    return new Component(name, spec, weight, others);
  }
}
