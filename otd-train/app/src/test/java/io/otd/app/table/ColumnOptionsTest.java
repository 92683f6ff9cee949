// SPDX-License-Identifier: Apache-2.0
package io.otd.app.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.app.OtdRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Options that name columns, in errors. */
class ColumnOptionsTest {
  @TempDir static Path folder;
  private static Path table;

  @BeforeAll
  static void write() throws IOException {
    table = Files.writeString(folder.resolve("t.csv"), "price,site,y\n1,a,2\n2,b,3\n");
  }

  @Test
  void an_option_that_names_no_column_is_named_as_typed() {
    for (String option : new String[] {"--target", "--weight", "--group", "--coverage-by"}) {
      for (String command : new String[] {"train", "tune"}) {
        assertThat(
                OtdRun.line(command, "--data", table, "--set data.target=y", option, "prize").err())
            .contains(
                "otd: %s \"prize\": not in the table".formatted(option),
                "(expected: one of \"price\", \"site\", \"y\"; did you mean \"price\"?)");
      }
    }
    assertThat(OtdRun.line("data show", table, "--target prize").err())
        .contains("otd: --target \"prize\": not in the table (expected: one of \"price\"");
  }

  @Test
  void a_target_that_is_missing_is_asked_for_by_its_option() throws IOException {
    assertThat(OtdRun.line("train --data", table).err())
        .contains("otd: --target: not given (expected: the column to predict, one of \"price\"");
    Path yaml = Files.writeString(folder.resolve("t.yaml"), "data: {file: t.csv}\n");
    assertThat(OtdRun.line("train", yaml).err()).contains("otd: data.target: not given");
  }

  @Test
  void an_option_that_contradicts_another_is_named_as_typed() {
    assertThat(train("--target y --weight y"))
        .contains("otd: --weight: \"y\" (expected: neither a target");
    assertThat(train("--target y --group y"))
        .contains("otd: --group: \"y\" (expected: not a target)");
  }

  @Test
  void a_method_that_a_search_does_not_take_is_named_as_typed() {
    assertThat(OtdRun.line("tune --data", table, "--target y --method pool").err())
        .contains("otd: --method: pool with a search (expected: one method");
    assertThat(OtdRun.line("tune --data", table, "--target y --set model.method=pool").err())
        .contains("otd: model.method: pool with a search (expected: one method");
  }

  @Test
  void a_setting_that_no_option_gave_keeps_its_name() {
    assertThat(train("--target y --set data.weight=prize"))
        .contains("otd: data.weight \"prize\": not in the table");
    assertThat(train("--target y --set columns.id=prize"))
        .contains("otd: columns.id \"prize\": not in the table");
    assertThat(train("--target y --set data.ignore=prize"))
        .contains("data.ignore \"prize\": not in the table");
  }

  private static String train(String options) {
    return OtdRun.line("train --data", table, options).err();
  }
}
