// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The archive, on a system with only Java and a shell. */
@ExtendWith(Quickstart.class)
@Timeout(300)
class ArchiveTest {
  private static final Pattern PORT = Pattern.compile("http://127.0.0.1:(\\d+)");

  @TempDir Path folder;

  @Test
  void prints_the_release_version(Quickstart.Done done) throws Exception {
    assertThat(done.installation().otd("--version").lines())
        .containsExactly("otd " + Release.VERSION);
  }

  @Test
  void an_unknown_command_exits_with_code_2(Quickstart.Done done) throws Exception {
    assertThat(done.installation().otd("no-such-command").exitCode()).isEqualTo(2);
  }

  @Test
  void the_quickstart_leaves_a_class_archive_for_the_next_start(Quickstart.Done done)
      throws Exception {
    assertThat(archives(done)).anyMatch(name -> name.matches("classes-\\d.*\\.jsa"));
    assertSharesClasses(done, "--version");
  }

  @Test
  void a_stopped_server_leaves_a_class_archive_for_servers(Quickstart.Done done) throws Exception {
    serveOnce(done, folder.resolve("first.log"), "");
    assertThat(archives(done)).anyMatch(name -> name.matches("classes-serve-.*\\.jsa"));
    assertSharesClasses(done, "serve", "--help");
  }

