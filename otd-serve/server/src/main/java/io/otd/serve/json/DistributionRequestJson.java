// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.json;

import io.otd.core.internal.text.NumberText;
import io.otd.predict.TableRows;
import io.otd.serve.internal.status.ServingException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoublePredicate;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request for distributions: {@code {"rows": [...], "quantiles": [...], "levels":
 * [...], "thresholds": ..., "num_samples": n, "seed": n, "parts": false, "remember": true, "adapt":
 * true}}, of which only the rows are required. Other members are rejected: a misspelt one would
 * otherwise go unnoticed.
 */
public final class DistributionRequestJson {
  /** No legitimate request needs more numbers than this. */
  private static final int MOST = 1000;

  /** Maximum number of cells of all rows: an omitted one takes no byte of the body, but memory. */
  private static final long MAX_CELLS = 1L << 26;

  private static final String ROWS = "rows";

  private @Nullable JsonSlice rows;
  private Optional<double[]> quantiles = Optional.empty();
  private Optional<double[]> levels = Optional.empty();
  private double[] common = {};
  private final Map<String, double[]> byTarget = new LinkedHashMap<>();
  private OptionalInt samples = OptionalInt.empty();
  private OptionalLong seed = OptionalLong.empty();
  private boolean remembered = true;
  private boolean adapted = true;
  private boolean parts;

  private DistributionRequestJson() {}

  /**
   * Reads all but the rows.
   *
   * @param body UTF-8; not changed by anyone afterwards
   * @throws ServingException INVALID_ARGUMENT, naming the member, if one is invalid
   */
  public static DistributionRequestJson of(byte[] body) {
    JsonReader reader = JsonReader.of(body);
    DistributionRequestJson request = new DistributionRequestJson();
    MemberNames.distinct(reader, "", name -> request.member(name, reader));
    if (request.rows == null) {
      throw JsonDocument.notGiven("rows", "a list of rows");
    }
    return request;
  }

  private void member(String name, JsonReader reader) {
    switch (name) {
      case ROWS -> {
        reader.require(reader.kind() == JsonKind.ARRAY, name, "a list of rows");
        rows = reader.slice();
      }
      case "quantiles" ->
          quantiles =
              Optional.of(numbers(name, reader, q -> q > 0 && q <= 1, "above 0, at most 1"));
      case "levels" ->
          levels = Optional.of(numbers(name, reader, p -> p > 0 && p < 1, "between 0 and 1"));
      case "thresholds" -> thresholds(name, reader);
      case "num_samples" -> {
        long count = reader.integer(name);
        if (count < 0 || count > Integer.MAX_VALUE) {
          throw ServingException.invalid("num_samples: %s (expected: >= 0)".formatted(count));
        }
        samples = OptionalInt.of((int) count);
      }
      case "remember" -> remembered = reader.flag(name);
      case "adapt" -> adapted = reader.flag(name);
      case "parts" -> parts = reader.flag(name);
      case "seed" -> seed = OptionalLong.of(reader.integer(name));
      case "instances", "inputs" ->
          throw ServingException.invalid(
              "\"%s\" is a member of :predict (expected: \"rows\", the rows to be predicted)"
                  .formatted(name));
      default ->
          throw MemberNames.unknown(
              "",
              name,
              "rows, quantiles, levels, thresholds, num_samples, seed, parts, remember, adapt");
    }
  }

  private void thresholds(String name, JsonReader reader) {
    if (reader.kind() != JsonKind.OBJECT) {
      common = numbers(name, reader, Double::isFinite, "finite numbers");
      return;
    }
    MemberNames.distinct(
        reader,
        "thresholds: target ",
        target ->
            byTarget.put(
                target,
                numbers(
                    name + " of " + MemberNames.shortened(target),
                    reader,
                    Double::isFinite,
                    "finite numbers")));
  }

  private static double[] numbers(
      String name, JsonReader reader, DoublePredicate allowed, String expected) {
    reader.require(reader.kind() == JsonKind.ARRAY, name, "a list of numbers");
    List<Double> values = new ArrayList<>();
    reader.elements(
        () -> {
          if (values.size() == MOST) {
            throw ServingException.invalid(
                "%s: more than %s numbers (expected: at most these)".formatted(name, MOST));
          }
          reader.require(
              reader.kind() == JsonKind.NUMBER && allowed.test(reader.real()), name, expected);
          values.add(reader.real());
        });
    return values.stream().mapToDouble(Double::doubleValue).toArray();
  }

