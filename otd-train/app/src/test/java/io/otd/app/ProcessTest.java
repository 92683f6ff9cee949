// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.otd.core.internal.trained.ModelDirectory;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What only a separate process can show. */
@Tag("jdk")
class ProcessTest {
  private static final int MOST_LINES = 60;

  @TempDir Path folder;

  @Test
  void commands_that_do_not_need_tensorflow_do_not_load_it() throws Exception {
    Path table = Files.writeString(folder.resolve("t.csv"), "a,b\n1,x\n");
    for (List<String> args :
        List.of(
            List.of("--help"),
            List.of("train", "--help"),
            List.of("train", "--print-settings"),
            List.of("data", "show", table.toString()),
            List.of("inspect", folder.toString()))) {
      Path log = folder.resolve("classes.log");
      Process process = OtdProcess.start(folder, List.of("-Xlog:class+load:file=" + log), args);
      process.getErrorStream().transferTo(java.io.OutputStream.nullOutputStream());
      assertThat(process.waitFor()).isIn(0, 2);
      assertThat(Files.readString(log))
          .contains("io.otd.app.OtdMain")
          .doesNotContain(" org.tensorflow.internal.c_api.global.tensorflow ")
          .doesNotContain(" org.tensorflow.TensorFlow ");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"ar-EG", "fa-IR", "ne-NP", "th-TH-u-nu-thai"})
  void messages_have_the_digits_0_to_9_in_every_locale(String tag) throws Exception {
    Files.writeString(folder.resolve("t.csv"), ParcelTable.csv());
    Locale locale = Locale.forLanguageTag(tag);
    List<String> jvm = new ArrayList<>();
    jvm.add("-Duser.language=" + locale.getLanguage());
    jvm.add("-Duser.country=" + locale.getCountry());
    String digits = locale.getUnicodeLocaleType("nu");
    jvm.add("-Duser.extensions=" + (digits == null ? "" : "u-nu-" + digits));
    Process process = OtdProcess.start(folder, jvm, List.of("data", "show", "t.csv"));
    String shown = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isZero();
    assertThat(shown).contains(" rows, ").doesNotContainPattern("[\\p{Nd}&&[^0-9]]");
  }

  @Test
  void a_missing_temporary_directory_is_named_where_native_code_is_needed() throws Exception {
    Files.writeString(folder.resolve("t.csv"), "a,b\n1,2\n2,3\n");
    Path missing = folder.resolve("missing");
    List<String> jvm = List.of("-Djava.io.tmpdir=" + missing);
    Process process =
        OtdProcess.start(
            folder, jvm, List.of("data", "show", "t.csv", "--query", "select * from data"));
    String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(errors).isEqualTo(1);
    assertThat(errors)
        .contains("otd: " + missing + ": ", "-Djava.io.tmpdir=DIRECTORY")
        .doesNotContain("internal error", "TensorFlow");

    Process plain = OtdProcess.start(folder, jvm, List.of("data", "show", "t.csv"));
    plain.getErrorStream().transferTo(java.io.OutputStream.nullOutputStream());
    assertThat(plain.waitFor()).isZero();
  }

  /** As in a container or a cron job, where the launcher is not used. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void a_letter_that_the_locale_lacks_is_told_with_what_to_set() throws Exception {
    for (List<String> args :
        List.of(
            List.of("data", "show", "M\u00e4rz/t.csv"),
            List.of("train", "t.csv", "--target", "h\u00f6he"))) {
      ProcessBuilder otd = OtdProcess.of(folder, List.of(), args);
      otd.environment().put("LC_ALL", "C");
      Process process = otd.start();
      List<String> errors = process.errorReader(StandardCharsets.UTF_8).lines().toList();
      assertThat(process.waitFor()).as("%s", errors).isEqualTo(2);
      assertThat(errors).hasSize(1);
      assertThat(errors.get(0)).startsWith("otd: ").contains("LC_ALL=C.UTF-8", "US-ASCII");
    }
  }

  /** The process must not end in the middle of it. */
  @ParameterizedTest
  @ValueSource(strings = {"--set model.hiden=3", "--data t.csv --target b", "--no-such-option"})
  void bad_input_while_the_library_is_loading_exits_without_a_crash(String options)
      throws Exception {
    Files.writeString(folder.resolve("t.csv"), "a,b\n1,x\n");
    List<String> args = new ArrayList<>(List.of("train"));
    args.addAll(List.of(options.split(" ")));
    Process process = OtdProcess.start(folder, List.of(), args);
    List<String> errors = process.errorReader(StandardCharsets.UTF_8).lines().toList();
    assertThat(process.waitFor()).as("%s", errors).isEqualTo(2);
    assertThat(errors).isNotEmpty().allMatch(line -> line.startsWith("otd: "));
    assertThat(folder.toFile().list()).containsExactly("t.csv"); // and no report of a crash
  }

