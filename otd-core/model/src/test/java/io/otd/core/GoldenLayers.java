// SPDX-License-Identifier: Apache-2.0
package io.otd.core;

import com.fasterxml.jackson.databind.JsonNode;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.ParameterValues;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.tensorflow.Operand;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** Networks in the format of the golden files: lists of {@code {"W": [in][out], "b": [out]}}. */
public final class GoldenLayers {
  private GoldenLayers() {}

  /** The layers of a network by their parameter names, e.g. {@code velocity/0/kernel}. */
  public static Map<String, float[]> arrays(String prefix, JsonNode layers) {
    Map<String, float[]> arrays = new LinkedHashMap<>();
    for (int i = 0; i < layers.size(); i++) {
      arrays.put(prefix + "/" + i + "/kernel", Golden.floats(layers.get(i).get("W")));
      arrays.put(prefix + "/" + i + "/bias", Golden.floats(layers.get(i).get("b")));
    }
    return arrays;
  }

  /** The same as constants of a graph. */
  public static ParameterValues constants(Ops tf, String prefix, JsonNode layers) {
    Map<String, Operand<TFloat32>> values = new LinkedHashMap<>();
    for (int i = 0; i < layers.size(); i++) {
      JsonNode kernel = layers.get(i).get("W");
      float[] bias = Golden.floats(layers.get(i).get("b"));
      values.put(
          prefix + "/" + i + "/kernel",
          GraphRun.constant(tf, Golden.floats(kernel), kernel.size(), bias.length));
      values.put(prefix + "/" + i + "/bias", GraphRun.constant(tf, bias, bias.length));
    }
    return new ParameterValues(values);
  }

  /** An activation by its golden name. */
  public static Activation activation(String name) {
    return name.equals("none")
        ? Activation.IDENTITY
        : Activation.valueOf(name.toUpperCase(Locale.ROOT));
  }

  /** A list of integers. */
  public static List<Integer> integers(JsonNode array) {
    return java.util.stream.IntStream.range(0, array.size())
        .mapToObj(i -> array.get(i).asInt())
        .toList();
  }
}
