// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The Debian package, installed on this system and removed again. */
@ExtendWith(Quickstart.class)
@Timeout(300)
class DebianPackageTest {
  private static final Path LAUNCHER = Path.of("/usr/bin/otd");
  private static final Path CONFIGURATION = Path.of("/etc/otd/models.config");
  private static final Pattern ADDRESS = Pattern.compile("http://127.0.0.1:\\d+");
  private static final Path UNIT = Path.of("/usr/lib/systemd/system/otd-serve.service");

  @TempDir Path folder;
  private boolean begun;

  @BeforeEach
  void install() throws Exception {
    assumeThat(Command.exists("dpkg")).as("a system with dpkg").isTrue();
    assumeThat(System.getProperty("user.name")).as("user, who must be root").isEqualTo("root");
    assumeThat(LAUNCHER).as("an otd that is installed already").doesNotExist();
    begun = true;
    Command.in(folder, "dpkg", "--install", deb()).lines();
  }

  private static Path deb() throws Exception {
    try (Stream<Path> files = Files.list(Release.FOLDER)) {
      return files.filter(file -> file.toString().endsWith(".deb")).findFirst().orElseThrow();
    }
  }

  @AfterEach
  void purge() throws Exception {
    if (begun) {
      Command.in(folder, "dpkg", "--purge", "otd").lines();
    }
  }

  @Test
  void installs_the_command_its_man_pages_and_a_valid_systemd_unit() throws Exception {
    assertThat(
            Command.in(folder, "otd", "--version")
                .withNoEnvironmentBut(Map.of("PATH", "/usr/bin:/bin", "HOME", folder.toString()))
                .lines())
        .containsExactly("otd " + Release.VERSION);
    List<String> brought = Command.in(folder, "dpkg", "--listfiles", "otd").lines();
    assertThat(brought)
        .contains(
            "/usr/share/man/man1/otd-serve.1",
            "/usr/share/bash-completion/completions/otd",
            "/usr/share/zsh/vendor-completions/_otd",
            "/usr/share/doc/otd/copyright",
            UNIT.toString());
    assertThat(Files.getPosixFilePermissions(Path.of("/usr/lib/otd/bin/otd"))).hasSize(7);
    assumeThat(Command.exists("systemd-analyze")).as("systemd on the path").isTrue();
    assertThat(Command.in(folder, "systemd-analyze", "verify", UNIT).lines())
        .noneMatch(line -> line.contains("otd-serve"));
  }

  /** Started as by the unit, but without the restrictions that only systemd can impose. */
  @Test
  void the_server_serves_the_model_of_the_configuration_example(Quickstart.Done done)
      throws Exception {
    String example =
        Files.readAllLines(CONFIGURATION).stream()
            .filter(line -> line.matches("# (model_config_list|  config|}).*"))
            .map(line -> line.substring(2))
            .collect(Collectors.joining("\n"));
    assertThat(example).contains("/srv/models/price");
    Files.writeString(
        CONFIGURATION, example.replace("/srv/models/price", done.export().toString()));
    String start =
        Files.readAllLines(UNIT).stream()
            .filter(line -> line.startsWith("ExecStart="))
            .map(line -> line.substring("ExecStart=".length()))
            .findFirst()
            .orElseThrow();
    Path log = folder.resolve("server.log");
    Process server =
        Command.in(folder, (Object[]) (start + " --rest-port 0 --grpc-port 0").split(" +"))
            // Not that of the archive, whose servers leave a class archive of the same name.
            .with("HOME", folder)
            .start(log);
    try {
      assertThat(answer(address(log, server) + "/v1/models/price")).contains("AVAILABLE");
    } finally {
      server.destroy();
      assertThat(server.waitFor(1, TimeUnit.MINUTES)).isTrue();
    }
  }

  private static String address(Path log, Process server) throws Exception {
    while (server.isAlive()) {
      Matcher address = ADDRESS.matcher(Files.readString(log));
      if (address.find()) {
        return address.group();
      }
      Thread.sleep(50);
    }
    throw new AssertionError("not ready: " + Files.readString(log));
  }

  private static String answer(String address) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(address)).build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @Test
  void configuration_files_are_kept_until_purge() throws Exception {
    Files.writeString(CONFIGURATION, "model_config_list { } # mine\n");
    Command.in(folder, "dpkg", "--remove", "otd").lines();
    assertThat(LAUNCHER).doesNotExist();
    assertThat(Path.of("/usr/lib/otd")).doesNotExist();
    assertThat(CONFIGURATION).content().contains("mine");

    Command.in(folder, "dpkg", "--purge", "otd").lines();
    assertThat(CONFIGURATION.getParent()).doesNotExist();
  }
}
