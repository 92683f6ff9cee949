// SPDX-License-Identifier: Apache-2.0
package io.otd.core;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.otd.core.internal.files.ClassResource;
import io.otd.core.schema.BooleanInput;
import io.otd.core.schema.CategoricalInput;
import io.otd.core.schema.DateForm;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.DatePart;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.MissingRule;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What cells mean, as {@code cells.json} says: every reader of cells is tested with it. The columns
 * are of all kinds.
 */
public final class CellTable {
  private static final String UNKNOWN_TEXT = "no training row had this";

  private CellTable() {}

  /**
   * A cell and its meaning.
   *
   * @param column name
   * @param as what it is given as: text, number, truth, date, time, instant or nothing
   * @param cell as written; a date, a time or an instant as ISO 8601 has it
   * @param means the number, the category, seconds since 1970-01-01 in UTC, {@code unknown}, {@code
   *     missing} or {@code refused}
   * @param file the meaning in a text file, if it is another: of spellings of missing cells, and of
   *     thousands
   */
  public record Cell(String column, String as, JsonNode cell, JsonNode means, JsonNode file) {
    /** The same with the meaning in a text file. */
    public Cell inTextFile() {
      return new Cell(column, as, cell, file == null ? means : file, file);
    }

    /** Whether it is an error. */
    public boolean refused() {
      return means.asText().equals("refused");
    }

    /** The cell as an object of the JVM, null for nothing. */
    public Object object() {
      return switch (as) {
        case "text" -> cell.textValue();
        case "number" -> cell.isIntegralNumber() ? (Object) cell.longValue() : cell.doubleValue();
        case "truth" -> cell.booleanValue();
        case "date" -> LocalDate.parse(cell.textValue());
        case "time" -> LocalDateTime.parse(cell.textValue());
        case "instant" -> OffsetDateTime.parse(cell.textValue());
        default -> null;
      };
    }

    /** The plainest cell of the same meaning: a number, a text of the column's own, or null. */
    public Object plain() {
      if (means.asText().equals("missing")) {
        return null;
      }
      if (means.asText().equals("unknown")) {
        return UNKNOWN_TEXT;
      }
      InputColumn input = input(column);
      if (input instanceof DateInput date) {
        return plain(date);
      }
      return input instanceof NumericInput ? (Object) means.doubleValue() : means.textValue();
    }

    private String plain(DateInput date) {
      LocalDateTime time = utc();
      String day = date.form().text(time.toLocalDate());
      return time.toLocalTime().toNanoOfDay() == 0
          ? day
          : day + DateTimeFormatter.ofPattern(" HH:mm:ss.SSS").format(time);
    }

    private LocalDateTime utc() {
      BigDecimal seconds = means.decimalValue();
      long whole = (long) Math.floor(seconds.doubleValue());
      int nanos = seconds.subtract(BigDecimal.valueOf(whole)).movePointRight(9).intValue();
      return LocalDateTime.ofEpochSecond(whole, nanos, ZoneOffset.UTC);
    }

    @Override
    public String toString() {
      return "column %s, %s %s".formatted(column, as, cell);
    }
  }

  /** All cells. */
  public static List<Cell> all() {
    JsonMapper json =
        JsonMapper.builder().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS).build();
    try {
      return json.readValue(
          ClassResource.bytes(CellTable.class, "/cells.json"), new TypeReference<List<Cell>>() {});
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The columns. */
  public static TableSchema schema() {
    return new TableSchema(
        List.of(
            number("number", MissingRule.INDICATED),
            number("count", MissingRule.REFUSED),
            inUnit("rate", "%"),
            inUnit("price", "$"),
            new BooleanInput(
                "answer",
                List.of("no", "No", "NO"),
                List.of("yes", "Yes", "YES"),
                .4,
                .5,
                MissingRule.INDICATED),
            new BooleanInput(
                "flag",
                List.of("false", "False", "FALSE"),
                List.of("true", "True", "TRUE"),
                .4,
                .5,
                MissingRule.REFUSED),
            category("town", true, "Linz", "Wien", ""),
            category("state", false, "True", "False", "Unknown"),
            category("digit", false, "0", "1"),
            category("code", false, "12", "-7", "12.5", "120"),
            category("serial", false, "9007199254740993", "0012"),
            date("date", DateForm.YEAR_FIRST, MissingRule.INDICATED),
            date("day", DateForm.DAY_FIRST, MissingRule.REFUSED),
            date("stamp", DateForm.COMPACT, MissingRule.REFUSED)),
        List.of(TargetColumn.scaled("y", 0, 1)));
  }

  /** A row with a cell in every column. */
  public static Map<String, Object> row() {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("number", 4.0);
    row.put("count", 7.0);
    row.put("rate", 12.5);
    row.put("price", 9.75);
    row.put("answer", "no");
    row.put("flag", "true");
    row.put("town", "Wien");
    row.put("state", "Unknown");
    row.put("digit", "0");
    row.put("code", "120");
    row.put("serial", "0012");
    row.put("date", "1999-05-17");
    row.put("day", "02.11.2007");
    row.put("stamp", "20150623");
    return row;
  }

  /** The row with another cell in one column. */
  public static Map<String, Object> row(String column, Object cell) {
    Map<String, Object> row = row();
    row.put(column, cell);
    return row;
  }

  private static InputColumn input(String name) {
    return schema().inputs().stream()
        .filter(input -> input.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static NumericInput number(String name, MissingRule missing) {
    return new NumericInput(name, 10, 8, -20, 40, 3, missing);
  }

  private static NumericInput inUnit(String name, String unit) {
    return new NumericInput(name, 10, 8, -20, 40, 3, MissingRule.INDICATED, List.of(), unit);
  }

  private static CategoricalInput category(String name, boolean missing, String... categories) {
    List<Double> shares = new ArrayList<>();
    for (int i = 1; i <= categories.length; i++) {
      shares.add(2.0 * i / (categories.length * (categories.length + 1)));
    }
    return new CategoricalInput(name, List.of(categories), shares, false, missing);
  }

  private static DateInput date(String name, DateForm form, MissingRule missing) {
    return new DateInput(
        name,
        form,
        List.of(
            new DateInput.Part(DatePart.DAYS, NumericInput.scaled(name + ": days", 2000, 800_000)),
            new DateInput.Part(DatePart.YEAR, NumericInput.scaled(name + ": year", 2000, 3000)),
            new DateInput.Part(DatePart.MONTH, NumericInput.scaled(name + ": month", 6, 3)),
            new DateInput.Part(DatePart.WEEKDAY, NumericInput.scaled(name + ": weekday", 4, 2)),
            new DateInput.Part(DatePart.HOUR, NumericInput.scaled(name + ": hour", 12, 7))),
        missing);
  }
}
