// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.graph.Tensors;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.tensorflow.Result;
import org.tensorflow.SavedModelBundle;
import org.tensorflow.Session;
import org.tensorflow.Tensor;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;

/** Runs the signatures of a loaded model as TensorFlow Serving does. */
final class SignatureRuns {
  private SignatureRuns() {}

  /** All outputs of a signature must be finite and have one entry per row; closes the inputs. */
  static void run(
      SavedModelBundle bundle, SignatureDef signature, Map<String, Tensor> inputs, int rows) {
    try {
      Session.Runner runner = bundle.session().runner();
      inputs.forEach((key, t) -> runner.feed(signature.getInputsOrThrow(key).getName(), t));
      List<TensorInfo> outputs = List.copyOf(signature.getOutputsMap().values());
      outputs.forEach(info -> runner.fetch(info.getName()));
      try (Result result = runner.run()) {
        for (int i = 0; i < outputs.size(); i++) {
          long[] expected =
              outputs.get(i).getTensorShape().getDimList().stream()
                  .mapToLong(d -> d.getSize())
                  .toArray();
          expected[0] = rows;
          assertThat(result.get(i).shape().asArray()).isEqualTo(expected);
          float[] values = Tensors.floats(result.get(i));
          assertThat(IntStream.range(0, values.length).filter(k -> !Float.isFinite(values[k])))
              .isEmpty();
        }
      }
    } finally {
      inputs.values().forEach(Tensor::close);
    }
  }

  /** One output of {@code serving_default}. */
  static float[] summary(
      SavedModelBundle bundle, float[][] rows, List<List<String>> texts, String output) {
    SignatureDef signature = bundle.metaGraphDef().getSignatureDefOrThrow("serving_default");
    int width = rows[0].length;
    float[] x = new float[rows.length * width];
    for (int i = 0; i < x.length; i++) {
      x[i] = rows[i / width][i % width];
    }
    String[] c = texts.stream().flatMap(List::stream).toArray(String[]::new);
    try (Tensor numbers = Tensors.of(x, rows.length, width);
        Tensor words = Tensors.of(c, rows.length, texts.get(0).size())) {
      Map<String, Tensor> tensors = Map.of("x", numbers, "c", words);
      Session.Runner runner = bundle.session().runner();
      signature
          .getInputsMap()
          .forEach((key, info) -> runner.feed(info.getName(), tensors.get(key)));
      try (Result result = runner.fetch(signature.getOutputsOrThrow(output).getName()).run()) {
        return Tensors.floats(result.get(0));
      }
    }
  }

  /** Two rows of all inputs but one. */
  static void feed(
      SavedModelBundle bundle, SignatureDef signature, TensorInfo other, long[] shape) {
    List<Tensor> tensors = new ArrayList<>();
    try {
      Session.Runner runner = bundle.session().runner();
      for (TensorInfo input : signature.getInputsMap().values()) {
        Tensor tensor =
            RequestTensors.zeros(input.getDtype(), input.equals(other) ? shape : shape(input, 2));
        tensors.add(tensor);
        runner.feed(input.getName(), tensor);
      }
      signature.getOutputsMap().values().forEach(output -> runner.fetch(output.getName()));
      runner.run().close();
    } finally {
      tensors.forEach(Tensor::close);
    }
  }

  /** The shape of an input with this number of rows. */
  static long[] shape(TensorInfo input, int rows) {
    long[] shape =
        input.getTensorShape().getDimList().stream().mapToLong(d -> d.getSize()).toArray();
    shape[0] = rows;
    return shape;
  }
}
