// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.engine;

import io.otd.light.internal.model.ForestShape;
import io.otd.light.internal.model.LayeredShape;
import io.otd.light.internal.model.LightKind;
import java.util.List;

/** The predictive function of a member. Any number of threads may run it at the same time. */
sealed interface MemberFunction permits MemberNetwork, MemberForest {
  /**
   * Memory that a function computes in, of one thread at a time.
   *
   * @param units {@code [unit][lane]}
   * @param others likewise
   * @param first {@code [unit]} of the first layer
   */
  record Scratch(float[][] units, float[][] others, float[] first) {}

  /** Takes the learned arrays of a member. */
  static MemberFunction of(LightKind kind, List<float[]> arrays) {
    if (kind.network() instanceof LayeredShape layers) {
      return new MemberNetwork(layers, kind, arrays);
    } else if (kind.network() instanceof ForestShape forest) {
      return new MemberForest(forest, kind.width(), arrays);
    }
    throw new IllegalStateException(kind.network() + " (expected: layers or a forest)");
  }

  /**
   * Latents in the form for {@link #run}.
   *
   * @param drawn {@code [d_z][P]}, changed here
   * @param rows how many rows there will be at most
   */
  PassLatents latents(float[][] drawn, int passes, int rows);

  /** Memory of a call, to be given back by {@link #release}. */
  Scratch scratch(PassLatents latents);

  /** Keeps memory for a later call. */
  void release(Scratch scratch);

  /**
   * Runs the function.
   *
   * @param x encoded rows, {@code [rows][d_x]}
   * @param from the first row
   * @param count how many rows, from 1 to those of the latents
   * @param latents of the passes
   * @param raw receives the outputs of the passes, {@code [count][P w]}, each row-major by pass
   */
  void run(float[][] x, int from, int count, PassLatents latents, Scratch scratch, float[][] raw);
}
