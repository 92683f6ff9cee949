// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.tensor.DeclaredTensor;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListSet;

/**
 * The compiled form of a signature, and the numbers of rows that may use it: those for which it
 * gave the same answers.
 */
final class CompiledSignature {
  /** Steps between the values of the rows that it is tried with, from -1 to 1. */
  private static final double STEP = 0.37;

  private final Map<String, List<Long>> inputs = new TreeMap<>();
  private final Map<String, String> places;
  private final NavigableSet<Long> rows = new ConcurrentSkipListSet<>();
  private volatile boolean divisible;

  /**
   * No number of rows may use it yet.
   *
   * @param signature one that {@link #suits}
   * @param places by each output's place in the graph the compiled one
   */
  CompiledSignature(InspectedModel.Signature signature, Map<String, String> places) {
    signature.inputs().forEach((name, input) -> inputs.put(name, input.shape().orElseThrow()));
    this.places = Map.copyOf(places);
  }

  /** Whether all inputs and outputs can be served and only the number of rows is open. */
  static boolean suits(InspectedModel.Signature signature) {
    return !signature.inputs().isEmpty()
        && served(signature.inputs().values())
        && served(signature.outputs().values())
        && signature.inputs().values().stream()
            .allMatch(input -> input.shape().filter(CompiledSignature::isOfRows).isPresent());
  }

  private static boolean served(Collection<DeclaredTensor> tensors) {
    return tensors.stream().allMatch(t -> t.type().isPresent() && !t.place().isEmpty());
  }

  private static boolean isOfRows(List<Long> shape) {
    return !shape.isEmpty()
        && shape.get(0) == -1
        && shape.subList(1, shape.size()).stream().allMatch(size -> size >= 0);
  }

  /** Some rows for a signature: numbers between -1 and 1, empty strings. */
  static Map<String, HostTensor> example(InspectedModel.Signature signature, int rows) {
    Map<String, HostTensor> example = new LinkedHashMap<>();
    signature.inputs().forEach((name, input) -> example.put(name, example(input, rows)));
    return example;
  }

  private static HostTensor example(DeclaredTensor input, int rows) {
    long[] shape = input.shape().orElseThrow().stream().mapToLong(Long::longValue).toArray();
    shape[0] = rows;
    ElementType type = input.type().orElseThrow();
    int elements = Math.toIntExact(HostTensor.elements(shape));
    if (type == ElementType.STRING) {
      byte[][] strings = new byte[elements][0];
      return HostTensor.ofStrings(shape, strings);
    }
    ByteBuffer bytes =
        ByteBuffer.allocate(Math.multiplyExact(elements, type.bytes()))
            .order(ByteOrder.nativeOrder());
    for (int i = 0; i < elements; i++) {
      double value = (i * STEP) % 2 - 1;
      switch (type) {
        case FLOAT -> bytes.putFloat((float) value);
        case DOUBLE -> bytes.putDouble(value);
        default -> bytes.position(bytes.position() + type.bytes()); // zero
      }
    }
    return HostTensor.of(type, shape, bytes.flip());
  }

  /** Compiles runs of this number of rows. */
  void admit(int newRows) {
    rows.add((long) newRows);
  }

  /** Allows larger runs to be split into pieces of the largest compiled size. */
  void admitPieces() {
    divisible = true;
  }

  /** Whether these are the inputs of the signature, all with as many rows. */
  boolean fits(Map<String, HostTensor> given) {
    if (!given.keySet().equals(inputs.keySet())) {
      return false;
    }
    long count = HostTensor.rows(given);
    return given.entrySet().stream().allMatch(e -> fits(e.getKey(), e.getValue(), count));
  }

  /**
   * Maximum number of rows of a compiled run.
   *
   * @return all, fewer, or 0 for none
   */
  int atATime(long count) {
    if (rows.contains(count)) {
      return (int) count;
    }
    boolean inPieces = divisible && !rows.isEmpty() && count > rows.last();
    return inPieces ? rows.last().intValue() : 0;
  }

  private boolean fits(String name, HostTensor tensor, long count) {
    List<Long> shape = inputs.getOrDefault(name, List.of());
    if (tensor.rank() != shape.size() || tensor.size(0) != count) {
      return false;
    }
    for (int axis = 1; axis < tensor.rank(); axis++) {
      if (tensor.size(axis) != shape.get(axis)) {
        return false;
      }
    }
    return true;
  }

  /** The compiled places of some outputs. */
  List<String> places(List<String> fetches) {
    return fetches.stream().map(fetch -> places.getOrDefault(fetch, fetch)).toList();
  }
}
