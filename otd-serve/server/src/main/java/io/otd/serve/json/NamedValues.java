// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.serve.internal.tensor.DeclaredTensor;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The inputs of a signature while they are read. The search for one begins after the previously
 * found one, because names are mostly in the same order.
 */
final class NamedValues {
  private final List<String> names;
  private final NestedValues[] values;
  private final int[] readAt;
  private int next;

  NamedValues(Map<String, DeclaredTensor> declared) {
    names = List.copyOf(declared.keySet());
    values = new NestedValues[names.size()];
    readAt = new int[names.size()];
    int i = 0;
    for (DeclaredTensor input : declared.values()) {
      values[i++] = new NestedValues(ElementValues.of(input));
    }
  }

  int size() {
    return names.size();
  }

  String name(int input) {
    return names.get(input);
  }

  /** All names, in order, as messages list them. */
  String names() {
    return names.stream().sorted().collect(Collectors.joining(","));
  }

  /** The input with a name; -1 if none has it. */
  int find(String name) {
    for (int i = 0; i < values.length; i++) {
      int input = (next + i) % values.length;
      if (name.equals(names.get(input))) {
        next = input + 1;
        return input;
      }
    }
    return -1;
  }

  /**
   * Records that an input occurs in a row.
   *
   * @param row from 1
   * @return false if it already occurred in this row
   */
  boolean mark(int input, int row) {
    boolean fresh = readAt[input] != row;
    readAt[input] = row;
    return fresh;
  }

  /** Whether an input occurred in a row. */
  boolean isMarked(int input, int row) {
    return readAt[input] == row;
  }

  /** Reads an input's value, or its item in the next row. */
  void read(int input, JsonReader reader) {
    values[input].add(reader);
  }

  /** The tensors by name. */
  Map<String, HostTensor> tensors(Function<NestedValues, HostTensor> tensor) {
    Map<String, HostTensor> all = new LinkedHashMap<>();
    for (int i = 0; i < values.length; i++) {
      all.put(names.get(i), tensor.apply(values[i]));
    }
    return all;
  }
}
