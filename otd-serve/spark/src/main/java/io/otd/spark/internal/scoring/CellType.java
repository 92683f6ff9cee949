// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import io.otd.core.internal.cell.Blanks;
import io.otd.core.internal.cell.CellText;
import java.sql.Date;
import java.sql.Timestamp;
import java.util.Optional;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.jspecify.annotations.Nullable;

/** Types of the cells of a Spark column, read like those of Parquet files and databases. */
public enum CellType {
  /** Numbers of any type. */
  NUMBER,
  /** Characters. */
  TEXT,
  /** True or false. */
  BOOLEAN,
  /** Days. */
  DATE,
  /** Days with a time, without a zone. */
  DATE_TIME,
  /** Points in time. */
  INSTANT;

  /** The cells of a type; empty for types that no model takes. */
  public static Optional<CellType> of(DataType type) {
    if (type instanceof NumericType) {
      return Optional.of(NUMBER);
    }
    if (type instanceof StringType) {
      return Optional.of(TEXT);
    }
    if (type instanceof BooleanType) {
      return Optional.of(BOOLEAN);
    }
    if (type instanceof DateType) {
      return Optional.of(DATE);
    }
    if (type instanceof TimestampNTZType) {
      return Optional.of(DATE_TIME);
    }
    return type instanceof TimestampType ? Optional.of(INSTANT) : Optional.empty();
  }

  /** Whether such cells may be numbers. */
  boolean mayBeNumbers() {
    return this == NUMBER || this == TEXT || this == BOOLEAN;
  }

  /**
   * A cell as a number.
   *
   * @param cell of {@link #NUMBER}
   */
  public static double number(Object cell) {
    return ((Number) cell).doubleValue();
  }

  /**
   * A cell as a text, empty for a missing one; without blanks around it.
   *
   * @param cell an object of the class by which Spark's rows hold it
   */
  public static String text(Object cell) {
    return Blanks.strip(CellText.of(cell(cell)));
  }

  /**
   * A cell as the columns of a model read it.
   *
   * @param cell an object of the class by which Spark's rows hold it, null for a missing one
   */
  static @Nullable Object cell(@Nullable Object cell) {
    if (cell instanceof Date date) {
      return date.toLocalDate();
    }
    return cell instanceof Timestamp time ? time.toInstant() : cell;
  }
}