  /** Detected after training has begun to listen for signals. */
  @Test
  void a_missing_library_ends_training_immediately() throws Exception {
    Path data = ParcelTable.in(folder);
    String without =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("tensorflow-core-api"))
            .collect(Collectors.joining(File.pathSeparator));
    Process process =
        OtdProcess.start(
            folder,
            List.of("-cp", without),
            List.of("train", "--data", data.toString(), "--target", "minutes", "--json"));
    try {
      String errors = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).as(errors).isEqualTo(1);
      JsonNode answer = new ObjectMapper().readTree(process.getInputStream().readAllBytes());
      assertThat(answer.at("/error/kind").asText()).isEqualTo("program");
      assertThat(errors)
          .contains(
              "a class of the program is missing, or was replaced while it ran: org/tensorflow/")
          .doesNotContain("\tat ");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void a_signal_stops_training_at_a_safe_point_and_reports_how_to_resume() throws Exception {
    JsonNode answer = interrupted("0 of 5 networks done, ");
    assertThat(answer.path("resume").asText()).isEqualTo("otd train --resume runs/parcels-0");
    Path run = folder.resolve("runs/parcels-0");
    assertThat(ModelDirectory.read(run).snapshots().stream().mapToLong(s -> s.step()).sum())
        .isEqualTo(answer.path("steps").asLong())
        .isPositive();
  }

  @Test
  @Tag("long")
  void a_signal_stops_all_folds_at_a_safe_point() throws Exception {
    JsonNode answer = interrupted("fold-0: 0 of 5 networks done, ", "--folds", "2", "--jobs", "2");
    assertThat(answer.path("resume").asText()).isEqualTo("otd train --resume runs/parcels-0-folds");
    assertThat(answer.path("done")).isEmpty();
    for (String fold : List.of("fold-0", "fold-1")) {
      Path run = folder.resolve("runs/parcels-0-folds").resolve(fold);
      assertThat(ModelDirectory.read(run).snapshots()).isNotEmpty();
      assertThat(run.resolve("result.json")).doesNotExist();
    }
  }

