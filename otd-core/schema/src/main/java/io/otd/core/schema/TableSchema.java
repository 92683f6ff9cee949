// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import java.nio.FloatBuffer;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The columns of a table that a model reads and predicts, each with its way to the network's
 * numbers. The network's inputs are those of the first column, then those of the second, and so on.
 *
 * @param inputs the input columns, at least one
 * @param targets the target columns, in the order of the network's outputs, at least one
 */
public record TableSchema(List<InputColumn> inputs, List<TargetColumn> targets) {
  /** Checks that names are unique. */
  public TableSchema {
    inputs = List.copyOf(inputs);
    targets = List.copyOf(targets);
    if (inputs.isEmpty() || targets.isEmpty()) {
      throw new IllegalArgumentException(
          "schema: %s inputs, %s targets (expected: at least one of each)"
              .formatted(inputs.size(), targets.size()));
    }
    Set<String> seen = new HashSet<>();
    Stream<String> names =
        Stream.concat(
            inputs.stream().map(InputColumn::name), targets.stream().map(TargetColumn::name));
    for (String name : names.toList()) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException("column \"" + name + "\" appears twice in the schema");
      }
    }
  }

  /** Whether predictions of a target may have atoms. */
  public boolean atoms() {
    return targets.stream().anyMatch(target -> !target.support().everyNumber());
  }

  /** Names of the input columns. */
  public List<String> inputNames() {
    return inputs.stream().map(InputColumn::name).toList();
  }

  /** Names of the targets. */
  public List<String> targetNames() {
    return targets.stream().map(TargetColumn::name).toList();
  }

  /** The units of inputs and targets that are numbers, by name; an empty one for none. */
  public Map<String, String> units() {
    return Stream.concat(
            numeric().stream().map(column -> Map.entry(column.name(), column.unit())),
            targets.stream().map(target -> Map.entry(target.name(), target.unit())))
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** d_x: the network's inputs, all columns together. */
  public int width() {
    return inputs.stream().mapToInt(InputColumn::width).sum();
  }

  /** The input columns whose cells are numbers, in order. */
  public List<NumericInput> numeric() {
    return inputs.stream()
        .flatMap(c -> c.match(Stream::of, text -> Stream.<NumericInput>empty()))
        .toList();
  }

  /** The input columns whose cells are texts, in order. */
  public List<TextInput> text() {
    return inputs.stream()
        .flatMap(c -> c.match(number -> Stream.<TextInput>empty(), Stream::of))
        .toList();
  }

  /**
   * The network's inputs for one row, as a served model gets it.
   *
   * @param numbers cells of the {@link #numeric} columns; NaN for a missing one
   * @param texts cells of the {@link #text} columns; empty for a missing one
   * @return {@code [d_x]}
   */
  public float[] encode(float[] numbers, List<String> texts) {
    float[] row = new float[width()];
    FloatBuffer number = FloatBuffer.wrap(numbers);
    Iterator<String> text = texts.iterator();
    int at = 0;
    for (InputColumn column : inputs) {
      int first = at;
      at =
          column.match(
              n -> n.encode(number.get(), row, first), t -> t.encode(text.next(), row, first));
    }
    return row;
  }
}
