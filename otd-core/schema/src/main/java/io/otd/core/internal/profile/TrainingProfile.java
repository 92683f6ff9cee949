// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.profile;

import io.otd.core.schema.DateInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.ListedInput;
import io.otd.core.schema.TableSchema;
import java.util.List;
import java.util.stream.Stream;

/**
 * The profile of a model's training rows.
 *
 * @param rows how many there were; 0 if nothing is known of them, as of models that were trained
 *     before there were profiles
 * @param numbers of the columns of numbers, and of what the dates of a column give, in the order of
 *     the columns
 * @param texts of the other columns of texts, in order
 * @param predictedRows rows that the predictions are of, at most {@code rows}
 * @param predictions of the targets, in order; none if {@code predictedRows} is 0
 */
public record TrainingProfile(
    long rows,
    List<NumberProfile> numbers,
    List<TextProfile> texts,
    long predictedRows,
    List<PredictionProfile> predictions) {
  /** Nothing is known. */
  public static final TrainingProfile NONE =
      new TrainingProfile(0, List.of(), List.of(), 0, List.of());

  /** Checks the sizes. */
  public TrainingProfile {
    numbers = List.copyOf(numbers);
    texts = List.copyOf(texts);
    predictions = List.copyOf(predictions);
    if (rows < 0 || predictedRows < 0 || predictedRows > rows) {
      throw new IllegalArgumentException(
          "profile: %s rows, %s predicted (expected: at least 0, no more predicted than rows)"
              .formatted(rows, predictedRows));
    }
    if ((rows == 0 && !(numbers.isEmpty() && texts.isEmpty()))
        || (predictedRows == 0) != predictions.isEmpty()) {
      throw new IllegalArgumentException(
          "profile: of %s rows %s columns, of %s predicted rows %s targets (expected: none of none)"
              .formatted(rows, numbers.size() + texts.size(), predictedRows, predictions.size()));
    }
  }

  /** Whether nothing is known. */
  public boolean absent() {
    return rows == 0;
  }

  /** The same with predictions. */
  public TrainingProfile with(long ofRows, List<PredictionProfile> other) {
    return new TrainingProfile(rows, numbers, texts, ofRows, other);
  }

  /**
   * Checks that the profile is one of a schema's columns.
   *
   * @throws IllegalArgumentException naming what is of other columns
   */
  public void requireOf(TableSchema schema) {
    if (absent()) {
      return;
    }
    require("numbers", numbers.stream().map(NumberProfile::name).toList(), numberNames(schema));
    require("texts", texts.stream().map(TextProfile::name).toList(), textNames(schema));
    if (predictedRows > 0) {
      require(
          "predictions",
          predictions.stream().map(PredictionProfile::target).toList(),
          schema.targetNames());
    }
  }

  private static void require(String what, List<String> found, List<String> expected) {
    if (!found.equals(expected)) {
      throw new IllegalArgumentException(
          "profile: %s of %s (expected: of %s)".formatted(what, found, expected));
    }
  }

  /** The names of {@link #numbers}, in order. */
  public static List<String> numberNames(TableSchema schema) {
    return schema.inputs().stream().flatMap(TrainingProfile::numberNames).toList();
  }

  private static Stream<String> numberNames(InputColumn column) {
    return column.match(
        number -> Stream.of(number.name()),
        text -> text.matchText(listed -> Stream.<String>empty(), TrainingProfile::numberNames));
  }

  /** A name for each number of a date. */
  private static Stream<String> numberNames(DateInput date) {
    return date.parts().stream().map(part -> date.name() + ": " + part.part().word());
  }

  private static List<String> textNames(TableSchema schema) {
    return listed(schema).stream().map(ListedInput::name).toList();
  }

  /** The columns that {@link #texts} are of, in order. */
  public static List<ListedInput> listed(TableSchema schema) {
    return schema.text().stream()
        .flatMap(text -> text.matchText(Stream::of, date -> Stream.<ListedInput>empty()))
        .toList();
  }
}
