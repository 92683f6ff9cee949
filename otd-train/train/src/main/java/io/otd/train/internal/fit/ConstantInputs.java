// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.program.StoredRows;
import io.otd.train.internal.network.TrainingRows;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Networks that learn the distribution of the targets alone. They are trained on rows whose inputs
 * are all 1; then the kernels that read the inputs go into the biases, {@code 1 W + b}, and are 0.
 * The network is thus like the others, and its outputs do not depend on the inputs.
 */
final class ConstantInputs {
  private ConstantInputs() {}

  /** The rows with all inputs 1. */
  static TrainingRows on(TrainingRows rows) {
    Optional<ShardFile> shard = ShardFile.of(rows);
    if (shard.isPresent()) {
      return TrainingRows.stored(shard.get().withConstantInputs(), rows.rows(), rows.bounds())
          .withPlaces(rows.places());
    }
    if (rows.stored().isPresent()) {
      StoredRows stored = rows.stored().get();
      return TrainingRows.stored(
          (numbers, count, x, y) -> {
            stored.read(numbers, count, x, y);
            Arrays.fill(x, 1);
          },
          rows.rows(),
          rows.bounds());
    }
    float[] ones = new float[rows.x().length];
    Arrays.fill(ones, 1);
    return new TrainingRows(
        ones, rows.y(), rows.rows(), rows.points(), rows.places(), rows.bounds());
  }

  /**
   * The parameters of the network whose output for every input equals that of the trained one for
   * ones.
   *
   * @param model a masked network
   * @param parameters {@code [P]}
   */
  static float[] folded(ModelSpec model, float[] parameters) {
    MaskedMlp network = (MaskedMlp) model.network();
    List<Parameter> all = model.parameters();
    List<float[]> arrays = new ParameterVector(all).split(parameters);
    MaskedMlp.InputKernels reading = network.inputKernels();
    fold(all, arrays, reading.first(), reading.firstBias());
    reading.linear().ifPresent(linear -> fold(all, arrays, linear, reading.lastBias()));
    return new ParameterVector(all).join(arrays);
  }

  private static void fold(
      List<Parameter> all, List<float[]> arrays, String kernelName, String biasName) {
    float[] kernel = arrays.get(place(all, kernelName));
    float[] bias = arrays.get(place(all, biasName));
    for (int i = 0; i < kernel.length; i++) {
      bias[i % bias.length] += kernel[i];
      kernel[i] = 0;
    }
  }

  private static int place(List<Parameter> all, String name) {
    for (int i = 0; i < all.size(); i++) {
      if (all.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalStateException("parameter: " + name + " (expected: one of the network)");
  }
}
