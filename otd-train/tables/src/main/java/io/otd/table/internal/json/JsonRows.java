// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.otd.core.internal.cell.CellNumber;
import io.otd.table.internal.cell.NumberCell;
import io.otd.table.internal.cell.WholeNumber;
import io.otd.table.internal.source.SourceFile;
import io.otd.table.source.SourceColumn;
import io.otd.table.source.SourceColumn.Kind;
import io.otd.table.source.SourceRows;
import java.io.Closeable;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of files of JSON objects. */
final class JsonRows implements SourceRows, Closeable {
  private final List<SourceFile> files;
  private final List<SourceColumn> columns;
  private final Map<String, Integer> places = new HashMap<>();
  private int next;
  private @Nullable JsonObjects objects;
  private Map<Integer, String> added = Map.of();
  private boolean[] textual = {};
  private double[] numbers = {};
  private @Nullable String[] texts = {};

  JsonRows(List<SourceFile> files, List<SourceColumn> columns) {
    this.files = files;
    this.columns = columns;
  }

  /** Chooses the columns whose cells are kept. */
  void select(int[] wanted) {
    textual = new boolean[wanted.length];
    numbers = new double[wanted.length];
    texts = new String[wanted.length];
    for (int i = 0; i < wanted.length; i++) {
      places.put(columns.get(wanted[i]).name(), i);
      textual[i] = columns.get(wanted[i]).kind() != Kind.NUMBER;
    }
  }

  @Override
  public boolean next() throws IOException {
    Arrays.fill(numbers, Double.NaN);
    Arrays.fill(texts, null);
    while (objects == null || !objects.next(this::keep)) {
      if (next == files.size()) {
        return false;
      }
      close();
      begin(files.get(next++));
    }
    added.forEach((place, cell) -> keep(place, cell));
    return true;
  }

  private void begin(SourceFile file) throws IOException {
    objects = JsonObjects.of(file, false);
    added = new HashMap<>();
    file.cells()
        .forEach(
            (column, cell) -> {
              Integer place = places.get(column);
              if (place != null) {
                added.put(place, cell);
              }
            });
  }

  private void keep(String key, JsonParser value) throws IOException {
    Integer place = places.get(key);
    if (place == null || value.currentToken() == JsonToken.VALUE_NULL) {
      return;
    }
    if (textual[place]) {
      texts[place] = JsonColumn.text(value);
      return;
    }
    numbers[place] = JsonColumn.number(value);
    if (WholeNumber.isWide(numbers[place])
        && (value.currentToken() == JsonToken.VALUE_NUMBER_INT
            || WholeNumber.isRounded(value.getText(), numbers[place]))) {
      texts[place] = value.getText();
    }
  }

  private void keep(int place, String cell) {
    texts[place] = cell;
    numbers[place] = cell.isEmpty() ? Double.NaN : NumberCell.parse(cell);
  }

  @Override
  public double number(int column) {
    return numbers[column];
  }

  @Override
  public @Nullable String text(int column) {
    return texts[column] == null && !Double.isNaN(numbers[column])
        ? CellNumber.of(numbers[column])
        : texts[column];
  }

  @Override
  public void close() throws IOException {
    if (objects != null) {
      objects.close();
    }
  }
}