  /** Probabilities of the quantiles, each in (0, 1]; empty if the request does not specify them. */
  public Optional<double[]> quantiles() {
    return quantiles;
  }

  /** Levels of the intervals, each in (0, 1); empty if the request does not specify them. */
  public Optional<double[]> levels() {
    return levels;
  }

  /**
   * Thresholds of each target, in its units, in the order of the targets.
   *
   * @throws ServingException INVALID_ARGUMENT, if the request has some for a target that there is
   *     not
   */
  public List<double[]> thresholds(List<String> targets) {
    Set<String> unknown = new TreeSet<>(byTarget.keySet());
    targets.forEach(unknown::remove);
    if (!unknown.isEmpty()) {
      throw ServingException.invalid(
          "thresholds: unknown target \"%s\" (expected: %s)"
              .formatted(MemberNames.shortened(unknown.iterator().next()), targets));
    }
    return targets.stream().map(target -> byTarget.getOrDefault(target, common)).toList();
  }

  /** Number of requested draws; empty if the request does not specify them. */
  public OptionalInt samples() {
    return samples;
  }

  /** The seed of fresh draws; empty for those of the model's bank. */
  public OptionalLong seed() {
    return seed;
  }

  /** Whether the predictions may be observed later. */
  public boolean isRemembered() {
    return remembered;
  }

  /** Whether the variance is wanted in its parts. */
  public boolean parts() {
    return parts;
  }

  /** Whether intervals may be adapted to observed values. */
  public boolean adapts() {
    return adapted;
  }

  /**
   * Reads the rows: lists in the order of the columns, or objects by their names; {@code null} is a
   * missing cell.
   *
   * @param into receives them
   * @throws ServingException INVALID_ARGUMENT, naming row and column, if a cell is invalid
   */
  public void read(TableRows into) {
    if (rows == null) {
      return;
    }
    JsonReader reader = rows.reader();
    try {
      for (boolean more = reader.open(); more; more = reader.next()) {
        switch (reader.kind()) {
          case OBJECT -> object(reader, into);
          case ARRAY -> list(reader, into);
          default ->
              throw ServingException.invalid(
                  "row %s: %s (expected: a list or an object)"
                      .formatted(into.size(), reader.shown()));
        }
        into.end();
        if ((long) into.size() * into.names().size() > MAX_CELLS) {
          throw ServingException.invalid(
              "rows: more than %s cells (expected: fewer rows at once)".formatted(MAX_CELLS));
        }
      }
    } catch (IllegalArgumentException e) {
      throw ServingException.invalid(e);
    }
  }

  private static void object(JsonReader reader, TableRows into) {
    reader.members(name -> cell(reader, into, into.column(MemberNames.shortened(name))));
  }

  private static void list(JsonReader reader, TableRows into) {
    int columns = into.names().size();
    int column = 0;
    for (boolean more = reader.open(); more; more = reader.next()) {
      if (column == columns) {
        throw into.wrongLength("more than " + NumberText.counted(columns, "value"));
      }
      cell(reader, into, column++);
    }
    if (column < columns) {
      throw into.wrongLength(NumberText.counted(column, "value"));
    }
  }

  private static void cell(JsonReader reader, TableRows into, int column) {
    switch (reader.kind()) {
      case NULL -> into.missing(column);
      case NUMBER -> number(reader, into, column);
      case TRUE, FALSE -> into.cell(column, reader.flag());
      case STRING -> into.text(column, reader.text());
      default -> throw into.wrong(column, reader.shown());
    }
  }

  private static void number(JsonReader reader, TableRows into, int column) {
    double value = reader.real();
    if (reader.isLong() && !into.isNumeric(column)) {
      into.cell(column, reader.integer());
    } else if (Float.isFinite((float) value) || Double.isNaN(value)) {
      into.number(column, value);
    } else if (into.isNumeric(column)) {
      into.cell(column, value);
    } else {
      throw into.wrong(column, reader.shown());
    }
  }
}
