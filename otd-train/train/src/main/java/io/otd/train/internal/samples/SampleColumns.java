// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.samples;

import io.otd.table.problem.InputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The columns of a CSV file with the draws or quantiles of each target.
 *
 * @param targets their names; none for one target without a name
 * @param places of the columns, from 0, target by target
 * @param probabilities of quantiles; none for draws
 */
record SampleColumns(List<String> targets, int[] places, Optional<List<Double>> probabilities) {
  private static final Pattern DRAW = Pattern.compile("(?:(.+):)?sample_(\\d+)");
  private static final Pattern QUANTILE = Pattern.compile("(?:(.+):)?q(0?\\.\\d+)");

  /** Every column is a draw of the only target. */
  static SampleColumns unnamed(int count) {
    return new SampleColumns(List.of(), IntStream.range(0, count).toArray(), Optional.empty());
  }

  /** By the header. */
  static SampleColumns named(Path path, List<String> header) {
    Map<String, List<Integer>> draws = new LinkedHashMap<>();
    Map<String, List<Integer>> quantiles = new LinkedHashMap<>();
    for (int i = 0; i < header.size(); i++) {
      int place = i;
      target(DRAW, header.get(i))
          .ifPresent(t -> draws.computeIfAbsent(t, k -> new ArrayList<>()).add(place));
      target(QUANTILE, header.get(i))
          .ifPresent(t -> quantiles.computeIfAbsent(t, k -> new ArrayList<>()).add(place));
    }
    if (!draws.isEmpty()) {
      return of(path, draws, Optional.empty());
    }
    if (quantiles.isEmpty()) {
      return unnamed(header.size());
    }
    List<Double> probabilities =
        quantiles.values().iterator().next().stream()
            .map(place -> probability(header.get(place)))
            .toList();
    quantiles.forEach(
        (target, places) -> {
          if (!probabilities.equals(
              places.stream().map(place -> probability(header.get(place))).toList())) {
            throw new InputException(
                "%s: quantiles of target \"%s\" (expected: the levels of the first target, %s)"
                    .formatted(path, target, probabilities));
          }
        });
    return of(path, quantiles, Optional.of(ascending(path, probabilities)));
  }

  private static Optional<String> target(Pattern pattern, String name) {
    Matcher matcher = pattern.matcher(name);
    return matcher.matches()
        ? Optional.of(Optional.ofNullable(matcher.group(1)).orElse(""))
        : Optional.empty();
  }

  private static double probability(String name) {
    return Double.parseDouble(name.substring(name.lastIndexOf('q') + 1));
  }

  private static SampleColumns of(
      Path path, Map<String, List<Integer>> byTarget, Optional<List<Double>> probabilities) {
    int count = byTarget.values().iterator().next().size();
    byTarget.forEach(
        (target, places) -> {
          if (places.size() != count) {
            throw new InputException(
                "%s: %s columns of target \"%s\" (expected: %s, as many as of the first target)"
                    .formatted(path, places.size(), target, count));
          }
        });
    boolean named = !byTarget.containsKey("");
    if (!named && byTarget.size() > 1) {
      throw new InputException(
          path + ": columns with and without the name of a target (expected: all with, or none)");
    }
    return new SampleColumns(
        named ? List.copyOf(byTarget.keySet()) : List.of(),
        byTarget.values().stream().flatMap(List::stream).mapToInt(Integer::intValue).toArray(),
        probabilities);
  }

  /** The first row holds the levels, with or without a "q" before them. */
  static SampleColumns levels(Path path, List<String> first) {
    List<Double> levels = new ArrayList<>();
    for (String text : first) {
      try {
        levels.add(Double.valueOf(text.startsWith("q") ? text.substring(1) : text));
      } catch (NumberFormatException e) {
        throw new InputException(
            "%s, line 1: \"%s\" (expected: the level of a quantile, inside (0, 1))"
                .formatted(path, text));
      }
    }
    return new SampleColumns(
        List.of(),
        IntStream.range(0, levels.size()).toArray(),
        Optional.of(ascending(path, levels)));
  }

  private static List<Double> ascending(Path path, List<Double> levels) {
    double last = 0;
    for (double level : levels) {
      if (!(level > last && level < 1)) {
        throw new InputException(
            "%s: levels of quantiles %s (expected: inside (0, 1), ascending)"
                .formatted(path, levels));
      }
      last = level;
    }
    return levels;
  }
}
