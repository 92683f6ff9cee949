// SPDX-License-Identifier: Apache-2.0
package io.otd.table.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.table.TextColumn;
import io.otd.table.format.TableFormat;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Columns in which dates are written in other ways, or not everywhere. */
class DateNotationTest {
  @TempDir Path folder;

  private DataFile read(List<String> cells) throws IOException {
    return read(cells, TableFormat.AUTO);
  }

  private DataFile read(List<String> cells, TableFormat format) throws IOException {
    return TableReader.read(Csv.cells(folder, cells), ColumnSelection.all(), format);
  }

  private static List<String> dates(int count) {
    return new ArrayList<>(
        IntStream.range(0, count).mapToObj(i -> "2024-03-%02d".formatted(i + 1)).toList());
  }

  private static List<String> with(List<String> cells, String other, int at) {
    List<String> all = new ArrayList<>(cells);
    all.add(at, other);
    return all;
  }

  @ParameterizedTest
  @ValueSource(strings = {"0000-00-00", "-", "2024-13-45", "unknown"})
  void one_cell_that_is_no_date_is_missing_and_named(String other) throws IOException {
    for (int at : List.of(0, 5, 20)) {
      DataFile file = read(with(dates(20), other, at));
      TextColumn x = file.table().column("x").texts();
      assertThat(x.dictionary()).hasSize(20).doesNotContain(other);
      assertThat(x.missing(at)).isTrue();
      assertThat(x.summary().kind()).isEqualTo("date");
      assertThat(file.notes())
          .singleElement()
          .asString()
          .contains("is read as dates", "\"" + other + "\" in ", "line " + (at + 2));
    }
  }

  static Stream<String[]> written() {
    return Stream.of(
        new String[] {"Jun 12 1998", "1998-06-12"},
        new String[] {"June 12, 1998", "1998-06-12"},
        new String[] {"12 June 1998", "1998-06-12"},
        new String[] {"12-JUN-1998", "1998-06-12"},
        new String[] {"12th of June 1998", "1998-06-12"},
        new String[] {"12JUN1998", "1998-06-12"},
        new String[] {"1998 Jun 12", "1998-06-12"},
        new String[] {"Fri, 12 Jun 1998 10:05:00 GMT", "1998-06-12 10:05:00 GMT"},
        new String[] {"Wed Aug 19 05:29:32 1998", "1998-08-19 05:29:32"},
        new String[] {"Wed Aug  9 05:29:32 UTC 2000", "2000-08-09 05:29:32 UTC"},
        new String[] {"19AUG1998:05:29:32", "1998-08-19 05:29:32"},
        new String[] {"19/Aug/1998:05:29:32 +0200", "1998-08-19 05:29:32 +0200"},
        new String[] {"19980819T052932", "1998-08-19 05:29:32"},
        new String[] {"19980819T0529+02:00", "1998-08-19 05:29+0200"},
        new String[] {"19980819T0529-02:00", "1998-08-19 05:29-0200"},
        new String[] {"19980819-052932-0200", "1998-08-19 05:29:32-0200"},
        new String[] {"19980819 05:29", "1998-08-19 05:29"},
        new String[] {"19980819_052932", "1998-08-19 05:29:32"},
        new String[] {"1998-08-19-05.29.32.123456", "1998-08-19 05:29:32.123456"},
        new String[] {"1998-08-19_05-29-32", "1998-08-19 05:29:32"},
        new String[] {"1998_8_19", "1998-8-19"},
        new String[] {"1998. 08. 19.", "1998-08-19"},
        new String[] {"1998\u5e7408\u670819\u65e5", "1998-08-19"},
        new String[] {"19. 08. 1998", "19.08.1998"},
        new String[] {"19.08.1998 05.29 Uhr", "19.08.1998 05:29"},
        new String[] {"19.08.1998 05:29h", "19.08.1998 05:29"},
        new String[] {"[19/Aug/1998:05:29:32 +0200]", "1998-08-19 05:29:32 +0200"},
        new String[] {"1998-08-19T05:29+02:00[Europe/Vienna]", "1998-08-19T05:29+02:00"},
        new String[] {"Sept 1, 2001 6:05 PM", "2001-09-01 18:05"},
        new String[] {"3/31/2024 12:05 am", "3/31/2024 00:05"});
  }

