// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import io.otd.core.internal.cell.CellNumber;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TextInput;
import io.otd.table.internal.build.ColumnBuilder;
import io.otd.table.internal.build.NumberBuilder;
import io.otd.table.internal.build.TextBuilder;
import io.otd.table.internal.cell.MissingCells;
import io.otd.table.internal.cell.NumberNotation;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** How the cells of a column are read. */
public enum ColumnReading {
  /**
   * Numbers if all cells are numbers or missing, else texts. Whole numbers are texts, too, if they
   * have more digits than a double holds, or zeros in front: 00501 is a code.
   */
  INFERRED,
  /** Numbers if all cells are numbers or missing, even if digits are lost; else texts. */
  QUANTITY,
  /** Numbers; any other cell that is not missing is an error. */
  NUMBER,
  /** Texts as they are written: 01234 stays unchanged. */
  TEXT,
  /** Dates as texts, those in words or with an offset rewritten; other texts stay. */
  DATE,
  /** Dates as texts, if nearly all cells are; the others are then missing. */
  MOSTLY_DATE,
  /** Texts, numbers among them in their shortest form: 12.0 and 012 are 12. */
  CODE;

  /**
   * How the text columns of a model are read. If all categories of a column are numbers in their
   * shortest form, it may have been read as numbers in training, and is of {@link #CODE}.
   *
   * @return by name; columns of numbers are left out
   */
  public static Map<String, ColumnReading> ofTexts(TableSchema schema) {
    return schema.text().stream().collect(Collectors.toMap(TextInput::name, ColumnReading::of));
  }

  /** A builder of a column of this kind; none if all its cells are to show what it is. */
  Optional<ColumnBuilder> builder(
      String name, MissingCells missing, NumberNotation notation, Optional<String> unit) {
    return switch (this) {
      case NUMBER -> Optional.of(NumberBuilder.written(name, missing, notation, unit));
      case TEXT, MOSTLY_DATE -> Optional.of(new TextBuilder(name, missing));
      case DATE -> Optional.of(TextBuilder.dates(name, missing));
      case CODE -> Optional.of(TextBuilder.codes(name, missing, notation.mark()));
      case INFERRED, QUANTITY -> Optional.empty();
    };
  }

  private static ColumnReading of(TextInput column) {
    if (column instanceof DateInput) {
      return DATE;
    }
    return column instanceof CategoricalInput categorical
            && categorical.texts().stream()
                .allMatch(text -> text.equals(TextInput.MISSING) || CellNumber.isShortest(text))
        ? CODE
        : TEXT;
  }
}
