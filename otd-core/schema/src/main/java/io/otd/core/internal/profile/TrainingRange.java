// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.profile;

import io.otd.core.schema.CalendarTime;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;

/**
 * From the least to the greatest training value of each column. If no profile is known, the bounds
 * to which a column is clipped are used, which are further apart.
 */
public final class TrainingRange {
  /** The ends of one number; nothing lies between those of a column without any training value. */
  private record Ends(float least, float greatest) {
    private static final Ends NOTHING = new Ends(Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY);

    static Ends of(NumberProfile profile) {
      return profile.absent() ? NOTHING : new Ends(profile.least(), profile.greatest());
    }

    static Ends of(NumericInput bounds) {
      return new Ends((float) bounds.lower(), (float) bounds.upper());
    }

    /** NaN is inside: a missing cell is not an extreme one. */
    boolean outside(double value) {
      float rounded = (float) value;
      return rounded < least || rounded > greatest;
    }
  }

  private final List<InputColumn> columns;
  private final List<List<Ends>> ends = new ArrayList<>();

  /**
   * The ranges of a schema's columns.
   *
   * @param profile of its training rows, possibly absent
   */
  public TrainingRange(TableSchema schema, TrainingProfile profile) {
    profile.requireOf(schema);
    columns = schema.inputs();
    Iterator<NumberProfile> known = profile.numbers().iterator();
    for (InputColumn column : columns) {
      ends.add(
          bounded(column).stream()
              .map(bounds -> profile.absent() ? Ends.of(bounds) : Ends.of(known.next()))
              .toList());
    }
  }

  /** The numbers of a column: its own, or those of its dates. */
  private static List<NumericInput> bounded(InputColumn column) {
    return column.match(
        List::of,
        text ->
            text.matchText(
                listed -> List.<NumericInput>of(),
                date -> date.parts().stream().map(DateInput.Part::number).toList()));
  }

  /**
   * Whether a number lies outside.
   *
   * @param column place among the inputs, from 0
   * @param value NaN for a missing one, which does not
   */
  public boolean outside(int column, double value) {
    return columns.get(column).match(n -> ends.get(column).get(0).outside(value), text -> false);
  }

  /**
   * Whether a text is a date that lies outside; never for a text that is not a date.
   *
   * @param column place among the inputs, from 0
   */
  public boolean outside(int column, String text) {
    return columns
        .get(column)
        .match(n -> false, t -> t.matchText(l -> false, date -> outside(column, date, text)));
  }

  private boolean outside(int column, DateInput date, String text) {
    Optional<CalendarTime> time = date.time(text);
    boolean outside = false;
    for (int i = 0; time.isPresent() && i < date.parts().size(); i++) {
      outside |= ends.get(column).get(i).outside(date.parts().get(i).part().of(time.get()));
    }
    return outside;
  }

  /**
   * The ends of a column of numbers, for people.
   *
   * @param column place among the inputs, from 0
   * @return least and greatest; nothing if the column has other cells, or no training value
   */
  public Optional<double[]> of(int column) {
    return columns
        .get(column)
        .match(n -> of(ends.get(column).get(0)), text -> Optional.<double[]>empty());
  }

  private static Optional<double[]> of(Ends ends) {
    return ends.least() <= ends.greatest()
        ? Optional.of(new double[] {ends.least(), ends.greatest()})
        : Optional.empty();
  }
}
