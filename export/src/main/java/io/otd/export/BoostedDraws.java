// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.network.BoostedForest;
import io.otd.core.internal.network.Forest;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.TrainedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt64;

/**
 * Adds the draws of the boosted trees of all members to a graph. Each row goes down the trees of
 * all members together: each step of a member by itself would take as long.
 */
final class BoostedDraws extends ComponentDraws {
  private final BoostedForest boosted;
  private final Optional<TreeTable> known;

  /** As for {@link ComponentDraws#of}. */
  BoostedDraws(TrainedModel trained, int number, int draws) {
    this(trained, number, draws, Optional.empty());
  }

  /**
   * The draws of known trees.
   *
   * @param known trees, if they become constants
   */
  BoostedDraws(TrainedModel trained, int number, int draws, Optional<TreeTable> known) {
    super(trained, number, draws);
    this.boosted = (BoostedForest) model().network();
    this.known = known;
  }

  @Override
  Operand<TFloat32> fromBank(Ops tf, Operand<TFloat32> x, ParameterValues values) {
    return draws(tf, x, values, values.get(names().shared(ServingNames.MASK_BANK)));
  }

  @Override
  Operand<TFloat32> fresh(
      Ops tf, Operand<TFloat32> x, ParameterValues values, Operand<TInt64> key) {
    return draws(tf, x, values, sharedLatents(tf, key));
  }

  private Operand<TFloat32> draws(
      Ops tf, Operand<TFloat32> x, ParameterValues values, Operand<TFloat32> latents) {
    int[] laws = IntStream.range(0, draws()).map(k -> k % members()).toArray();
    Operand<TFloat32> chosen =
        boosted.chosen(tf, values.get(names().shared(BoostedForest.RESIDUALS)), latents, laws);
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
        known.isPresent()
            ? known.get().found(tf, x, values.get(names().shared(Forest.TARGETS)))
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
