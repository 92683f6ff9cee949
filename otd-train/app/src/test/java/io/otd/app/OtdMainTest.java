// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.app.command.Answer;
import io.otd.app.command.Console;
import io.otd.app.command.Interruption;
import io.otd.app.command.OtdCommand;
import io.otd.app.completion.MethodNames;
import io.otd.app.completion.SettingNames;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Model.ArgSpec;

@Tag("jdk")
class OtdMainTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "train",
        "evaluate",
        "compare",
        "predict",
        "explain",
        "export",
        "inspect",
        "doctor",
        "reproduce openml",
        "quickstart",
        "bench train"
      })
  void every_command_has_help_with_an_example(String command) {
    OtdRun run = OtdRun.line(command, "--help");
    assertThat(run.code()).isZero();
    assertThat(run.out()).contains("Usage: otd " + command).contains("Example").contains("--json");
    assertThat(OtdRun.line("--help").out()).contains("  " + command.split(" ", -1)[0]);
  }

  /** The list of commands shows only the first line of each description. */
  @Test
  void every_summary_is_a_sentence_and_no_example_is_wrapped() {
    List<Command> commands =
        commands(OtdMain.class.getAnnotation(Command.class)).collect(Collectors.toList());
    assertThat(commands).hasSizeGreaterThan(15);
    for (Command command : commands) {
      assertThat(command.description()[0]).as(command.name()).endsWith(".");
      assertThat(command.footer()).as(command.name()).allMatch(line -> line.length() <= 80);
    }
  }

  private static Stream<Command> commands(Command parent) {
    return Stream.of(parent.subcommands())
        .filter(type -> type != HelpCommand.class)
        .map(type -> type.getAnnotation(Command.class))
        .flatMap(command -> Stream.concat(Stream.of(command), commands(command)));
  }

  @Test
  void the_options_that_a_user_gives_first_stand_first() {
    String help = OtdRun.line("train --help").out();
    assertThat(help).startsWith("Usage: otd train [OPTIONS] [CONFIG.yaml]");
    assertThat(help)
        .containsSubsequence(
            "Table:", "--data=", "--target=", "Model:", "--method=", "Run:", "--out=", "General:");
    assertThat(help.split("--seed=", -1)).hasSize(2);
  }

  @Test
  void a_description_is_broken_at_blanks_alone() {
    assertThat(OtdRun.line("train --help").out())
        .contains("openml:ID.", "spark://host:7077", "spark.executor.memory=2g");
    assertThat(OtdRun.line("export --help").out())
        .contains("mlflow.pyfunc.load_model")
        .containsSubsequence("--to=", "--bank=", "--onnx", "--version=", "--json", "--help");
  }

  @Test
  void options_stand_under_a_title_of_their_command() {
    assertThat(OtdRun.line("explain --help").out())
        .containsSubsequence("Table:", "--data=", "--background=", "Output:", "--report=")
        .containsSubsequence("Options:", "--repeats=", "Cells of text files:", "--missing=")
        .doesNotContain("Cross-validation:", "Model:");
    assertThat(OtdRun.line("serve --help").out())
        .containsSubsequence(
            "Models:", "--model=", "Address and protocols:", "--host=", "Computation:")
        .containsSubsequence("Security:", "--tls-key=", "Limits:", "Monitoring:", "General:")
        .doesNotContain("Options:");
  }

  @Test
  void every_page_that_a_help_text_names_exists() {
    assertThat(OtdRun.line("--help").out()).contains("folder docs of the archive");
    Path top = Path.of("..", "..");
    List<Path> pages =
        paths(OtdMain.class.getAnnotation(Command.class), List.of())
            .flatMap(path -> pages(OtdRun.line(path).out()))
            .map(top::resolve)
            .toList();
    assertThat(pages).hasSizeGreaterThan(5).allSatisfy(page -> assertThat(page).exists());
  }

  /** The words that ask for the help of each command. */
  private static Stream<List<String>> paths(Command parent, List<String> before) {
    return Stream.of(parent.subcommands())
        .filter(type -> type != HelpCommand.class)
        .map(type -> type.getAnnotation(Command.class))
        .flatMap(
            command -> {
              List<String> words =
                  Stream.concat(before.stream(), Stream.of(command.name())).toList();
              return Stream.concat(
                  Stream.of(Stream.concat(words.stream(), Stream.of("--help")).toList()),
                  paths(command, words));
            });
  }

  private static Stream<String> pages(String help) {
    return Pattern.compile("docs/[a-z/-]+[.]md").matcher(help).results().map(MatchResult::group);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "predict --bad-rows",
        "evaluate --bad-rows",
        "serve --non-finite",
        "serve --engine"
      })
  void the_values_of_an_option_are_shown_as_they_are_typed(String option) {
    String[] words = option.split(" ", -1);
    String help = OtdRun.of(words[0], "--help").out();
    assertThat(help)
        .containsPattern("Default: [a-z0-9]")
        .doesNotContainPattern("Default: [A-Z]{3}");
    OtdRun run = OtdRun.of(words[0], words[1], "PERHAPS");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).containsPattern("PERHAPS \\(expected: one of [a-z0-9_, ]+\\)");
  }

  @Test
  void prints_the_version() {
    assertThat(OtdRun.line("--version").out()).startsWith("otd ");
  }

  /** An error of the virtual machine, wherever it occurred, is reported like any other failure. */
  @Test
  void an_error_ends_a_command_with_a_message_and_an_exit_code() {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    for (Error error :
        List.of(
            new NoClassDefFoundError("io/otd/Gone"),
            new OutOfMemoryError("Java heap space"),
            new StackOverflowError())) {
      OtdCommand failing =
          new OtdCommand(new Console(stream, stream, () -> false, new Interruption())) {
            @Override
            public Answer run() {
              throw error;
            }
          };
      assertThat(failing.call()).isEqualTo(1);
    }
    assertThat(err.toString(StandardCharsets.UTF_8).lines())
        .hasSize(3)
        .allMatch(line -> line.startsWith("otd: "))
        .anyMatch(line -> line.contains("replaced while it ran: io/otd/Gone"))
        .anyMatch(line -> line.contains("not enough memory"));
  }

  static Stream<List<String>> misuses() {
    return Stream.of(
        List.of("tain"),
        List.of("train", "--no-such-option"),
        List.of("train", "--seed", "one"),
        List.of("train", "a.yaml", "b.yaml"),
        List.of("predict"),
        List.of("compare", "run"),
        List.of("evaluate", "model", "--draws", "few"),
        List.of("export", "model"),
        List.of("bench", "train", "--calls", "few"));
  }

  @ParameterizedTest
  @MethodSource("misuses")
  void wrong_usage_exits_with_2_and_points_to_the_help(List<String> args) throws IOException {
    OtdRun run = OtdRun.line(args, "--json");
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err())
        .startsWith("otd: ")
        .contains("otd: see: otd")
        .contains(" --help")
        .doesNotContain("\tat ");
    assertThat(run.out())
        .startsWith("{\"status\":\"error\",\"error\":{\"kind\":\"usage\",\"problems\":[\"");
  }

  @Test
  void bad_input_exits_with_2_and_all_problems_but_no_stack_trace() throws IOException {
    Path csv = Files.writeString(folder.resolve("t.csv"), "a,b\n1,x\n2,\n");
    Path good = Files.writeString(folder.resolve("g.csv"), "a,b\n1,2\n2,3\n3,4\n4,5\n");
    Path yaml = Files.writeString(folder.resolve("t.yaml"), "model: {hiden: 3}");
    String out = folder.resolve("run").toString();
    String none = folder.resolve("none").toString();
    for (List<String> args :
        List.of(
            List.of("train"),
            List.of("train", "--data", none, "--target", "b"),
            List.of("train", "--data", csv.toString(), "--target", "b"),
            List.of("train", "--data", good.toString(), "--target", "c"),
            List.of("train", "--data", good.toString()),
            List.of("train", yaml.toString()),
            List.of("train", none),
            List.of("train", "--set", "x"),
            List.of("train", "--resume", none),
            List.of("train", "--resume", folder.toString()),
            List.of("train", "--resume", none, "--seed", "1"),
            List.of("train", "--data", good.toString(), "--target", "b", "--out", csv.toString()),
            List.of(
                "train", "--data", good.toString(), "--target", "b", "--jobs", "0", "--out", out),
            List.of("train", "--data", good.toString(), "--target", "b", "--folds", "1"),
            List.of("train", "--data", good.toString(), "--target", "b", "--folds", "5"),
            List.of("train", "--data", good.toString(), "--target", "b", "--folds", none),
            List.of("train", "--data", good.toString(), "--target", "b", "--repeats", "2"),
            List.of("train", "--data", good.toString(), "--target", "b", "--group", "c"),
            List.of("train", "--data", good.toString(), "--target", "b", "--group", "b"),
            List.of("train", "--data", good.toString(), "--target", "b", "--set", "data.fold=1"),
            List.of("compare", none, folder.toString()),
            List.of("predict", none, "--data", good.toString()),
            List.of("predict", folder.toString(), "--data", good.toString()),
            List.of("predict", none, "--data", none, "--quantiles", "1.5"),
            List.of("predict", none, "--data", none, "--samples", "-1"),
            List.of("evaluate", none, "--data", none, "--levels", "0"),
            List.of("evaluate", folder.toString(), "--data", good.toString()),
            List.of("bench", "train", "--shape", "foo"),
            List.of("bench", "train", "--calls", "0"),
            List.of("inspect", none),
            List.of("inspect", folder.toString()),
            List.of("inspect", csv.toString()),
            List.of("export", none, "--to", none),
            List.of("export", folder.toString(), "--to", none, "--bank", "0"))) {
      OtdRun run = OtdRun.line(args, "--json");
      assertThat(run.code()).as(args + run.err()).isEqualTo(2);
      assertThat(run.err()).as(args.toString()).startsWith("otd: ").doesNotContain("\tat ");
      assertThat(run.out().lines()).as(args.toString()).hasSize(1);
      assertThat(run.json().path("status").asText()).isEqualTo("error");
      assertThat(run.json().path("error").path("problems")).isNotEmpty();
    }
    assertThat(folder.toFile().list()).as("nothing is left behind").hasSize(3);
  }

  @Test
  void debug_prints_the_stack_trace() {
    assertThat(OtdRun.line("train --debug").err()).contains("\tat io.otd.train");
  }

  @Test
  void printed_settings_are_a_valid_configuration_file() {
    OtdRun run = OtdRun.line("train --print-settings --set training.steps=7");
    assertThat(run.code()).isZero();
    Settings settings = new SettingsReader().text(run.out(), "printed").settings();
    assertThat(settings.training().steps()).contains(7);
    assertThat(settings.model()).isEqualTo(Settings.STANDARD.model());
  }

  /** A second line of a description would begin at the column of the first word's option. */
  @Test
  void descriptions_of_options_are_one_text_that_the_terminal_breaks() {
    assertThat(described(OtdMain.commandLine()))
        .isNotEmpty()
        .allSatisfy(option -> assertThat(option.description()).hasSizeLessThanOrEqualTo(1));
  }

  private static List<ArgSpec> described(CommandLine command) {
    List<ArgSpec> all = new ArrayList<>(command.getCommandSpec().args());
    command.getSubcommands().values().forEach(sub -> all.addAll(described(sub)));
    return all;
  }

  @Test
  void bash_proposes_methods_settings_and_experiments() {
    String script = AutoComplete.bash("otd", OtdMain.commandLine());

    assertThat(script)
        .containsPattern("\"mdn-pieces\"")
        .containsPattern("\"model.hidden=\"")
        .containsPattern("commands=\".* gl-components .*\"")
        .containsPattern("\"reduced\"");
  }

  @Test
  void the_proposed_methods_and_settings_exist() {
    for (String method : new MethodNames()) {
      assertThat(OtdRun.of("train", "--method", method, "--print-settings").code())
          .as(method)
          .isZero();
    }
    assertThat(new SettingNames()).contains("columns.id=").doesNotHaveDuplicates();
  }
}
