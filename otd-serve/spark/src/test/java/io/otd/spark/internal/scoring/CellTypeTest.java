// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.scoring;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.sql.Date;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.junit.jupiter.api.Test;

/** The texts are those that docs/data.md promises for Parquet files. */
class CellTypeTest {
  @Test
  void booleans_dates_and_times_are_read_as_text() {
    assertThat(text(true, DataTypes.BooleanType)).isEqualTo("true");
    assertThat(text(LocalDate.of(2024, 3, 31), DataTypes.DateType)).isEqualTo("2024-03-31");
    assertThat(text(Date.valueOf("2024-03-31"), DataTypes.DateType)).isEqualTo("2024-03-31");
    assertThat(text(LocalDateTime.of(2024, 3, 31, 18, 5), DataTypes.TimestampNTZType))
        .isEqualTo("2024-03-31T18:05:00");
    Instant instant = Instant.parse("2024-03-31T16:05:00Z");
    assertThat(text(instant, DataTypes.TimestampType)).isEqualTo("2024-03-31T16:05:00Z");
    assertThat(text(Timestamp.from(instant), DataTypes.TimestampType))
        .isEqualTo("2024-03-31T16:05:00Z");
  }

  @Test
  void numbers_keep_all_their_digits_as_text() {
    assertThat(text(9007199254740993L, DataTypes.LongType)).isEqualTo("9007199254740993");
    assertThat(text((byte) -3, DataTypes.ByteType)).isEqualTo("-3");
    assertThat(text(7.0, DataTypes.DoubleType)).isEqualTo("7");
    assertThat(text(.25f, DataTypes.FloatType)).isEqualTo("0.25");
    assertThat(text(new BigDecimal("12.00"), DataTypes.createDecimalType(6, 2))).isEqualTo("12");
    assertThat(text(new BigDecimal("12.50"), DataTypes.createDecimalType(6, 2))).isEqualTo("12.5");
    assertThat(text(Double.NaN, DataTypes.DoubleType)).isEmpty();
  }

  @Test
  void binary_and_array_types_are_not_supported() {
    assertThat(CellType.of(DataTypes.BinaryType)).isEmpty();
    assertThat(CellType.of(DataTypes.createArrayType(DataTypes.DoubleType))).isEmpty();
  }

  private static String text(Object cell, DataType type) {
    assertThat(CellType.of(type)).isPresent();
    return CellType.text(cell);
  }
}
