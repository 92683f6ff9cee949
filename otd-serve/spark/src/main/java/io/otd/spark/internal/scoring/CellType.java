// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.NumericType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;

/**
 * Types of the cells of a Spark column, and how they are read: like those of Parquet files and
 * databases.
 */
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

  /** Below it, all integers are exact in a double, and are written as such. */
  private static final double EXACT = 1e15;

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
  public String text(Object cell) {
    return switch (this) {
      case NUMBER -> wholeOrShortest((Number) cell);
      case TEXT -> cell.toString().strip();
      case BOOLEAN -> cell.toString();
      case DATE -> day(cell).toString();
      case DATE_TIME -> DateTimeFormatter.ISO_LOCAL_DATE_TIME.format((LocalDateTime) cell);
      case INSTANT ->
          DateTimeFormatter.ISO_LOCAL_DATE_TIME.format(
                  LocalDateTime.ofInstant(instant(cell), ZoneOffset.UTC))
              + "Z";
    };
  }

  private static LocalDate day(Object cell) {
    return cell instanceof java.sql.Date date ? date.toLocalDate() : (LocalDate) cell;
  }

  private static Instant instant(Object cell) {
    return cell instanceof java.sql.Timestamp time ? time.toInstant() : (Instant) cell;
  }

  private static String wholeOrShortest(Number value) {
    if (value instanceof BigDecimal decimal && decimal.stripTrailingZeros().scale() <= 0) {
      return decimal.toBigInteger().toString();
    }
    if (!(value instanceof Double || value instanceof Float || value instanceof BigDecimal)) {
      return Long.toString(value.longValue());
    }
    double number = value.doubleValue();
    if (Double.isNaN(number)) {
      return "";
    }
    return number == Math.rint(number) && Math.abs(number) < EXACT
        ? Long.toString((long) number)
        : Double.toString(number);
  }
}
