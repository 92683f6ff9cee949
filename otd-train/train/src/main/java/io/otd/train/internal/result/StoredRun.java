// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.train.settings.SettingsJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A finished run, read from its directory.
 *
 * @param directory of the run
 * @param trainRows rows the parameters were fitted on
 * @param validationRows rows for early stopping and calibration
 * @param steps done, by all members
 * @param scores of the test rows by name, in the target's units; none without test rows
 * @param test the test rows, if there are any
 * @param dataSha256 of the table's file, hexadecimal
 * @param settings of the run by their paths
 */
public record StoredRun(
    Path directory,
    int trainRows,
    int validationRows,
    long steps,
    Map<String, Double> scores,
    Optional<TestRows> test,
    String dataSha256,
    Map<String, String> settings) {
  /** The file with the results. */
  public static final String FILE = "result.json";

  /** Keeps the order of the scores. */
  public StoredRun {
    scores = Collections.unmodifiableMap(new LinkedHashMap<>(scores));
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /**
   * Reads the results of a run.
   *
   * @param directory of a finished run
   * @throws InvalidFileException if it holds no results, or others than a run's
   * @throws IOException if they cannot be read
   */
  public static StoredRun read(Path directory) throws IOException {
    Path file = directory.resolve(FILE);
    JsonNode json = tree(file);
    if (!json.path("rows").isObject() || !json.path("targets").isArray()) {
      throw new InvalidFileException(
          file, "not the result of a training run (expected: of otd train, without an error)");
    }
    List<String> targets = new ArrayList<>();
    json.path("targets").forEach(t -> targets.add(t.asText()));
    Optional<TestRows> test =
        json.path("test").isObject()
            ? Optional.of(TestRowsFile.read(directory.resolve(TestRowsFile.NAME), targets))
            : Optional.empty();
    return new StoredRun(
        directory,
        json.path("rows").path("train").asInt(),
        json.path("rows").path("validation").asInt(),
        json.path("steps").asLong(),
        numbers(json.path("test")),
        test,
        json.path("provenance").path("data_sha256").asText(),
        SettingsJson.texts(json.path("settings")));
  }

  /**
   * Reads a file of results.
   *
   * @throws InvalidFileException if it is missing or no JSON object
   * @throws IOException if it cannot be read
   */
  public static JsonNode tree(Path file) throws IOException {
    try {
      JsonNode tree = new ObjectMapper().readTree(Files.readAllBytes(file));
      if (tree == null || !tree.isObject()) {
        throw new InvalidFileException(file, "empty, or not a JSON object");
      }
      return tree;
    } catch (NoSuchFileException e) {
      throw new InvalidFileException(
          file,
          "missing (expected: a finished run; otd train --resume continues unfinished runs)",
          e);
    } catch (JsonProcessingException e) {
      throw new InvalidFileException(file, "not JSON", e);
    }
  }

  private static Map<String, Double> numbers(JsonNode json) {
    Map<String, Double> numbers = new LinkedHashMap<>();
    json.properties()
        .forEach(
            e -> {
              if (e.getValue().isNumber()) {
                numbers.put(e.getKey(), e.getValue().asDouble());
              }
            });
    return numbers;
  }
}
