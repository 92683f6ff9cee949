// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.sql;

import io.otd.core.internal.check.Check;
import io.otd.spark.internal.scoring.BadRowRule;
import io.otd.spark.internal.scoring.ResultShape;
import io.otd.spark.internal.shipping.ScoringEngine;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The options of a function call, besides model and inputs.
 *
 * @param shape of the predictions
 * @param engine that computes them
 */
record FunctionOptions(ResultShape shape, ScoringEngine engine) {
  private static final String QUANTILES = "quantiles";
  private static final String THRESHOLDS = "thresholds";
  private static final String SAMPLES = "samples";
  private static final String PARTS = "parts";
  private static final String BAD_ROWS = "badRows";
  private static final String ENGINE = "engine";
  private static final List<String> KEYS =
      List.of(QUANTILES, THRESHOLDS, SAMPLES, PARTS, BAD_ROWS, ENGINE);

  /**
   * Options by their names.
   *
   * @param options lists of numbers with commas between them
   * @throws IllegalArgumentException naming what is unknown or out of range
   */
  static FunctionOptions of(Map<String, String> options) {
    Set<String> unknown = new TreeSet<>(options.keySet());
    KEYS.forEach(unknown::remove);
    Check.that(unknown.isEmpty(), "options", unknown, "among %s", KEYS);
    ResultShape usual = ResultShape.USUAL;
    ResultShape shape =
        new ResultShape(
            options.containsKey(QUANTILES) ? numbers(options, QUANTILES) : usual.quantiles(),
            numbers(options, THRESHOLDS),
            whole(options.getOrDefault(SAMPLES, "0")),
            flag(options.getOrDefault(PARTS, "false")),
            BadRowRule.of(options.getOrDefault(BAD_ROWS, usual.badRows().toString())));
    return new FunctionOptions(
        shape, ScoringEngine.of(options.getOrDefault(ENGINE, ScoringEngine.LIGHT.toString())));
  }

  private static int whole(String text) {
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new IllegalArgumentException(
          "%s: %s (expected: a whole number)".formatted(SAMPLES, text), e);
    }
  }

  private static boolean flag(String text) {
    return switch (text.strip()) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new IllegalArgumentException(
              "%s: %s (expected: true or false)".formatted(PARTS, text));
    };
  }

  private static List<Double> numbers(Map<String, String> options, String key) {
    String text = options.getOrDefault(key, "");
    List<Double> numbers = new ArrayList<>();
    for (String number : Arrays.asList(text.split(",", -1))) {
      try {
        if (!text.isBlank()) {
          numbers.add(Double.valueOf(number.strip()));
        }
      } catch (NumberFormatException e) {
        throw new IllegalArgumentException(
            "%s: %s (expected: numbers with commas between them)".formatted(key, text), e);
      }
    }
    return numbers;
  }
}
