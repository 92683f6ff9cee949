// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of docs/tutorial.md, verbatim, with the archive; with only the loopback network, if
 * the system can restrict it.
 */
@Timeout(600)
class TutorialTest {
  private static final Path PAGE = Release.TOP.resolve("docs/tutorial.md");

  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern MEAN = Pattern.compile("mean ([0-9.]+) minutes, 90 %");

  private static final String ALONE = "ip link set lo up && exec bash tutorial.sh";

  @TempDir Path folder;

  @Test
  void the_tutorial_runs_to_the_end_and_prints_what_the_page_shows() throws Exception {
    assumeTrue(Command.exists("bash") && Command.exists("curl"), "no bash or no curl on the path");
    String page = Files.readString(PAGE);
    Files.writeString(folder.resolve("Ask.java"), blocks(page, "java").get(0));
    Files.writeString(
        folder.resolve("tutorial.sh"),
        "set -euo pipefail\n" + String.join("\n", blocks(page, "sh")));

    List<String> said = session(Installation.under(folder)).lines();

    assertThat(blocks(page, "text").stream().flatMap(TutorialTest::labels))
        .isNotEmpty()
        .allSatisfy(label -> assertThat(said).anyMatch(line -> line.strip().startsWith(label)));
    assertThat(folder.resolve("runs/quickstart/report.html")).isNotEmptyFile();
    assertThat(folder.resolve("why.html")).isNotEmptyFile();
    assertThat(folder.resolve("models/parcels/1/model.onnx")).isNotEmptyFile();
    assertThat(Files.readAllLines(folder.resolve("predictions.csv"))).hasSize(4);
    Matcher mean = MEAN.matcher(String.join("\n", said));
    assertThat(mean.find()).isTrue();
    // The mean of the distribution there is 9 + 2.1 * 16 + 1.4 + 0.6 * 25 = 59 minutes.
    assertThat(Double.parseDouble(mean.group(1))).isBetween(52.0, 66.0);
    assertThat(String.join("", said))
        .contains("\"predictions\":", "\"probabilities_below\":", "\"version\": \"2\"");
  }

  private Command session(Installation installation) throws Exception {
    Path java = Path.of(System.getProperty("java.home"));
    String path =
        "%s:%s:%s"
            .formatted(
                installation.root().resolve("bin"), java.resolve("bin"), System.getenv("PATH"));
    Command plain =
        Command.in(folder, "bash", "tutorial.sh")
            .withNoEnvironmentBut(
                Map.of(
                    "PATH", path,
                    "HOME", installation.home().toString(),
                    "JAVA_HOME", java.toString(),
                    "OTD_HOME", installation.root().toString()));
    if (Command.exists("unshare")
        && Command.exists("ip")
        && Command.in(folder, "unshare", "--net", "ip", "link", "set", "lo", "up").exitCode()
            == 0) {
      return new Command(
          plain.folder(), plain.environment(), List.of("unshare", "--net", "bash", "-c", ALONE));
    }
    assumeTrue(free(8500) && free(8501), "the server's usual ports are taken");
    return plain;
  }

  private static boolean free(int port) {
    try (ServerSocket socket = new ServerSocket(port)) {
      return socket.isBound();
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> blocks(String page, String language) {
    return BLOCK
        .matcher(page)
        .results()
        .filter(block -> block.group(1).equals(language))
        .map((MatchResult block) -> block.group(2))
        .toList();
  }

  /** The part of a sample line before its first number, which differs between machines. */
  private static Stream<String> labels(String sample) {
    return sample
        .lines()
        .map(line -> line.strip().replaceFirst("\\s*[-+]?[0-9.].*", "").strip())
        .filter(label -> label.matches(".*[A-Za-z].*"));
  }
}
