// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.preparation;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.MaskedMlp;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes networks of all inputs of networks that were trained with a view of them: the outputs do
 * not depend on what was not seen, and the kernels take over the scales of what was.
 */
final class UnseenInputs {
  private final List<Parameter> parameters;
  private final List<float[]> arrays;
  private final MaskedMlp.InputKernels reading;

  private UnseenInputs(ModelSpec trained, float[] vector) {
    parameters = trained.parameters();
    arrays = new ArrayList<>(new ParameterVector(parameters).split(vector));
    reading = ((MaskedMlp) trained.network()).inputKernels();
  }

  /**
   * The parameters of the network of all inputs.
   *
   * @param trained a masked network that sees the inputs of the view
   * @param view what it sees
   * @param whole the network of all inputs
   * @param vector parameters of the trained network, {@code [P]}
   */
  static float[] added(ModelSpec trained, InputView view, ModelSpec whole, float[] vector) {
    UnseenInputs network = new UnseenInputs(trained, vector);
    if (view.constant()) {
      network.fold(network.reading.first(), network.reading.firstBias());
      network
          .reading
          .linear()
          .ifPresent(linear -> network.fold(linear, network.reading.lastBias()));
    }
    network.widen(network.reading.first(), view);
    network.reading.linear().ifPresent(linear -> network.widen(linear, view));
    return new ParameterVector(whole.parameters()).join(network.arrays);
  }

  /**
   * The parameters of a network that sees the inputs of the view: what {@link #added} added is
   * removed. Where it saw a 1 instead of each input, the bias keeps what it learned.
   *
   * @param whole the network of all inputs
   * @param view what the other one sees
   * @param trained the network that sees the inputs of the view
   * @param vector parameters of the network of all inputs, {@code [P]}
   */
  static float[] removed(ModelSpec whole, InputView view, ModelSpec trained, float[] vector) {
    UnseenInputs network = new UnseenInputs(whole, vector);
    network.narrow(network.reading.first(), view);
    network.reading.linear().ifPresent(linear -> network.narrow(linear, view));
    return new ParameterVector(trained.parameters()).join(network.arrays);
  }

  /** The kernel keeps the rows of the inputs that are kept, for the inputs as they are scaled. */
  private void narrow(String kernelName, InputView view) {
    float[] wide = arrays.get(place(kernelName));
    int outputs = wide.length / view.width();
    float[] narrow = new float[view.kept().size() * outputs];
    for (int i = 0; i < view.kept().size(); i++) {
      for (int j = 0; j < outputs; j++) {
        narrow[i * outputs + j] = wide[view.kept().get(i) * outputs + j] / view.scale(i);
      }
    }
    arrays.set(place(kernelName), narrow);
  }

  /** The kernel's sum over inputs of 1 goes into the bias, {@code 1 W + b}, and the kernel is 0. */
  private void fold(String kernelName, String biasName) {
    float[] kernel = arrays.get(place(kernelName));
    float[] bias = arrays.get(place(biasName));
    for (int i = 0; i < kernel.length; i++) {
      bias[i % bias.length] += kernel[i];
      kernel[i] = 0;
    }
  }

  /** The kernel gets rows of zeros for the inputs that are not kept, and takes over the scales. */
  private void widen(String kernelName, InputView view) {
    float[] narrow = arrays.get(place(kernelName));
    int outputs = narrow.length / view.kept().size();
    float[] wide = new float[view.width() * outputs];
    for (int i = 0; i < view.kept().size(); i++) {
      for (int j = 0; j < outputs; j++) {
        wide[view.kept().get(i) * outputs + j] = narrow[i * outputs + j] * view.scale(i);
      }
    }
    arrays.set(place(kernelName), wide);
  }

  private int place(String name) {
    for (int i = 0; i < parameters.size(); i++) {
      if (parameters.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalStateException("parameter: " + name + " (expected: one of the network)");
  }
}