  @Test
  void the_quickstart_leaves_compiled_programs_only_their_owner_can_modify(Quickstart.Done done)
      throws Exception {
    Path programs = done.installation().home().resolve(".cache/otd/programs");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(programs)))
        .isEqualTo("rwx------");
    try (Stream<Path> files = Files.walk(programs)) {
      assertThat(files.filter(Files::isRegularFile)).isNotEmpty();
    }
  }

  /**
   * The first run compiles and stores, the second loads the stored programs, the third compiles.
   */
  @Test
  void training_with_a_cached_program_is_bit_identical(Quickstart.Done done) throws Exception {
    StringBuilder table = new StringBuilder("x,y\n");
    for (int i = 0; i < 60; i++) {
      table.append(i / 60.0).append(',').append(Math.sin(0.3 * i)).append('\n');
    }
    Path csv = Files.writeString(folder.resolve("table.csv"), table);
    Path cache = folder.resolve("cache");
    byte[] compiled = trained(done, csv, cache, "true");
    FileTime written = lastWritten(cache);
    assertThat(trained(done, csv, cache, "true")).isEqualTo(compiled);
    assertThat(lastWritten(cache)).isEqualTo(written);
    assertThat(trained(done, csv, folder.resolve("none"), "false")).isEqualTo(compiled);
    assertThat(folder.resolve("none/programs")).doesNotExist();
  }

  /** The parameters of a short training. */
  private byte[] trained(Quickstart.Done done, Path csv, Path cache, String keep) throws Exception {
    Path run = Files.createTempDirectory(folder, "run");
    Command train =
        done.installation()
            .otd(
                "train",
                "--data",
                csv,
                "--target",
                "y",
                "--method",
                "otd",
                "--set",
                "model.hidden=8",
                "--set",
                "masks.velocity=8",
                "--set",
                "training.steps=100",
                "--out",
                run.resolve("out"))
            .with("OTD_JAVA_OPTS", "")
            .with("OTD_CACHE", cache)
            .with("OTD_KEEP_PROGRAMS", keep);
    assertThat(train.exitCode()).isZero();
    try (Stream<Path> files = Files.walk(run)) {
      Path checkpoint =
          files
              .filter(file -> file.getFileName().toString().startsWith("variables.data"))
              .filter(Files::isRegularFile)
              .findFirst()
              .orElseThrow();
      return Files.readAllBytes(checkpoint);
    }
  }

  /** When the last of the programs was written. */
  private static FileTime lastWritten(Path cache) throws IOException {
    try (Stream<Path> files = Files.walk(cache.resolve("programs"))) {
      List<FileTime> times = new ArrayList<>();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        times.add(Files.getLastModifiedTime(file));
      }
      return Collections.max(times);
    }
  }

  /** The JVM accepts an archive only if the same JDK made it from the same jars. */
  private static void assertSharesClasses(Quickstart.Done done, String... arguments)
      throws Exception {
    List<String> said =
        done.installation()
            .otd((Object[]) arguments)
            .with("OTD_JAVA_OPTS", "-Xshare:on -Xlog:class+load")
            .lines();
    assertThat(said)
        .anyMatch(line -> line.contains("io.otd.app.OtdMain source: shared objects file (top)"));
  }

  private void serveOnce(Quickstart.Done done, Path log, String options) throws Exception {
    Process server =
        done.installation()
            .otd("serve", "--model", "parcels=" + done.export(), "--rest-port", 0, "--grpc-port", 0)
            .with("OTD_JAVA_OPTS", options)
            .start(log);
    try {
      String address = address(log, server) + "/v1/models/parcels:predict";
      String reply =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(address))
                      .POST(
                          HttpRequest.BodyPublishers.ofString(
                              "{\"signature_name\": \"by_name\", \"instances\":"
                                  + " [{\"distance_km\": 16, \"weight_kg\": 1, \"traffic\": 0.6}]}"))
                      .build(),
                  HttpResponse.BodyHandlers.ofString())
              .body();
      assertThat(reply).contains("\"mean\"");
    } finally {
      server.destroy();
      assertThat(server.waitFor(1, TimeUnit.MINUTES)).as(Files.readString(log)).isTrue();
    }
    assertThat(server.exitValue()).as(Files.readString(log)).isIn(0, 143);
  }

  private static String address(Path log, Process server) throws Exception {
    while (server.isAlive()) {
      Matcher port = PORT.matcher(Files.readString(log));
      if (port.find()) {
        return port.group();
      }
      Thread.sleep(50);
    }
    throw new AssertionError("not ready: " + Files.readString(log));
  }

  private static List<String> archives(Quickstart.Done done) throws IOException {
    try (Stream<Path> files = Files.list(done.installation().home().resolve(".cache/otd"))) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }

  @Test
  void bash_completes_commands_and_options(Quickstart.Done done) throws Exception {
    assumeThat(Command.exists("bash")).as("bash on the path").isTrue();
    assertThat(completed(done, "otd pre")).containsExactly("predict");
    assertThat(completed(done, "otd train --tar")).containsExactly("--target");
  }

  /**
   * Outside a completion, bash reports an error for {@code compopt}; the proposals are the same.
   */
  private List<String> completed(Quickstart.Done done, String line) throws Exception {
    Path script = done.installation().root().resolve("share/bash-completion/completions/otd");
    String words = line.replace(" ", "' '");
    int last = line.split(" ").length - 1;
    return Command.in(
            folder,
            "bash",
            "-c",
            "source %s; COMP_WORDS=('%s'); COMP_CWORD=%d; COMP_LINE='%s'; _complete_otd 2>/dev/null; printf '%%s\\n' \"${COMPREPLY[@]}\""
                .formatted(script, words, last, line))
        .lines();
  }

  @Test
  void zsh_loads_its_completion(Quickstart.Done done) throws Exception {
    assumeThat(Command.exists("zsh")).as("zsh on the path").isTrue();
    Path functions = done.installation().root().resolve("share/zsh/site-functions");
    assertThat(
            Command.in(
                    folder,
                    "zsh",
                    "-fc",
                    "fpath=(%s $fpath); autoload -Uz compinit; compinit -u -D; print $_comps[otd]"
                        .formatted(functions))
                .lines())
        .containsExactly("_otd");
  }

  @Test
  void each_command_has_a_readable_man_page(Quickstart.Done done) throws Exception {
    Path pages = done.installation().root().resolve("share/man/man1");
    assertThat(pages.resolve("otd.1")).exists();
    for (String command : List.of("train", "predict", "serve", "data-show", "bench-train")) {
      assertThat(pages.resolve("otd-" + command + ".1")).exists();
    }
    assertThat(Files.readString(pages.resolve("otd-train.1")))
        .contains(".SH \"OPTIONS\"", "\\-\\-target")
        .doesNotContain(System.getProperty("user.home") + "/", Release.TOP.toString());
    assumeThat(Command.exists("man")).as("man on the path").isTrue();
    assertThat(
            Command.in(
                    folder, "man", "--warnings", "-E", "UTF-8", "-l", pages.resolve("otd-train.1"))
                .lines())
        .anyMatch(line -> line.contains("--target"))
        .noneMatch(line -> line.contains("warning"));
  }
}
