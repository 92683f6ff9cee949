// SPDX-License-Identifier: Apache-2.0
package io.otd.core.schema;

import com.fasterxml.jackson.annotation.JsonSubTypes;
import com.fasterxml.jackson.annotation.JsonTypeInfo;
import java.util.List;
import java.util.function.Function;

/** How one column of a table becomes one or more inputs of the network. */
@JsonTypeInfo(use = JsonTypeInfo.Id.NAME, property = "type")
@JsonSubTypes({
  @JsonSubTypes.Type(value = NumericInput.class, name = "numeric"),
  @JsonSubTypes.Type(value = BooleanInput.class, name = "boolean"),
  @JsonSubTypes.Type(value = CategoricalInput.class, name = "categorical"),
  @JsonSubTypes.Type(value = DateInput.class, name = "date")
})
public sealed interface InputColumn permits NumericInput, TextInput {
  /** Name of the column, unique in the table. */
  String name();

  /**
   * The kind in one word: {@code numeric}, {@code boolean}, {@code categorical} or {@code date}.
   */
  String kind();

  /** Names of the network's inputs that it becomes, at least one, e.g. {@code month=aug}. */
  List<String> features();

  /** The encoding in words, for people. */
  String description();

  /** Whether a cell may be missing: whether one was in the table of the training. */
  boolean mayBeMissing();

  /** Number of the network's inputs that encode it, at least 1. */
  default int width() {
    return features().size();
  }

  /**
   * Treatment of a column, depending on its cells.
   *
   * @param numeric for cells that are numbers
   * @param text for cells that are texts
   */
  <R> R match(Function<NumericInput, R> numeric, Function<TextInput, R> text);
}
