// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.model.ModelSpec;
import java.util.List;

/**
 * Networks of one kind, ready for sampling: a whole ensemble, or one method's part of a pool.
 *
 * @param model of each member
 * @param weight share of the pooled draws, greater than 0; only its ratio to the others' counts
 * @param members at least one; of a pool, as many as the other kinds have
 */
public record SampledKind(ModelSpec model, double weight, List<Member> members) {
  /** Checks the weight and the number. */
  public SampledKind {
    members = List.copyOf(members);
    if (members.isEmpty()) {
      throw new IllegalArgumentException("members: none (expected: at least one)");
    }
    if (!(weight > 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException("weight: " + weight + " (expected: > 0, finite)");
    }
  }
}