  /** The result of a process that gets a signal after a line with this beginning. */
  private JsonNode interrupted(String start, String... more) throws Exception {
    Path data = ParcelTable.in(folder);
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "train",
                "--data",
                data.toString(),
                "--target",
                "minutes",
                "--json",
                "--method",
                "otd",
                // Hours of work: it cannot end before the signal.
                "--set",
                "training.steps=100000000",
                "--set",
                "training.patience=100000000",
                "--set",
                "model.hidden=8"));
    arguments.addAll(List.of(more));
    Process process = OtdProcess.start(folder, List.of(), arguments);
    try {
      waitFor(process.errorReader(StandardCharsets.UTF_8), start, " steps/s");
      process.toHandle().destroy(); // SIGTERM; the streams stay open
      JsonNode answer =
          new ObjectMapper().readTree(process.inputReader(StandardCharsets.UTF_8).readLine());
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(process.exitValue()).isEqualTo(130);
      assertThat(answer.path("status").asText()).isEqualTo("interrupted");
      return answer;
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void a_session_ends_with_its_client_also_in_the_middle_of_a_command() throws Exception {
    Process client = new ProcessBuilder("cat").start();
    Process session =
        OtdProcess.start(
            folder,
            List.of(),
            List.of("session", "--client-process-id", Long.toString(client.pid())));
    try {
      Writer commands = session.outputWriter(StandardCharsets.UTF_8);
      // Too many rows for this test, and the pipes stay open: it ends by the client's end alone.
      commands.write(
          "[\"data\", \"synthetic\", \"--rows\", \"1000000000\", \"--out\", \"rows.csv\"]\n");
      commands.flush();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
      while (folder.toFile().list().length == 0 && System.nanoTime() < end) {
        Thread.sleep(20);
      }
      assertThat(folder).isNotEmptyDirectory();

      client.destroyForcibly();

      assertThat(session.waitFor(60, TimeUnit.SECONDS)).isTrue();
      assertThat(session.exitValue()).isEqualTo(130);
      assertThat(folder).isEmptyDirectory();
    } finally {
      client.destroyForcibly();
      session.destroyForcibly();
    }
  }

  @Test
  void a_session_of_a_client_that_has_ended_is_refused() throws Exception {
    Process client = OtdProcess.start(folder, List.of(), List.of("--no-such-option"));
    client.getErrorStream().transferTo(java.io.OutputStream.nullOutputStream());
    client.waitFor();

    OtdRun run = OtdRun.of("session", "--client-process-id", Long.toString(client.pid()));

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--client-process-id: " + client.pid(), "a running process");
  }

  /** Waits for a line, but not for ever. */
  private static void waitFor(BufferedReader reader, String start, String part) throws IOException {
    List<String> lines = new ArrayList<>();
    String line = "";
    while (line != null && lines.size() < MOST_LINES) {
      line = reader.readLine();
      lines.add(String.valueOf(line));
      if (line != null && line.startsWith(start) && line.contains(part)) {
        return;
      }
    }
    throw new AssertionError("no line \"%s...%s\" in %s".formatted(start, part, lines));
  }

  /** No command may claim to have printed what is nowhere. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "--version",
        "--help",
        "data show t.csv",
        "data show t.csv --json",
        "inspect none --json",
        "train --print-settings"
      })
  @EnabledOnOs(OS.LINUX)
  void a_full_disk_behind_standard_output_is_a_failure(String command) throws Exception {
    Files.writeString(folder.resolve("t.csv"), "a,b\n1,x\n");
    Path errors = folder.resolve("errors");
    Process process =
        OtdProcess.of(folder, List.of(), List.of(command.split(" ")))
            .redirectOutput(new File("/dev/full"))
            .redirectError(errors.toFile())
            .start();

    assertThat(process.waitFor()).isIn(1, 2);
    assertThat(errors).content().contains("otd: standard output: ");
  }

  @Test
  void a_reader_that_has_enough_is_no_failure() throws Exception {
    Files.writeString(folder.resolve("t.csv"), "a,b\n1,x\n");
    Path errors = folder.resolve("errors");
    Process process =
        OtdProcess.of(folder, List.of(), List.of("data", "show", "t.csv"))
            .redirectError(errors.toFile())
            .start();
    process.getInputStream().close();

    assertThat(process.waitFor()).isZero();
    assertThat(errors).isEmptyFile();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "predict none --data t.csv --out t.csv",
        "predict none --data . --out p.csv",
        "predict none --data t* --out t.parquet",
        "predict none --fields t.npz --out t.npz",
        "explain none --data t.csv --report t.csv",
        "explain none --data u.csv --background t.csv --row 1 --report t.csv",
        "predict none --data t.csv --out /dev/stdout",
        "compare none none --out -"
      })
  void what_a_command_reads_it_does_not_write(String command) throws IOException {
    for (String name : List.of("t.csv", "u.csv", "t.npz")) {
      Files.writeString(folder.resolve(name), "a,b\n1,x\n");
    }
    String[] words = command.split(" ");
    for (int i = 2; i < words.length; i++) {
      boolean file = words[i].matches("[.tpu].*") && !words[i].startsWith("/");
      words[i] = file ? folder.resolve(words[i]).toString() : words[i];
    }

    OtdRun run = OtdRun.of(words);

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains(words[words.length - 1] + " (expected: ");
    assertThat(folder.resolve("t.csv")).hasContent("a,b\n1,x\n");
  }
}
