package io.otd.core.schema;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns of a table that a model reads and predicts, all numeric.
 *
 * @param inputs names of the input columns, in the order of the network's inputs
 * @param targets names of the target columns, in the order of its outputs
 */
public record TableSchema(List<String> inputs, List<String> targets) {
  /** Checks that names are unique. */
  public TableSchema {
    inputs = List.copyOf(inputs);
    targets = List.copyOf(targets);
    Set<String> seen = new HashSet<>();
    for (String name : java.util.stream.Stream.concat(inputs.stream(), targets.stream()).toList()) {
      if (!seen.add(name)) {
        throw new IllegalArgumentException("column \"" + name + "\" stands twice in the schema");
      }
    }
  }
}
