// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.flow.Transport;
import io.otd.core.internal.graph.Rematerialization;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.loss.ScoreTerms;
import io.otd.core.internal.mask.MaskDraws;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.output.PassOutputs;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * The training objective of one batch with its gradient (paper, "Empirical training objective"):
 * {@code 1/n sum_i w_i S_i + lambda A + R + penalty |parameters|^2}, R what the mask law charges
 * for itself. The weights are in units of the mean over the training rows, so that the mean of the
 * batches' objectives is that of all rows.
 *
 * @param fit weighted mean of the loss's first term, scalar
 * @param dispersion weighted mean of its second term, scalar
 * @param action the kinetic action, scalar; 0 if nothing is charged
 * @param gradients of the objective, by the name of the parameter
 */
record Objective(
    Operand<TFloat32> fit,
    Operand<TFloat32> dispersion,
    Operand<TFloat32> action,
    Map<String, Operand<TFloat32>> gradients) {
  private static final String END_POINT = "the masks";

  /**
   * Adds the objective to a graph.
   *
   * @param x {@code [batch, d_x]}
   * @param y {@code [batch, d_y]}
   * @param counted {@code [batch]}, 1 of the n rows that count, 0 for padding
   * @param weights of the rows, {@code [batch]}, 0 for padding
   */
  static Objective add(
      Ops tf,
      TrainingPlan plan,
      ParameterValues parameters,
      ModelNoise noise,
      Operand<TFloat32> x,
      Operand<TFloat32> y,
      Operand<TFloat32> counted,
      Operand<TFloat32> weights) {
    Rematerialization rematerialization = new Rematerialization();
    ParameterValues values = parameters.with(rematerialization);
    ModelSpec model = plan.model();
    int draws = plan.loss().draws();
    BatchPlan batches = plan.batches();
    LatentCounts counts =
        new LatentCounts(draws, plan.action().draws(), batches.batchRows(), batches.maskGroups());
    Latents latents = Latents.draw(tf, model, values, noise, counts);
    MaskDraws masks = latents.masks();
    PassOutputs predicted =
        PredictionGraph.add(tf, model, values, x, latents).within(plan.bounds());
    ScoreTerms terms = plan.loss().terms(tf, predicted, y);
    Operand<TFloat32> fit = weightedMean(tf, terms.fit(), counted, weights);
    Operand<TFloat32> dispersion = weightedMean(tf, terms.dispersion(), counted, weights);
    Operand<TFloat32> action =
        masks.transport().map(Transport::action).orElseGet(() -> tf.constant(0f));
    Operand<TFloat32> score = tf.math.sub(fit, dispersion);
    Operand<TFloat32> charged =
        model
            .masks()
            .regularizer(tf, values, model.network().maskedLayers(), plan.rows())
            .map(r -> (Operand<TFloat32>) tf.math.add(score, r))
            .orElse(score);
    Map<String, Operand<TFloat32>> gradients =
        gradients(tf, plan, values, masks, charged, rematerialization);
    return new Objective(fit, dispersion, action, gradients);
  }

  /**
   * The flow is cut out of the graph's own differentiation: the score is differentiated by its end
   * point, and the flow pulls that back itself.
   */
  private static Map<String, Operand<TFloat32>> gradients(
      Ops tf,
      TrainingPlan plan,
      ParameterValues values,
      MaskDraws masks,
      Operand<TFloat32> score,
      Rematerialization rematerialization) {
    List<Parameter> transported = masks.transport().map(Transport::parameters).orElse(List.of());
    Set<String> behindFlow = transported.stream().map(Parameter::name).collect(Collectors.toSet());
    List<String> names = new ArrayList<>();
    List<Operand<TFloat32>> xs = new ArrayList<>();
    values
        .byName()
        .forEach(
            (name, value) -> {
              if (!behindFlow.contains(name)) {
                names.add(name);
                xs.add(value);
              }
            });
    masks
        .transport()
        .ifPresent(
            t -> {
              names.add(END_POINT);
              xs.add(t.endpoint());
            });
    List<Operand<TFloat32>> found = rematerialization.gradients(tf, score, xs, names);
    Map<String, Operand<TFloat32>> gradients = new LinkedHashMap<>();
    for (int i = 0; i < xs.size(); i++) {
      gradients.put(names.get(i), found.get(i));
    }
    masks.transport().ifPresent(t -> pullBack(tf, plan, t, gradients));
    return gradients;
  }

  /** Replaces the gradient by the end point with the gradients by the flow's parameters. */
  private static void pullBack(
      Ops tf, TrainingPlan plan, Transport transport, Map<String, Operand<TFloat32>> gradients) {
    Operand<TFloat32> endpoint = Objects.requireNonNull(gradients.remove(END_POINT), END_POINT);
    Transport.Adjoint adjoint =
        transport.pullback(tf, endpoint, tf.constant((float) plan.action().weight()));
    for (int i = 0; i < transport.parameters().size(); i++) {
      gradients.put(transport.parameters().get(i).name(), adjoint.parameters().get(i));
    }
  }

  private static Operand<TFloat32> weightedMean(
      Ops tf, Operand<TFloat32> values, Operand<TFloat32> counted, Operand<TFloat32> weights) {
    return tf.math.div(
        tf.reduceSum(tf.math.mul(values, weights), tf.constant(0)),
        tf.reduceSum(counted, tf.constant(0)));
  }
}
