// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The accumulated local effect of a column (Apley and Zhu 2020): the mean change of a statistic of
 * the prediction between neighbouring places, for the rows located there, summed up from the first
 * place. Only small steps are taken, for rows that are near anyway. Unlike partial dependence, this
 * does not separate dependent columns.
 *
 * <p>For numbers and dates, places are observed values, with about the same number of rows between
 * two. For categories, places are those with most rows, ordered so that neighbours are similar in
 * the other columns; a step is averaged over the rows of both. A missing number or date is a
 * separate place: the mean difference from a present one in the rows where it is missing.
 *
 * @param column name
 * @param scale kind of the places
 * @param places in the order of the effects, at least one
 * @param targets curves of each target, by its name
 * @param leftOut rows of categories that are not a place
 */
public record ColumnEffect(
    String column,
    Scale scale,
    List<Place> places,
    Map<String, EffectCurves> targets,
    int leftOut) {
  /** Keeps the order. */
  public ColumnEffect {
    places = List.copyOf(places);
    targets = Collections.unmodifiableMap(new LinkedHashMap<>(targets));
  }

  /** Kinds of places of an effect. */
  public enum Scale {
    /** Numbers, ascending. */
    NUMBER,
    /** Dates, ascending. */
    DATE,
    /** Categories; neighbours are similar in the other columns. */
    CATEGORY
  }

  /**
   * A value of the column.
   *
   * @param label as the table has it; empty for a missing cell
   * @param at the number, or days since 1970-01-01; for a category its position from 0; NaN for a
   *     missing number or date
   * @param rows that have the value; for numbers and dates those above the previous place, up to
   *     this one
   */
  public record Place(String label, double at, int rows) {
    /** Whether it is the missing cell. */
    public boolean missing() {
      return label.isEmpty();
    }
  }
}
