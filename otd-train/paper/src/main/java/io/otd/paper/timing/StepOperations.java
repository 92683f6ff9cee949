// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.timing;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.network.Mlp;
import io.otd.core.internal.program.TrainingPlan;
import java.util.List;

/**
 * Floating point operations of the matrix products of one training step, a multiplication and an
 * addition each counted as one.
 *
 * <p>A product of {@code [n, a]} and {@code [a, b]} takes {@code 2 n a b}; its gradient by each of
 * its two factors takes as many again. With K draws, n rows, hidden widths {@code w_1 ... w_H}, R =
 * K + K_kin flow rows of width {@code d_z}, velocity widths {@code v_0 = d_z, v_1, ..., d_z}, and E
 * evaluations of the velocity (L for Euler, 2 L for Heun):
 *
 * <pre>
 * network   4 n d_x w_1 + 6 K n (w_1 w_2 + ... + w_(H-1) w_H + w_H d_y)
 * linear    4 n d_x d_y                                                     (if there is such a path)
 * velocity  6 R E (v_0 v_1 + v_1 v_2 + ...) - 2 R v_0 v_1   (if E &gt; 0)
 * </pre>
 *
 * <p>The first layer is computed once a row, and no gradient is needed by x or by the noise. Left
 * out is everything that is not such a product: activations, masks, biases, the velocity's time
 * column, the score with its pairs of draws, the optimiser, random numbers.
 *
 * @param network of the predictive network
 * @param velocity of the flow
 */
public record StepOperations(double network, double velocity) {
  /**
   * Of a network whose hidden units are masked.
   *
   * @param plan what a step does, with a {@link MaskedMlp}; of its mask law a flow counts if it is
   *     {@link Transported}
   */
  public static StepOperations of(TrainingPlan plan) {
    int draws = plan.loss().draws();
    double rows = plan.batches().batchRows();
    Mlp mlp = (Mlp) plan.model().network();
    List<Integer> hidden = mlp.hidden();
    double perDraw = hidden.get(hidden.size() - 1) * (double) plan.model().width();
    for (int i = 1; i < hidden.size(); i++) {
      perDraw += (double) hidden.get(i - 1) * hidden.get(i);
    }
    double network = 4 * rows * plan.model().inputs() * hidden.get(0) + 6 * draws * rows * perDraw;
    if (mlp.backbone().linearPath()) {
      network += 4 * rows * plan.model().inputs() * plan.model().width();
    }
    double velocity =
        plan.model().masks() instanceof Transported transported
            ? velocity(
                transported.flow(),
                plan.model().network().latentWidth(),
                draws + plan.action().draws())
            : 0;
    return new StepOperations(network, velocity);
  }

  private static double velocity(Flow flow, int width, int rows) {
    if (flow.steps() == 0) {
      return 0;
    }
    double evaluations = (double) flow.steps() * flow.solver().order();
    List<Integer> hidden = flow.velocity().hidden();
    double products = 0;
    double before = width;
    for (int i = 0; i <= hidden.size(); i++) {
      double next = i < hidden.size() ? hidden.get(i) : width;
      products += before * next;
      before = next;
    }
    double first = hidden.isEmpty() ? width : hidden.get(0);
    return 6 * rows * evaluations * products - 2 * rows * width * first;
  }

  /** All of them. */
  public double total() {
    return network + velocity;
  }
}
