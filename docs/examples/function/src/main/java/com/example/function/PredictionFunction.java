// SPDX-License-Identifier: Apache-2.0
package com.example.function;

import io.otd.light.LightPredictor;
import io.otd.predict.Interval;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * A function as a service: takes a row by column name and returns the mean and the 90 % interval of
 * each target. The platform creates it once per instance, which then answers many calls.
 */
public final class PredictionFunction implements Function<Map<String, ?>, Map<String, Object>> {
  private final Predictor model;

  /**
   * Opens the model that the environment variable {@code MODEL} names; platforms need this
   * constructor.
   */
  public PredictionFunction() {
    this(Path.of(System.getenv().getOrDefault("MODEL", "model")));
  }

  /** Opens a model: a file otd-light.bin, or a directory that otd export has written. */
  public PredictionFunction(Path path) {
    try {
      model = LightPredictor.open(path);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public Map<String, Object> apply(Map<String, ?> row) {
    Prediction law = model.predict(row);
    Map<String, Object> reply = new LinkedHashMap<>();
    List<String> targets = model.targets();
    for (int j = 0; j < targets.size(); j++) {
      Interval interval = law.interval(j, 0.9);
      reply.put(
          targets.get(j),
          Map.of("mean", law.mean(j), "interval", List.of(interval.lower(), interval.upper())));
    }
    return reply;
  }

  /**
   * Calls the function once, to try it.
   *
   * @param args the model, then the cells of a row as COLUMN=VALUE
   */
  public static void main(String[] args) {
    PredictionFunction function = new PredictionFunction(Path.of(args[0]));
    Map<String, String> row = new LinkedHashMap<>();
    for (int i = 1; i < args.length; i++) {
      int equals = args[i].indexOf('=');
      row.put(args[i].substring(0, equals), args[i].substring(equals + 1));
    }
    System.out.println(function.apply(function.parsed(row)));
  }

  /** Numbers as numbers, for numeric columns. */
  private Map<String, Object> parsed(Map<String, String> cells) {
    Map<String, Object> row = new LinkedHashMap<>(cells);
    model
        .schema()
        .numeric()
        .forEach(
            column ->
                row.computeIfPresent(
                    column.name(), (name, cell) -> Float.valueOf(cell.toString())));
    return row;
  }
}
