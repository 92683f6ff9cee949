// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** NOTICE, compared with the POMs of the dependencies. */
class LicencesTest {
  private static final String BEGIN = "Libraries of others that the distribution contains:";

  /**
   * Licences under which a library may be distributed. For a library under several, one of these is
   * chosen.
   */
  private static final Set<String> ALLOWED =
      Set.of(
          "Apache-2.0",
          "BSD-2-Clause",
          "BSD-3-Clause",
          "CC0-1.0",
          "EPL-1.0",
          "EPL-2.0",
          "MIT",
          "MIT-0");

  /** The text to paste into NOTICE when this fails. */
  @Test
  void the_notice_lists_each_library_with_its_licence() throws IOException {
    String notice = Files.readString(Release.TOP.resolve("NOTICE"));
    assertThat(notice).contains(BEGIN);
    List<String> listed =
        notice
            .substring(notice.indexOf(BEGIN) + BEGIN.length())
            .lines()
            .map(String::strip)
            .filter(line -> !line.isEmpty())
            .toList();
    assertThat(String.join("\n", listed)).isEqualTo(String.join("\n", declared()));
  }

  @Test
  void each_library_has_a_permitted_licence() throws IOException {
    for (String line : declared()) {
      assertThat(List.of(line.replaceFirst(".*: ", "").split(", ")))
          .as(line)
          .anyMatch(ALLOWED::contains);
    }
  }

  /** {@code group:artifact: licence, ...}, sorted. */
  private static Set<String> declared() throws IOException {
    Set<String> lines =
        Files.readAllLines(Path.of("target", "licences.txt")).stream()
            .filter(line -> !line.isBlank())
            .map(line -> line.strip().replace(" | ", ": "))
            // One of several, depending on the platform of the build.
            .map(line -> line.replaceFirst("brotli4j:native-[^:]+", "brotli4j:native"))
            .collect(Collectors.toCollection(TreeSet::new));
    assertThat(lines).hasSizeGreaterThan(50);
    return lines;
  }
}
