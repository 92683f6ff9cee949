// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The commands of pages in docs, verbatim, with the archive; with only the loopback network, if the
 * system can restrict it. The quickstart, with which the tutorial begins, has been run for all
 * tests.
 */
@ExtendWith(Quickstart.class)
@Timeout(600)
class PagesTest {
  private static final Pattern BLOCK =
      Pattern.compile("^```(\\w+)\\n(.*?)^```$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern MEAN = Pattern.compile("mean ([0-9.]+) minutes, 90 %");

  private static final Pattern ADAPTED = Pattern.compile("\"factor\": ([0-9.]+)");

  private static final Pattern COST = Pattern.compile("cost_under_4_over_1 +([0-9.]+)");

  private static final Pattern COST_BY_MEAN =
      Pattern.compile("cost_under_4_over_1_by_mean ([0-9.]+)");

  private static final Pattern MEAN_OF_DAY = Pattern.compile("\\{\"mean\": ([0-9.]+)");

  private static final String QUICKSTART = "otd quickstart\n";

  private static final String ALONE = "ip link set lo up && exec bash page.sh";

  @TempDir Path folder;

  @Test
  void the_tutorial_runs_to_the_end_and_prints_what_the_page_shows(Quickstart.Done done)
      throws Exception {
    Path here = done.installation().home();
    String page = page("tutorial.md");
    String script = script(page);
    assertThat(script).startsWith(QUICKSTART);
    List<String> said = new ArrayList<>(done.said());
    List<String> rest = run(done, here, page, script.substring(QUICKSTART.length()));
    said.addAll(rest);
    assertShows(page, said);

    assertThat(here.resolve("runs/quickstart/report.html")).isNotEmptyFile();
    assertThat(here.resolve("why.html")).isNotEmptyFile();
    assertThat(here.resolve("models/parcels/1/model.onnx")).isNotEmptyFile();
    assertThat(Files.readAllLines(here.resolve("predictions.csv"))).hasSize(4);
    Matcher mean = MEAN.matcher(String.join("\n", rest));
    assertThat(mean.find()).isTrue();
    // The mean of the distribution there is 9 + 2.1 * 16 + 1.4 + 0.6 * 25 = 59 minutes.
    assertThat(Double.parseDouble(mean.group(1))).isBetween(52.0, 66.0);
    // What the quickstart says has predictions, too.
    assertThat(String.join("", rest))
        .contains("\"predictions\":", "\"probabilities_below\":", "\"version\": \"2\"");
  }

  @Test
  void the_page_on_decisions_runs_to_the_end_and_prints_what_it_shows(Quickstart.Done done)
      throws Exception {
    String page = page("decisions.md");
    List<String> lines = run(done, folder, page, script(page));
    assertShows(page, lines);

    String said = String.join("\n", lines);
    assertThat(said).contains("\"taken\": 300").contains("weighted by \"shops\"");
    assertThat(last(ADAPTED, said)).isGreaterThan(1.5);
    assertThat(last(COST, said.substring(0, said.indexOf("demand/1"))))
        .isLessThan(last(COST_BY_MEAN, said.substring(0, said.indexOf("demand/1"))));
    // Of June and July twice as much is sold; the second version knows it.
    List<Double> means = MEAN_OF_DAY.matcher(said).results().map(PagesTest::number).toList();
    assertThat(means).hasSize(3);
    assertThat(means.get(1)).isEqualTo(means.get(0));
    assertThat(means.get(2) / means.get(0)).isBetween(1.5, 2.6);
  }

  private static String page(String name) throws IOException {
    return Files.readString(Release.TOP.resolve("docs").resolve(name));
  }

  private static String script(String page) {
    return String.join("\n", blocks(page, "sh"));
  }

  /** What commands of a page print in a folder. */
  private List<String> run(Quickstart.Done done, Path here, String page, String script)
      throws Exception {
    assumeTrue(Command.exists("bash") && Command.exists("curl"), "no bash or no curl on the path");
    for (String program : blocks(page, "java")) {
      Files.writeString(here.resolve("Ask.java"), program);
    }
    Files.writeString(here.resolve("page.sh"), "set -euo pipefail\n" + script);
    return session(done.installation().root(), here).lines();
  }

  /** The lines that the page shows are among those that are printed. */
  private static void assertShows(String page, List<String> said) {
    // Tables as text; what a page may break, as output.
    assertThat(
            Stream.of("text", "output")
                .flatMap(language -> blocks(page, language).stream())
                .flatMap(PagesTest::labels))
        .isNotEmpty()
        .allSatisfy(label -> assertThat(said).anyMatch(line -> line.strip().startsWith(label)));
  }

  private static double last(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(PagesTest::number).reduce((a, b) -> b).orElseThrow();
  }

  private static double number(MatchResult found) {
    return Double.parseDouble(found.group(1));
  }

  /** With caches of its own: other tests look at those of the quickstart. */
  private Command session(Path installed, Path here) throws Exception {
    Path java = Path.of(System.getProperty("java.home"));
    String path =
        "%s:%s:%s".formatted(installed.resolve("bin"), java.resolve("bin"), System.getenv("PATH"));
    Command plain =
        Command.in(here, "bash", "page.sh")
            .withNoEnvironmentBut(
                Map.of(
                    "PATH", path,
                    "HOME", folder.toString(),
                    "JAVA_HOME", java.toString(),
                    "OTD_HOME", installed.toString(),
                    // Each command is short, see the parent POM.
                    "OTD_JAVA_OPTS", "-XX:TieredStopAtLevel=1"));
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
