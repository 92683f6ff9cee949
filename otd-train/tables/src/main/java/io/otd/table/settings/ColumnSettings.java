// SPDX-License-Identifier: Apache-2.0
package io.otd.table.settings;

import io.otd.core.internal.settings.RecordTree;
import io.otd.core.internal.settings.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Kinds and encoding of the columns of a table; each {@link Setting} has a description.
 *
 * @param numeric numeric columns
 * @param categorical categorical columns
 * @param date columns of dates
 * @param dateOrder order of day and month in dates
 * @param id columns that identify rows
 * @param mostCategories maximum number of categories of a column; absent to leave it to the table
 * @param fill replacement of a missing number
 * @param bound of inputs
 * @param pieces of each numeric column
 * @param missingTarget treatment of rows without a target
 * @param targetTransform of each target, or of all
 * @param targetSupport of each target, or of all
 */
public record ColumnSettings(
    @Setting("Input columns that are numeric, whatever their cells look like.")
        List<String> numeric,
    @Setting("Input columns that are categorical, even if they hold numbers.")
        List<String> categorical,
    @Setting("Input columns that are dates, even if they look like numbers.") List<String> date,
    @Setting("Order of day and month in dates such as 01/02/2024.") DateOrder dateOrder,
    @Setting("Columns that only identify rows; they are not inputs.") List<String> id,
    @Setting(
            value =
                "Maximum number of categories of a column; all rarer ones share one. null for"
                    + " 100, or for all with at least 10 training rows (3 if the target differs among"
                    + " them), up to 1000, or fewer above 100,000 rows.",
            atLeast = 1,
            atMost = 10_000,
            byRule = true)
        Optional<Integer> mostCategories,
    @Setting("What replaces a missing number.") Fill fill,
    @Setting(
            value =
                "Inputs are clamped to the central 98 % of their training values, extended on"
                    + " each side by this many times its length; null for no clamping.",
            atLeast = 0)
        Optional<Double> bound,
    @Setting(
            value =
                "Maximum number of pieces of a numeric column: ranges with about equally many"
                    + " training rows, to each of which the number is clipped as a further input. 0"
                    + " for none; null for 8, or fewer for a table of more than 11 million numbers.",
            atLeast = 0,
            atMost = 256,
            byRule = true)
        Optional<Integer> pieces,
    @Setting(
            "What to do with rows without a target: stop with an error, or drop them before the split.")
        MissingTarget missingTarget,
    @Setting("Transform of the targets: one for all, or one for each.")
        List<Transform> targetTransform,
    @Setting(
            "Values that the targets can take: auto finds bounds and lattices, real allows"
                + " every number, and 0.., 0..100 or 1..5 by 0.5 states bounds and step; one for"
                + " all, or one for each.")
        List<String> targetSupport) {
  /** Copies the lists. */
  public ColumnSettings {
    numeric = List.copyOf(numeric);
    categorical = List.copyOf(categorical);
    date = List.copyOf(date);
    id = List.copyOf(id);
    targetTransform = List.copyOf(targetTransform);
    targetSupport = List.copyOf(targetSupport);
  }

  /** Replacement of a missing number. */
  public enum Fill {
    /** The median of the training rows. */
    MEDIAN,
    /** The mean of the training rows. */
    MEAN
  }

  /** First part of a date that ends with the year. */
  public enum DateOrder {
    /** As all dates of a column show. */
    AUTO,
    /** The day. */
    DAY_FIRST,
    /** The month. */
    MONTH_FIRST
  }

  /** Treatment of rows without a target. */
  public enum MissingTarget {
    /** The table is rejected. */
    ERROR,
    /** The row is left out. */
    DROP
  }

  /** Transform of a target. */
  public enum Transform {
    /** Not at all. */
    NONE,
    /** The logarithm. */
    LOG,
    /** The logarithm of one more. */
    LOG1P,
    /** The power transform of Yeo and Johnson, its power fitted. */
    YEO_JOHNSON,
    /** To a normal distribution, by its quantiles. */
    QUANTILE,
    /** The one that predicts held-out training rows best. */
    AUTO
  }

  /** The same with these columns numeric. */
  public ColumnSettings withNumeric(List<String> numeric) {
    return with("numeric", numeric);
  }

  /** The same with these columns categorical. */
  public ColumnSettings withCategorical(List<String> categorical) {
    return with("categorical", categorical);
  }

  /** The same with these columns dates. */
  public ColumnSettings withDate(List<String> date) {
    return with("date", date);
  }

  /** The same with another order of day and month. */
  public ColumnSettings withDateOrder(DateOrder dateOrder) {
    return with("dateOrder", dateOrder);
  }

  /** The same with these columns as identifiers of rows. */
  public ColumnSettings withId(List<String> id) {
    return with("id", id);
  }

  /** The same with another replacement of missing numbers. */
  public ColumnSettings withFill(Fill fill) {
    return with("fill", fill);
  }

  /** The same with another bound of inputs, none for no bound. */
  public ColumnSettings withBound(Optional<Double> bound) {
    return with("bound", bound);
  }

  /** The same with another maximum number of pieces of a numeric column, none for the default. */
  public ColumnSettings withPieces(Optional<Integer> pieces) {
    return with("pieces", pieces);
  }

  /** The same with other transforms of the targets, one for all or one for each. */
  public ColumnSettings withTargetTransform(List<Transform> targetTransform) {
    return with("targetTransform", targetTransform);
  }

  /** The same with other values that the targets can take, one for all or one for each. */
  public ColumnSettings withTargetSupport(List<String> targetSupport) {
    return with("targetSupport", targetSupport);
  }

  /** With these inputs as numbers, unless they are declared as something else. */
  public ColumnSettings withMoreNumeric(List<String> names) {
    List<String> all = new ArrayList<>(numeric);
    names.stream()
        .filter(
            n ->
                !numeric.contains(n)
                    && !categorical.contains(n)
                    && !date.contains(n)
                    && !id.contains(n))
        .forEach(all::add);
    return withNumeric(all);
  }

  /** The defaults. */
  public static final ColumnSettings STANDARD =
      new ColumnSettings(
          List.of(),
          List.of(),
          List.of(),
          DateOrder.AUTO,
          List.of(),
          Optional.empty(),
          Fill.MEDIAN,
          Optional.of(1.0),
          Optional.empty(),
          MissingTarget.ERROR,
          List.of(Transform.NONE),
          List.of("auto"));

  private ColumnSettings with(String component, Object value) {
    return RecordTree.with(ColumnSettings.class, this, component, value);
  }
}
