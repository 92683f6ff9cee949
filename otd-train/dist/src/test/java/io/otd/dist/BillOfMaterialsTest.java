// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bill of materials of the archive. */
class BillOfMaterialsTest {
  @TempDir Path folder;

  @Test
  void names_each_jar_of_the_archive_with_its_version() throws Exception {
    List<String> jars =
        Command.in(folder, "tar", "-tzf", Release.ARCHIVE).lines().stream()
            .filter(entry -> entry.endsWith(".jar"))
            .map(entry -> entry.substring(entry.lastIndexOf('/') + 1))
            .toList();
    assertThat(named()).hasSizeGreaterThan(50).containsExactlyInAnyOrderElementsOf(jars);
  }

  private static List<String> named() throws IOException {
    JsonNode bill =
        new ObjectMapper()
            .readTree(
                Release.FOLDER
                    .resolve("otd-%s-cyclonedx.json".formatted(Release.VERSION))
                    .toFile());
    List<String> jars = new ArrayList<>();
    for (JsonNode component : bill.path("components")) {
      String purl = component.path("purl").asText();
      String classifier =
          purl.contains("classifier=")
              ? "-" + purl.replaceFirst(".*classifier=([^&]*).*", "$1")
              : "";
      jars.add(
          component.path("name").asText()
              + "-"
              + component.path("version").asText()
              + classifier
              + ".jar");
    }
    return jars;
  }

  @Test
  void the_checksums_match_the_files() throws Exception {
    assertThat(Command.in(Release.FOLDER, "sha256sum", "-c", "SHA256SUMS").lines())
        .contains(
            Release.ARCHIVE.getFileName() + ": OK",
            "otd-%s-maven-central.zip: OK".formatted(Release.VERSION),
            "otd-%s-cyclonedx.json: OK".formatted(Release.VERSION));
  }
}
