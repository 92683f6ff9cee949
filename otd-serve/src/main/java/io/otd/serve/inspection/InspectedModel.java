package io.otd.serve.inspection;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.TensorInfo;

/**
 * What an inspected model offers.
 *
 * @param signatures by name
 */
public record InspectedModel(Map<String, Signature> signatures) {
  /** Keeps the names in order. */
  public InspectedModel {
    signatures = java.util.Collections.unmodifiableMap(new TreeMap<>(signatures));
  }

  /**
   * One signature.
   *
   * @param inputs name of each input's tensor in the graph, by the input's name
   * @param outputs likewise
   */
  public record Signature(Map<String, String> inputs, Map<String, String> outputs) {
    /** Copies the maps. */
    public Signature {
      inputs = Map.copyOf(inputs);
      outputs = Map.copyOf(outputs);
    }

    /**
     * The tensor of an input.
     *
     * @param name of the input
     * @throws IllegalArgumentException if there is none
     */
    public String input(String name) {
      return tensor(inputs, "input", name);
    }

    /**
     * The tensor of an output.
     *
     * @param name of the output
     * @throws IllegalArgumentException if there is none
     */
    public String output(String name) {
      return tensor(outputs, "output", name);
    }

    private static String tensor(Map<String, String> tensors, String kind, String name) {
      String tensor = tensors.get(name);
      if (tensor == null) {
        throw new IllegalArgumentException(
            "%s \"%s\" (expected: one of %s)".formatted(kind, name, tensors.keySet()));
      }
      return tensor;
    }
  }

  /**
   * The signature of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Signature signature(String name) {
    Signature signature = signatures.get(name);
    if (signature == null) {
      throw new IllegalArgumentException(
          "signature \"%s\" (expected: one of %s)".formatted(name, signatures.keySet()));
    }
    return signature;
  }

  static InspectedModel of(MetaGraphDef meta) {
    return new InspectedModel(
        meta.getSignatureDefMap().entrySet().stream()
            .collect(
                Collectors.toMap(
                    Map.Entry::getKey,
                    entry ->
                        new Signature(
                            names(entry.getValue().getInputsMap()),
                            names(entry.getValue().getOutputsMap())))));
  }

  private static Map<String, String> names(Map<String, TensorInfo> tensors) {
    Function<Map.Entry<String, TensorInfo>, String> name = entry -> entry.getValue().getName();
    return tensors.entrySet().stream().collect(Collectors.toMap(Map.Entry::getKey, name));
  }
}
