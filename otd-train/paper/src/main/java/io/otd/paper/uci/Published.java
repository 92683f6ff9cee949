// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.uci;

import io.otd.paper.printed.PrintedNumbers;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The published results of a method on the twenty splits, by its authors or others.
 *
 * @param method for readers
 * @param kind {@code network}, {@code trees} or {@code foundation}
 * @param source number of the source in {@link #sources}, from 1
 * @param note what a reader must know, possibly nothing
 * @param sets means over the splits by data set, then by measure: {@code rmse}, {@code nll} and
 *     {@code crps}, in the target's units
 */
public record Published(
    String method, String kind, int source, String note, Map<String, Map<String, Double>> sets) {
  private static final String RESOURCE = "published.json";

  /** Keeps the order. */
  public Published {
    sets = Collections.unmodifiableMap(new LinkedHashMap<>(sets));
  }

  /** The file. */
  private record Document(List<String> sources, List<Published> methods) {}

  private static Document document() {
    return PrintedNumbers.read(Published.class, RESOURCE, Document.class);
  }

  /** All of them, in order. */
  public static List<Published> all() {
    return document().methods();
  }

  /** The source of the figures. */
  public static List<String> sources() {
    return document().sources();
  }

  /** Whether it was trained on other tables before. */
  boolean foundation() {
    return kind.equals("foundation");
  }

  /**
   * A figure.
   *
   * @param set name of the data set
   * @param measure which
   */
  Optional<Double> value(String set, SplitMeasure measure) {
    return Optional.ofNullable(
        sets.getOrDefault(set, Map.of()).get(measure.name().toLowerCase(Locale.ROOT)));
  }

  /** Those with a figure of a data set. */
  static List<Published> of(List<Published> all, String set) {
    return all.stream().filter(p -> p.sets().containsKey(set)).toList();
  }

  /**
   * The least of a measure.
   *
   * @param all those that count
   * @param set name of the data set
   */
  static Optional<Double> best(List<Published> all, String set, SplitMeasure measure) {
    return all.stream().flatMap(p -> p.value(set, measure).stream()).min(Comparator.naturalOrder());
  }
}
