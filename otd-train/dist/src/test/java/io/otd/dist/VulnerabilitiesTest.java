// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The comparison of the bill of materials with known vulnerabilities, with lists made here. */
class VulnerabilitiesTest {
  private static final Path SCRIPT = Path.of("vulnerabilities.sh").toAbsolutePath().normalize();

  @TempDir Path folder;

  /** A list with one entry, which concerns a library below a version. */
  private Path database(String library, String fixed) throws IOException {
    Path list = Files.createDirectories(folder.resolve("list/Maven")).resolve("all.zip");
    String entry =
        """
        {"id": "GHSA-test-test-test", "modified": "2026-01-01T00:00:00Z", "summary": "made up",
         "affected": [{"package": {"ecosystem": "Maven", "name": "%s"},
          "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "%s"}]}]}]}
        """
            .formatted(library, fixed);
    try (OutputStream out = Files.newOutputStream(list);
        ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.putNextEntry(new ZipEntry("GHSA-test-test-test.json"));
      zip.write(entry.getBytes(StandardCharsets.UTF_8));
    }
    return folder.resolve("list");
  }

  /** The exit code, after the output. */
  private List<String> compared(Path database) throws Exception {
    Path bill = Release.FOLDER.resolve("otd-%s-cyclonedx.json".formatted(Release.VERSION));
    ProcessBuilder command =
        new ProcessBuilder(SCRIPT.toString(), bill.toString()).redirectErrorStream(true);
    command.environment().put("OTD_OSV_DATABASE", database.toString());
    command.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = command.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return List.of(said, String.valueOf(process.waitFor()));
  }

  private static void assumeScanner() {
    String own = System.getenv("OTD_OSV_SCANNER");
    assumeThat(
            own != null
                || Arrays.stream(System.getenv("PATH").split(":", -1))
                    .anyMatch(place -> Files.isExecutable(Path.of(place, "osv-scanner"))))
        .as("osv-scanner")
        .isTrue();
  }

  @Test
  void without_a_list_it_says_that_nothing_was_looked_for() throws Exception {
    assertThat(compared(folder.resolve("none")))
        .satisfiesExactly(
            said -> assertThat(said).contains("not looked for", "OTD_OSV_DATABASE"),
            code -> assertThat(code).isEqualTo("0"));
  }

  @Test
  void an_empty_or_damaged_list_is_no_list() throws Exception {
    Path empty = database("io.netty:netty-common", "99");
    Path zip = empty.resolve("Maven/all.zip");
    byte[] whole = Files.readAllBytes(zip);
    Files.write(zip, Arrays.copyOf(whole, whole.length / 2));
    assertNoList(empty);
    try (ZipOutputStream nothing = new ZipOutputStream(Files.newOutputStream(zip))) {
      nothing.putNextEntry(new ZipEntry("README.md"));
    }
    assertNoList(empty);
  }

  private void assertNoList(Path database) throws Exception {
    assertThat(compared(database))
        .satisfiesExactly(
            said -> assertThat(said).contains("Maven/all.zip: no advisories (expected:"),
            code -> assertThat(code).isEqualTo("2"));
  }

  @Test
  void a_vulnerable_library_is_named_and_fails() throws Exception {
    assumeScanner();
    assertThat(compared(database("io.netty:netty-common", "99")))
        .satisfiesExactly(
            said ->
                assertThat(said)
                    .contains("the 1 advisories of", "GHSA-test-test-test", "netty-common"),
            code -> assertThat(code).isEqualTo("1"));
  }

  @Test
  void a_version_that_has_the_fix_is_no_finding() throws Exception {
    assumeScanner();
    assertThat(compared(database("io.netty:netty-common", "4.1")))
        .satisfiesExactly(
            said -> assertThat(said).doesNotContain("GHSA-test-test-test"),
            code -> assertThat(code).isEqualTo("0"));
  }
}
