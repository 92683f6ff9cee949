// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.network.BoostedForest;
import io.otd.core.internal.network.Forest;
import io.otd.core.internal.trained.TrainedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** Adds the draws of the boosted trees of all members to a graph. */
final class BoostedDraws extends TreeDraws {
  private final BoostedForest boosted;

  /**
   * The draws of known trees.
   *
   * @param known trees, if they become constants
   */
  BoostedDraws(TrainedModel trained, int number, int draws, Optional<TreeTable> known) {
    super(trained, number, draws, known);
    this.boosted = (BoostedForest) model().network();
  }

  @Override
  Operand<TFloat32> draws(
      Ops tf, Operand<TFloat32> x, ParameterValues values, Operand<TFloat32> latents) {
    Operand<TFloat32> chosen =
        boosted.chosen(
            tf, values.get(names().shared(BoostedForest.RESIDUALS)), latents, memberOfDraw());
    Operand<TFloat32> sums = sums(tf, x, values);
    List<Operand<TFloat32>> each = new ArrayList<>();
    for (int m = 0; m < members(); m++) {
      each.add(calibrated(tf, m, ofMember(tf, sums, chosen, m)));
    }
    return Forest.valid(tf, x, inTurn(tf, each));
  }

  /** Location and logarithms of the scale of each member, {@code [B, M, 2 d_y]}. */
  private Operand<TFloat32> sums(Ops tf, Operand<TFloat32> x, ParameterValues values) {
    int[] byMember = {-1, members(), boosted.forest().trees(), 2 * model().outputs()};
    List<Operand<TFloat32>> arrays =
        boosted.forest().parameters(1, 2 * model().outputs()).stream()
            .map(p -> values.get(names().shared(p.name())))
            .toList();
    Operand<TFloat32> found =
        known().isPresent()
            ? known().get().found(tf, x, values.get(names().shared(Forest.TARGETS)))
            : boosted.forest().values(tf, arrays, x, members());
    return tf.sum(tf.reshape(found, tf.constant(byMember)), tf.constant(2));
  }

  /** {@code [B, K, d_y]}. */
  private Operand<TFloat32> ofMember(
      Ops tf, Operand<TFloat32> sums, Operand<TFloat32> chosen, int member) {
    int outputs = model().outputs();
    Operand<TFloat32> own =
        tf.reshape(
            tf.slice(
                sums,
                tf.constant(new int[] {0, member, 0}),
                tf.constant(new int[] {-1, 1, 2 * outputs})),
            tf.constant(new int[] {-1, 2 * outputs}));
    Operand<TFloat32> residuals =
        tf.reshape(
            tf.slice(
                tf.reshape(chosen, tf.constant(new int[] {memberDraws(), members(), outputs})),
                tf.constant(new int[] {0, member, 0}),
                tf.constant(new int[] {memberDraws(), 1, outputs})),
            tf.constant(new int[] {memberDraws(), outputs}));
    return BoostedForest.drawn(tf, own, residuals, outputs);
  }
}