  @ParameterizedTest
  @MethodSource("written")
  void dates_in_words_are_dates(String cell, String plain) throws IOException {
    String quoted = "\"" + cell + "\"";
    DataFile file = read(List.of(quoted, quoted));
    assertThat(file.table().column("x").texts().dictionary()).containsExactly(plain);
    assertThat(file.table().column("x").summary().kind()).isEqualTo("date");
    assertThat(file.notes())
        .singleElement()
        .asString()
        .contains("is read as dates, \"" + cell + "\" as " + plain);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2024-04-11 22:00:00+00:00",
        "2024-04-11 22:00:00+00",
        "2024-04-11 22:00:00 UTC",
        "2024-04-11T22:30:15.25-0130",
        "11.04.2024 22:00 +02:00"
      })
  void times_with_an_offset_are_dates_as_they_are_written(String cell) throws IOException {
    DataFile file = read(List.of(cell, cell));
    assertThat(file.table().column("x").texts().dictionary()).containsExactly(cell);
    assertThat(file.table().column("x").summary().kind()).isEqualTo("date");
    assertThat(file.notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1998-08-19 05:29:32,123",
        "19.08.1998 05:29:32,5",
        "1998.08.19",
        "1998.8.19 05:29"
      })
  void dates_with_points_and_seconds_with_a_comma_are_dates_as_they_are_written(String cell)
      throws IOException {
    DataFile file = read(List.of(cell, cell));
    assertThat(file.table().column("x").texts().dictionary()).containsExactly(cell);
    assertThat(file.table().column("x").summary().kind()).isEqualTo("date");
    assertThat(file.notes()).isEmpty();
  }

  @Test
  void declared_compact_dates_may_have_a_time_here_and_there() throws IOException {
    Path path = Csv.file(folder, "x;y\n20240319;1\n20240320T0215;2\n20240321021500;3\n");
    DataFile file =
        TableReader.read(
            path,
            new ColumnSelection.Except(
                Set.of(), Set.of(), Map.of("x", ColumnReading.MOSTLY_DATE), false));
    assertThat(file.table().column("x").texts().dictionary())
        .containsExactly("20240319", "20240320T0215", "20240321021500");
    assertThat(file.notes()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"20240319021500", "202403190215"})
  void numbers_that_are_days_with_a_time_are_dates(String first) throws IOException {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      cells.add(new BigDecimal(first).add(BigDecimal.valueOf(i % 4 * 100L)).toPlainString());
      cells.add(
          first.replace("2024031902", "202%s0%s1%s0%s".formatted(i % 9, 1 + i % 7, i % 3, i % 8)));
    }
    DataFile file = read(cells);
    assertThat(file.table().column("x").summary().kind()).isEqualTo("date");
    assertThat(file.table().column("x").summary().values()).startsWith("2020-0");
    for (String other : List.of("0", "99999999999999", "unknown")) {
      DataFile mostly = read(with(cells, other, 5));
      assertThat(mostly.table().column("x").missing(5)).isTrue();
      assertThat(mostly.table().column("x").summary().kind()).isEqualTo("date");
      assertThat(mostly.notes())
          .singleElement()
          .asString()
          .contains("is read as dates; 1 of 81 cells is not a date", other, "line 7");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"20240319256000", "19980230T052932", "2024031902150", "1998.13.19"})
  void what_the_calendar_and_the_clock_do_not_have_is_no_date(String cell) throws IOException {
    DataFile file = read(List.of(cell, cell, cell));
    assertThat(file.table().column("x").summary().kind()).isNotEqualTo("date");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Jun 31 1998", "may", "12 Foo 1998", "12-Jun-98", "Juni 12 1998"})
  void what_is_no_date_stays_as_it_is(String cell) throws IOException {
    DataFile file = read(List.of(cell, cell, cell));
    assertThat(file.table().column("x").texts().dictionary()).containsExactly(cell);
    assertThat(file.table().column("x").summary().kind()).isEqualTo("text");
  }

  @Test
  void dates_of_different_forms_are_text_and_named() throws IOException {
    List<String> cells = with(with(dates(20), "31.03.2024", 3), "30.03.2024", 7);
    DataFile file = read(cells);
    assertThat(file.table().column("x").texts().dictionary()).contains("31.03.2024");
    assertThat(file.notes())
        .singleElement()
        .asString()
        .contains("different forms", "\"31.03.2024\" in ", "line 5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"31.03.2024", "03/31/2024", "2024-03-31T24:00:00"})
  void one_date_of_another_form_is_missing_and_named(String other) throws IOException {
    for (int at : List.of(0, 5, 20)) {
      DataFile file = read(with(dates(20), other, at));
      assertThat(file.table().column("x").missing(at)).isTrue();
      assertThat(file.table().column("x").summary().kind()).isEqualTo("date");
      assertThat(file.notes())
          .singleElement()
          .asString()
          .contains("is read as dates", "\"" + other + "\" in ", "line " + (at + 2));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "00000000", "99999999", "20240230"})
  void one_number_that_is_no_date_is_missing_and_named(String other) throws IOException {
    List<String> dates = dates(20).stream().map(date -> date.replace("-", "")).toList();
    for (int at : List.of(0, 5, 20)) {
      List<String> spread = new ArrayList<>(dates);
      spread.set(0, "20190607");
      DataFile file = read(with(spread, other, at));
      assertThat(file.table().column("x").missing(at)).isTrue();
      assertThat(file.table().column("x").summary().kind()).isEqualTo("date");
      assertThat(file.notes()).singleElement().asString().contains("line " + (at + 2));
    }
  }

  @ParameterizedTest
  @CsvSource({"0, unknown", "99999999, see remark"})
  void texts_among_compact_dates_are_named_with_the_numbers(String number, String text)
      throws IOException {
    List<String> dates =
        IntStream.range(0, 60)
            .mapToObj(i -> LocalDate.of(2019, 1, 5).plusDays(7L * i).toString().replace("-", ""))
            .toList();
    DataFile file = read(with(with(dates, number, 8), text, 30));
    assertThat(file.table().column("x").missingCells()).isEqualTo(2);
    assertThat(file.table().column("x").summary().kind()).isEqualTo("date");
    assertThat(file.notes())
        .singleElement()
        .asString()
        .contains("is read as dates; 2 of 62 cells are not dates and count as missing")
        .contains(
            "\"%s\" in ".formatted(number), "line 10", "\"%s\" in ".formatted(text), "line 32");
  }

  @Test
  void texts_alone_among_compact_dates_are_named_as_no_dates() throws IOException {
    List<String> dates = dates(20).stream().map(date -> date.replace("-", "")).toList();
    List<String> spread = new ArrayList<>(dates);
    spread.set(0, "20190607");
    DataFile file = read(with(spread, "unknown", 7));
    assertThat(file.table().column("x").summary().kind()).isEqualTo("date");
    assertThat(file.notes())
        .singleElement()
        .asString()
        .contains("is read as dates; 1 of 21 cells is not a date", "\"unknown\" in ", "line 9");
  }

  /** A cell that is a date with the day first alone is no exception to the month first. */
  @Test
  void one_day_above_twelve_still_tells_the_order() throws IOException {
    List<String> cells = new ArrayList<>(Collections.nCopies(40, "03/06/2024"));
    assertThat(read(cells).table().column("x").summary().kind()).isEqualTo("text");
    cells.add("31/03/2024");
    assertThat(read(cells).table().column("x").summary().values())
        .isEqualTo("2024-03-31 to 2024-06-03");
  }
}
