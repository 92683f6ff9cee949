// SPDX-License-Identifier: Apache-2.0
package io.otd.sources.internal.jdbc;

import io.otd.core.internal.cell.CellNumber;
import io.otd.core.internal.cell.CellText;
import io.otd.table.internal.cell.WholeNumber;
import io.otd.table.internal.json.JsonCell;
import io.otd.table.source.SourceColumn.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Types of the cells of a result column, and how they are read. */
enum CellKind {
  /** Numbers of any type. */
  NUMBER(Kind.NUMBER),
  /** Times of day without a zone. */
  TIME(Kind.NUMBER),
  /** True or false. */
  BOOLEAN(Kind.TEXT),
  /** Characters. */
  TEXT(Kind.TEXT),
  /** JSON values; a string is its characters. */
  JSON(Kind.TEXT),
  /** Days. */
  DATE(Kind.TEXT),
  /** Days with a time, without a zone. */
  DATE_TIME(Kind.TEXT),
  /** Points in time. */
  INSTANT(Kind.TEXT),
  /** Anything else. */
  OTHER(Kind.OTHER);

  /** Texts that drivers have no type for. */
  private static final Set<String> TEXTS = Set.of("uuid", "citext", "enum", "\"null\"");

  private static final double NANOS = 1e9;

  private final Kind kind;

  CellKind(Kind kind) {
    this.kind = kind;
  }

  /** The corresponding cells of a table. */
  Kind kind() {
    return kind;
  }

  /**
   * The kind of a column.
   *
   * @param column from 1
   */
  static CellKind of(ResultSetMetaData columns, int column) throws SQLException {
    String type = String.valueOf(columns.getColumnTypeName(column)).toLowerCase(Locale.ROOT);
    return switch (columns.getColumnType(column)) {
      case Types.TINYINT,
          Types.SMALLINT,
          Types.INTEGER,
          Types.BIGINT,
          Types.REAL,
          Types.FLOAT,
          Types.DOUBLE,
          Types.NUMERIC,
          Types.DECIMAL ->
          NUMBER;
      case Types.BOOLEAN -> BOOLEAN;
      case Types.BIT -> type.startsWith("bit") ? OTHER : BOOLEAN;
      case Types.CHAR,
          Types.VARCHAR,
          Types.LONGVARCHAR,
          Types.NCHAR,
          Types.NVARCHAR,
          Types.LONGNVARCHAR,
          Types.CLOB,
          Types.NCLOB ->
          TEXT;
      case Types.DATE -> DATE;
      case Types.TIME -> type.equals("timetz") || type.contains("zone") ? OTHER : TIME;
      case Types.TIMESTAMP ->
          type.equals("timestamptz") || type.contains("with time zone") ? INSTANT : DATE_TIME;
      case Types.TIMESTAMP_WITH_TIMEZONE -> INSTANT;
      default -> ofClass(columns.getColumnClassName(column), type);
    };
  }

  private static CellKind ofClass(@Nullable String name, String type) {
    if (type.equals("json")) {
      return JSON;
    }
    if (type.startsWith("interval")) {
      return OTHER; // DuckDB's driver says that it is a text
    }
    if (type.startsWith("enum") || TEXTS.contains(type) || String.class.getName().equals(name)) {
      return TEXT;
    }
    return BigInteger.class.getName().equals(name) || BigDecimal.class.getName().equals(name)
        ? NUMBER
        : OTHER;
  }

  /**
   * A cell of a column of numbers, NaN if it is missing.
   *
   * @param column from 1
   */
  double number(ResultSet rows, int column) throws SQLException {
    if (this == TIME) {
      // DuckDB's driver returns no other class; others return java.sql.Time, without fractions.
      Object given = rows.getObject(column);
      LocalTime time =
          given == null || given instanceof LocalTime
              ? (LocalTime) given
              : rows.getObject(column, LocalTime.class);
      return time == null ? Double.NaN : time.toNanoOfDay() / NANOS;
    }
    double value = rows.getDouble(column);
    return rows.wasNull() ? Double.NaN : value;
  }

  /**
   * A cell as a text, null if it is missing.
   *
   * @param column from 1
   */
  @Nullable String text(ResultSet rows, int column) throws SQLException {
    return switch (this) {
      case NUMBER -> {
        Object cell = rows.getObject(column);
        // As its digits say, not as the nearest float32.
        yield cell instanceof Float ? CellNumber.of(rows.getDouble(column)) : text(cell);
      }
      case TIME -> CellNumber.of(number(rows, column));
      case BOOLEAN -> {
        boolean value = rows.getBoolean(column);
        yield rows.wasNull() ? null : Boolean.toString(value);
      }
      case DATE -> text(rows.getObject(column, LocalDate.class));
      case DATE_TIME -> text(rows.getObject(column, LocalDateTime.class));
      case INSTANT -> text(rows.getObject(column, OffsetDateTime.class));
      case JSON -> {
        String json = rows.getString(column);
        yield json == null ? null : JsonCell.text(json);
      }
      case TEXT, OTHER -> rows.getString(column);
    };
  }

  /** Decimals with more digits than a double holds keep them. */
  private static @Nullable String text(@Nullable Object cell) {
    if (cell == null) {
      return null;
    }
    if (cell instanceof BigDecimal decimal && WholeNumber.isWide(decimal.doubleValue())) {
      return decimal.stripTrailingZeros().toPlainString();
    }
    return cell instanceof Double || cell instanceof Float
        ? CellNumber.of(((Number) cell).doubleValue())
        : CellText.of(cell);
  }
}
