// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.calibration;

import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.ListedInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TextInput;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Finds the group of a row by the categories in some columns, from the network's inputs or from its
 * cells. A row has no group if one of them is missing or not known.
 */
public final class GroupColumns {
  private final List<Place> places;
  private final int width;
  private final int texts;

  private GroupColumns(List<Place> places, int width, int texts) {
    this.places = List.copyOf(places);
    this.width = width;
    this.texts = texts;
  }

  /**
   * A column.
   *
   * @param first of the network's inputs that encode it
   * @param text its number among the columns of texts
   */
  private record Place(ListedInput column, int first, int text) {
    /** The input that tells a category from all others. */
    int feature(int category) {
      return column instanceof CategoricalInput ? category : 0;
    }

    /** Its value for this category alone. */
    float code(int category) {
      return (float) column.code(category, feature(category));
    }

    /** The category of a row; empty for none. */
    String category(float[] x, int from) {
      for (int c = 0; c < column.texts().size(); c++) {
        if (x[from + first + feature(c)] == code(c)) {
          return column.texts().get(c);
        }
      }
      return TextInput.MISSING;
    }

    /** The same, where several texts are one category. */
    String category(String cell) {
      int known = column.place(cell);
      float[] x = new float[first + column.width()];
      if (known < column.texts().size()) {
        x[first + feature(known)] = code(known);
        return category(x, 0);
      }
      return TextInput.MISSING;
    }
  }

  /**
   * One of the network's inputs has a value.
   *
   * @param input from 0 to d_x - 1
   * @param value of it, in rows of the group
   */
  public record Condition(int input, float value) {}

  /**
   * Takes columns of a schema.
   *
   * @param names possibly none: then no row has a group
   * @throws IllegalArgumentException if one is no input column of categories
   */
  public static GroupColumns of(TableSchema schema, List<String> names) {
    List<Place> places = new ArrayList<>();
    for (String name : names) {
      int first = 0;
      int text = 0;
      boolean found = false;
      for (InputColumn column : schema.inputs()) {
        if (column.name().equals(name)) {
          if (!(column instanceof ListedInput listed)) {
            throw new IllegalArgumentException(
                "\"%s\": %s (expected: a column of categories)".formatted(name, column.kind()));
          }
          places.add(new Place(listed, first, text));
          found = true;
        }
        first += column.width();
        text += column instanceof TextInput ? 1 : 0;
      }
      if (!found) {
        throw new IllegalArgumentException(
            "\"%s\": no input column (expected: one of %s)".formatted(name, schema.inputNames()));
      }
    }
    return new GroupColumns(places, schema.width(), schema.text().size());
  }

  /**
   * Takes the columns of some groups.
   *
   * @throws IllegalArgumentException if the schema has no such groups, or their columns differ
   */
  public static GroupColumns ofGroups(TableSchema schema, List<RowGroup> groups) {
    GroupColumns columns =
        of(schema, groups.stream().limit(1).flatMap(of -> of.columns().stream()).toList());
    for (RowGroup group : groups) {
      if (!group.columns().equals(groups.get(0).columns())) {
        throw new IllegalArgumentException(
            "group %s: of columns %s (expected: %s)"
                .formatted(group, group.columns(), groups.get(0).columns()));
      }
      columns.conditions(group);
    }
    return columns;
  }

  /** Whether no row has a group. */
  public boolean absent() {
    return places.isEmpty();
  }

  /**
   * The groups of rows.
   *
   * @param x encoded inputs, {@code [n, d_x]}, row-major
   * @return one a row
   */
  public List<RowGroup> of(float[] x) {
    int rows = x.length / width;
    if (absent()) {
      return Collections.nCopies(rows, RowGroup.NONE);
    }
    List<RowGroup> groups = new ArrayList<>(rows);
    for (int i = 0; i < rows; i++) {
      int from = i * width;
      groups.add(group(place -> place.category(x, from)));
    }
    return groups;
  }

  /**
   * The group of a row.
   *
   * @param cells of the columns of texts, row-major
   * @param row from 0
   */
  public RowGroup of(String[] cells, int row) {
    return absent() ? RowGroup.NONE : group(at -> at.category(cells[row * texts + at.text()]));
  }

  private RowGroup group(Function<Place, String> category) {
    Map<String, String> categories = new LinkedHashMap<>();
    for (Place place : places) {
      String of = category.apply(place);
      if (of.equals(TextInput.MISSING)) {
        return RowGroup.NONE;
      }
      categories.put(place.column().name(), of);
    }
    return new RowGroup(categories);
  }

  /**
   * What the network's inputs of a group's rows have in common, and those of no other row.
   *
   * @throws IllegalArgumentException if a column has no such category
   */
  public List<Condition> conditions(RowGroup group) {
    return places.stream()
        .map(
            place -> {
              String category = group.categories().getOrDefault(place.column().name(), "");
              int number = place.column().texts().indexOf(category);
              if (category.isEmpty() || number < 0) {
                throw new IllegalArgumentException(
                    "group %s: \"%s\" (expected: one of %s)"
                        .formatted(group, place.column().name(), place.column().texts()));
              }
              return new Condition(place.first() + place.feature(number), place.code(number));
            })
        .toList();
  }
}
