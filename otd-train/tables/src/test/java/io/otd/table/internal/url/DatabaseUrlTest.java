// SPDX-License-Identifier: Apache-2.0
package io.otd.table.internal.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.table.problem.InputException;
import io.otd.table.source.TableAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatabaseUrlTest {
  @ParameterizedTest
  @CsvSource(
      delimiterString = " -> ",
      value = {
        "jdbc:postgresql://ann:hidden@db/shop -> jdbc:postgresql://db/shop",
        "jdbc:postgresql://ann:hid@den/x?y@db:5432/shop -> jdbc:postgresql://db:5432/shop",
        "jdbc:postgresql://db/shop?user=ann&password=hidden -> jdbc:postgresql://db/shop",
        "jdbc:postgresql://db/shop?ssl=true&password=hidden&table=t ->"
            + " jdbc:postgresql://db/shop?ssl=true&table=t",
        "jdbc:postgresql://db/shop?password=hidden&table=t -> jdbc:postgresql://db/shop?table=t",
        "jdbc:mysql://db/shop?sslKeyPassword=hidden -> jdbc:mysql://db/shop",
        "jdbc:sqlserver://db;user=ann;password=hidden;encrypt=true ->"
            + " jdbc:sqlserver://db;encrypt=true",
        "jdbc:oracle:thin:ann/hidden@//db:1521/shop -> jdbc:oracle:thin://db:1521/shop",
        "JDBC:postgresql://ann:hidden@db/shop -> JDBC:postgresql://db/shop",
        "jdbc:snowflake://db/?accessKey=hidden&token=hidden -> jdbc:snowflake://db/"
      })
  void user_and_password_are_removed_from_a_url(String url, String plain) {
    assertThat(DatabaseUrl.plain(url)).isEqualTo(plain);
    assertThatThrownBy(() -> TableAddress.of(url))
        .isInstanceOf(InputException.class)
        .hasMessageStartingWith(plain + ": given with a user or a password")
        .satisfies(e -> assertThat(e.getMessage()).doesNotContain("hid"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:postgresql://db:5432/shop?table=sales&ssl=true&sslmode=verify-full",
        "jdbc:postgresql:shop",
        "jdbc:oracle:thin:@//db:1521/shop",
        "jdbc:sqlserver://db;databaseName=shop;encrypt=true",
        "jdbc:sqlite:/home/me@x/shop.db",
        "jdbc:duckdb:shop.duckdb"
      })
  void a_url_without_credentials_is_unchanged(String url) {
    assertThat(DatabaseUrl.plain(url)).isEqualTo(url);
    assertThat(TableAddress.of(url).database()).contains(url);
  }

  @Test
  void the_table_parameter_is_not_passed_to_the_driver() {
    TableAddress address =
        TableAddress.of("jdbc:postgresql://db/shop?table=my%20sales&ssl=true&tablet=1");

    assertThat(address.table()).contains("my sales");
    assertThat(address.connection()).contains("jdbc:postgresql://db/shop?ssl=true&tablet=1");
  }

  @Test
  void the_url_recorded_in_a_model_has_no_host() {
    assertThat(DatabaseUrl.withoutHost("jdbc:postgresql://db.internal:5432/shop?table=t"))
        .isEqualTo("jdbc:postgresql:shop?table=t");
    assertThat(DatabaseUrl.withoutHost("jdbc:duckdb:/home/ann/shop.duckdb"))
        .isEqualTo("jdbc:duckdb:shop.duckdb");
  }

  @Test
  void a_file_name_is_not_a_database_url() {
    assertThat(DatabaseUrl.isMeantBy("jdbc.csv")).isFalse();
    assertThat(DatabaseUrl.plain("a/b@c?password=x.csv")).isEqualTo("a/b@c?password=x.csv");
  }
}
