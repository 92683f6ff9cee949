// SPDX-License-Identifier: Apache-2.0
package io.otd.train.explanation;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The accumulated local effect of a column (Apley and Zhu 2020): over neighbouring places, the mean
 * change of a statistic of the prediction for the rows that are there, summed up from the first
 * place on. Only small steps are taken, of rows that are near anyway, so that columns which hang
 * together are not torn apart as partial dependence does it.
 *
 * <p>Numbers and dates: places are observed values, with about equally many rows between two.
 * Categories: places are those with most rows, in an order in which neighbours are alike in the
 * other columns; a step is averaged over the rows of both. A missing number or date is a place of
 * its own: the mean difference from a present one in the rows where it is missing.
 *
 * @param column name
 * @param scale what the places are
 * @param places in the order of the effects, at least one
 * @param targets curves of each target, by its name
 * @param leftOut rows of categories that are no place
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

  /** What the places of an effect are. */
  public enum Scale {
    /** Numbers, ascending. */
    NUMBER,
    /** Dates, ascending. */
    DATE,
    /** Categories, neighbours alike in the other columns. */
    CATEGORY
  }

  /**
   * A value of the column.
   *
   * @param label as the table has it; empty for a missing cell
   * @param at the number, or days since 1970-01-01; of a category its place from 0; NaN for a
   *     missing number or date
   * @param rows that have the value; of numbers and dates those above the place before, up to this
   *     one
   */
  public record Place(String label, double at, int rows) {
    /** Whether it is the missing cell. */
    public boolean missing() {
      return label.isEmpty();
    }
  }
}
