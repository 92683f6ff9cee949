// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import com.google.protobuf.ByteString;
import io.otd.core.internal.check.Check;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.DeclaredTensor;
import io.otd.serve.internal.tensor.ElementType;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.proto.TensorShapeProto;

/**
 * The contents of an inspected model.
 *
 * @param signatures by name: the model's own, and those added for use within the process
 * @param definitions the model's own, each a {@code tensorflow.SignatureDef}
 * @param otd description by otd
 * @param state variables and tables that the signatures read
 * @param loops of the graph
 */
public record InspectedModel(
    Map<String, Signature> signatures,
    Map<String, ByteString> definitions,
    OtdDescription otd,
    ModelState state,
    Loops loops) {
  /** Many signatures of a large graph would otherwise take hours to inspect. */
  private static final long MAX_VISITS = 1_000_000;

  /** Keeps the names in order. */
  public InspectedModel {
    signatures = Collections.unmodifiableMap(new TreeMap<>(signatures));
    definitions = Collections.unmodifiableMap(new TreeMap<>(definitions));
  }

  /**
   * A model without variables, tables and loops.
   *
   * @param signatures by name
   * @param definitions the model's own, each a {@code tensorflow.SignatureDef}
   * @param otd description by otd
   */
  public InspectedModel(
      Map<String, Signature> signatures, Map<String, ByteString> definitions, OtdDescription otd) {
    this(signatures, definitions, otd, ModelState.NONE, Loops.NONE);
  }

  /**
   * The signature that a request names.
   *
   * @throws ServingException FAILED_PRECONDITION if there is none
   */
  public Signature requested(String name) {
    Signature signature = signatures.get(name);
    if (signature == null) {
      throw notFound(name);
    }
    return signature;
  }

  /** The refusal of a request for a signature that is not there. */
  public static ServingException notFound(String name) {
    return new ServingException(
        StatusCode.FAILED_PRECONDITION, "Serving signature key \"%s\" not found.".formatted(name));
  }

  /**
   * One signature.
   *
   * @param method such as {@code tensorflow/serving/predict}
   * @param inputs by name, in the order of the names
   * @param outputs likewise
   * @param width apparent number of parallel networks of layers that compute the outputs; empty if
   *     functions are called, or there are loops or branches
   */
  public record Signature(
      String method,
      Map<String, DeclaredTensor> inputs,
      Map<String, DeclaredTensor> outputs,
      OptionalInt width) {
    /** Copies the maps. */
    public Signature {
      inputs = Collections.unmodifiableMap(new TreeMap<>(inputs));
      outputs = Collections.unmodifiableMap(new TreeMap<>(outputs));
    }

    /**
     * This signature with the outputs of another one, which has the same inputs.
     *
     * @param other signature with outputs of the same network; for equal names, its own output
     *     stays
     */
    public Signature with(Signature other) {
      Map<String, DeclaredTensor> all = new TreeMap<>(outputs);
      all.putAll(other.outputs);
      return new Signature(
          method,
          inputs,
          all,
          width.isPresent() && other.width.isPresent()
              ? OptionalInt.of(Math.max(width.getAsInt(), other.width.getAsInt()))
              : OptionalInt.empty());
    }

    /**
     * The tensor of an input, as the graph names it.
     *
     * @throws IllegalArgumentException if there is none
     */
    public String input(String name) {
      return Check.known("input", name, inputs).place();
    }

    /**
     * The tensor of an output, as the graph names it.
     *
     * @throws IllegalArgumentException if there is none
     */
    public String output(String name) {
      return Check.known("output", name, outputs).place();
    }
  }

  /**
   * The signature of a name.
   *
   * @throws IllegalArgumentException if there is none
   */
  public Signature signature(String name) {
    return Check.known("signature", name, signatures);
  }

  /**
   * The signature that clients may request by a name. Those that were added to the model's own, for
   * use within the process, are not among them.
   *
   * @return nothing if the model has none of that name
   */
  public Optional<Signature> offered(String name) {
    return definitions.containsKey(name)
        ? Optional.ofNullable(signatures.get(name))
        : Optional.empty();
  }

  static InspectedModel of(MetaGraphDef meta, GraphNodes graph, OtdDescription otd) {
    GraphWidth width = new GraphWidth(graph, MAX_VISITS);
    Map<String, Signature> signatures = new TreeMap<>();
    meta.getSignatureDefMap()
        .forEach(
            (name, definition) -> {
              Map<String, DeclaredTensor> outputs = declared(definition.getOutputsMap());
              signatures.put(
                  name,
                  new Signature(
                      definition.getMethodName(),
                      declared(definition.getInputsMap()),
                      outputs,
                      width.of(
                          outputs.values().stream()
                              .map(DeclaredTensor::place)
                              .filter(place -> !place.isEmpty())
                              .toList())));
            });
    return new InspectedModel(
        signatures,
        meta.getSignatureDefMap().entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, e -> e.getValue().toByteString())),
        otd,
        ModelState.of(meta, graph),
        Loops.in(graph));
  }

  private static Map<String, DeclaredTensor> declared(Map<String, TensorInfo> tensors) {
    Map<String, DeclaredTensor> declared = new TreeMap<>();
    tensors.forEach((name, info) -> declared.put(name, declared(info)));
    return declared;
  }

  private static DeclaredTensor declared(TensorInfo info) {
    boolean known = info.hasTensorShape() && !info.getTensorShape().getUnknownRank();
    return new DeclaredTensor(
        info.getName(),
        info.getDtype().name(),
        ElementType.of(info.getDtypeValue()),
        known
            ? Optional.of(
                info.getTensorShape().getDimList().stream()
                    .map(TensorShapeProto.Dim::getSize)
                    .toList())
            : Optional.empty());
  }
}
