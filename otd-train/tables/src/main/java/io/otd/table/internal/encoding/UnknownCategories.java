// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.encoding;

import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.schema.ListedInput;
import io.otd.core.schema.TableSchema;
import io.otd.table.Table;
import io.otd.table.TextColumn;
import java.util.ArrayList;
import java.util.List;

/** Counts cells with categories that no training row had, in rows that are to be predicted. */
public final class UnknownCategories {
  private final List<ListedInput> columns;
  private final long[] unknown;
  private final String[] examples;
  private long rows;

  /** Starts without rows. */
  public UnknownCategories(TableSchema schema) {
    this.columns = TrainingProfile.listed(schema);
    this.unknown = new long[columns.size()];
    this.examples = new String[columns.size()];
  }

  /**
   * Counts in some more rows.
   *
   * @param table holds the input columns
   * @return this
   */
  public UnknownCategories add(Table table) {
    rows += table.rows();
    for (int j = 0; j < examples.length; j++) {
      TextColumn texts = table.column(columns.get(j).name()).texts();
      boolean[] known = known(columns.get(j), texts.dictionary());
      for (int row = 0; row < texts.rows(); row++) {
        if (!texts.missing(row) && !known[texts.codes()[row]]) {
          unknown[j]++;
          examples[j] = texts.text(row);
        }
      }
    }
    return this;
  }

  /**
   * Which texts are a category of a column; one that it does not accept counts as known, since it
   * is an error.
   */
  static boolean[] known(ListedInput column, List<String> texts) {
    boolean[] known = new boolean[texts.size()];
    for (int i = 0; i < known.length; i++) {
      String text = texts.get(i);
      known[i] = column.place(text) < column.texts().size() || !column.accepts(text);
    }
    return known;
  }

  /** Notes for the user on the rows so far: one sentence per column, possibly none. */
  public List<String> notices() {
    List<String> notices = new ArrayList<>();
    for (int j = 0; j < examples.length; j++) {
      if (unknown[j] > 0) {
        notices.add(
            "column \"%s\": %s of %s rows have texts that the model does not know, such as \"%s\""
                .formatted(columns.get(j).name(), unknown[j], rows, examples[j]));
      }
    }
    return notices;
  }
}
