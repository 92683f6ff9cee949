// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.app.OtdMain;
import io.otd.app.OtdRun;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class MisuseTest {
  private static final Set<Class<?>> NUMBERS =
      Set.of(int.class, Integer.class, long.class, Long.class, double.class, Double.class);

  private static String errors(String... args) {
    OtdRun run = OtdRun.of(args);
    assertThat(run.code()).isEqualTo(2);
    return run.err();
  }

  private static Stream<CommandSpec> commands(CommandSpec of) {
    return Stream.concat(
        Stream.of(of),
        of.subcommands().values().stream()
            .map(CommandLine::getCommandSpec)
            .flatMap(MisuseTest::commands));
  }

  private static boolean typed(OptionSpec option, Set<Class<?>> types) {
    return Arrays.stream(option.auxiliaryTypes()).anyMatch(types::contains);
  }

  /** The words of a command behind {@code otd}, then an option with a value. */
  private static String[] call(CommandSpec command, String... rest) {
    List<String> words = new ArrayList<>(List.of(command.qualifiedName(" ").split(" ")));
    words.remove(0);
    words.addAll(List.of(rest));
    return words.toArray(String[]::new);
  }

  @Test
  void every_number_of_every_command_says_what_was_expected() {
    int tried = 0;
    for (CommandSpec command : commands(OtdMain.commandLine().getCommandSpec()).toList()) {
      for (OptionSpec option : command.options()) {
        if (typed(option, NUMBERS)) {
          tried++;
          String name = option.longestName();
          assertThat(errors(call(command, name + "=abc")))
              .as("%s %s", command.qualifiedName(" "), name)
              .startsWith("otd: " + name + ": abc (expected: a ")
              .doesNotContain("Invalid value", " is not a");
        }
      }
    }
    assertThat(tried).isGreaterThan(30);
  }

  @Test
  void every_choice_of_every_command_says_what_was_expected() {
    int tried = 0;
    for (CommandSpec command : commands(OtdMain.commandLine().getCommandSpec()).toList()) {
      for (OptionSpec option : command.options()) {
        if (Arrays.stream(option.auxiliaryTypes()).anyMatch(Class::isEnum)) {
          tried++;
          String name = option.longestName();
          assertThat(errors(call(command, name + "=abc")))
              .as("%s %s", command.qualifiedName(" "), name)
              .startsWith("otd: " + name + ": abc (expected: one of ");
        }
      }
    }
    assertThat(tried).isGreaterThan(3);
  }

  @Test
  void every_path_of_every_command_says_what_is_wrong_with_it() {
    int tried = 0;
    for (CommandSpec command : commands(OtdMain.commandLine().getCommandSpec()).toList()) {
      for (OptionSpec option : command.options()) {
        if (typed(option, Set.of(Path.class))) {
          tried++;
          String name = option.longestName();
          assertThat(errors(call(command, name + "=a\0b")))
              .as("%s %s", command.qualifiedName(" "), name)
              .startsWith("otd: " + name + ": ")
              .doesNotContain("Could not convert", "Invalid value", "InvalidPathException");
        }
      }
    }
    assertThat(tried).isGreaterThan(10);
  }

  @Test
  void numbers_that_are_too_large_name_the_range() {
    assertThat(errors("train", "--seed", "99999999999999999999"))
        .startsWith(
            "otd: --seed: 99999999999999999999 (expected: from -9223372036854775808 to"
                + " 9223372036854775807)");
  }

  @Test
  void a_list_names_the_one_that_is_wrong() {
    assertThat(errors("predict", "m", "--data", "d.csv", "--quantiles", "0.1,b"))
        .startsWith("otd: --quantiles: b (expected: a number)");
  }

  @Test
  void missing_and_repeated_arguments_are_named() {
    assertThat(errors("compare", "runs/a")).startsWith("otd: RUN: too few (expected: at least 2)");
    assertThat(errors("export", "runs/a"))
        .startsWith("otd: --to: not given (expected: directory of the versions)");
    assertThat(errors("export", "runs/a", "--to"))
        .startsWith("otd: --to: not given (expected: directory of the versions)");
    assertThat(errors("predict"))
        .startsWith(
            "otd: MODEL: not given (expected: directory of a trained model or of a SavedModel)");
    assertThat(errors("compare", "a", "b", "--out"))
        .startsWith("otd: --out: no value (expected: FILE.html)");
    assertThat(errors("compare", "a", "b", "--out", "a.html", "--out", "b.html"))
        .startsWith("otd: --out: given more than once (expected: once)");
    assertThat(errors("serve", "--port", "1", "--grpc-port", "2"))
        .startsWith("otd: --grpc-port or --port: given more than once (expected: once)");
    assertThat(errors("compare", "a", "b", "--json=1"))
        .startsWith("otd: --json: 1 (expected: no value)");
  }

  @Test
  void unknown_options_are_named_with_the_nearest_known_one() {
    assertThat(errors("train", "--taget", "y"))
        .startsWith("otd: --taget: unknown option (did you mean --target?)")
        .doesNotContain("Possible solutions", "Unknown option");
    assertThat(errors("inspect", "m", "--xyzzy=3"))
        .startsWith("otd: --xyzzy: unknown option" + System.lineSeparator());
    assertThat(errors("inspect", "m", "-x")).startsWith("otd: -x: unknown option");
    assertThat(errors("train", "--taget", "y", "--seeed", "3"))
        .startsWith("otd: --taget: unknown option (did you mean --target?); --seeed: unknown");
  }

  @Test
  void unknown_commands_are_named_with_the_nearest_known_one() {
    assertThat(errors("trian")).startsWith("otd: trian: unknown command (did you mean train?)");
    assertThat(errors("data", "shw"))
        .startsWith("otd: shw: unknown command (did you mean show?)")
        .doesNotContain("Unmatched");
    assertThat(errors("data", "xyzzy"))
        .startsWith("otd: xyzzy: unknown command (expected: one of get, show, ");
    assertThat(errors("help", "trian"))
        .startsWith("otd: trian: unknown command (did you mean train?)");
  }

  @Test
  void the_first_argument_too_many_is_named() {
    assertThat(errors("train", "a.yaml", "b.yaml", "c.yaml"))
        .startsWith("otd: b.yaml: unexpected (expected: CONFIG.yaml alone)");
    assertThat(errors("serve", "models")).startsWith("otd: models: unexpected (expected: options");
  }
}
