// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarInputStream;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The bundle for Maven Central is complete and contains nothing else. */
class BundleTest {
  private static final Set<String> LIBRARIES =
      Set.of(
          "otd-schema",
          "otd-core",
          "otd-export",
          "otd-predict-api",
          "otd-light",
          "otd-predict",
          "otd-server",
          "otd-spring-boot-starter",
          "otd-spark",
          "otd-tables",
          "otd-sources",
          "otd-train",
          "otd-paper",
          "otd-app",
          "otd-train-spark");
  private static final List<String> OF_EACH_LIBRARY =
      List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json", "-cyclonedx.xml", ".pom");

  private final Path bundle =
      Release.FOLDER.resolve("otd-%s-maven-central.zip".formatted(Release.VERSION));

  @BeforeEach
  void onlyOfAVersionThatMayBePublished() {
    assumeThat(Release.isFinal())
        .as("version: %s (expected: without -SNAPSHOT, by -Drevision=...)", Release.VERSION)
        .isTrue();
  }

  @Test
  void contains_jar_sources_javadoc_bill_of_materials_and_pom_of_each_library() throws IOException {
    Set<String> expected = new TreeSet<>();
    for (String library : LIBRARIES) {
      OF_EACH_LIBRARY.forEach(end -> expected.add(place(library, end)));
    }
    for (String pom : List.of("otd-parent", "otd-bom")) {
      List.of(".pom", "-cyclonedx.json", "-cyclonedx.xml")
          .forEach(end -> expected.add(place(pom, end)));
    }
    assertThat(files().stream().filter(name -> !name.matches(".*[.](md5|sha1|asc)")))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  /** So that others can build it again and compare. */
  @Test
  void the_buildinfo_lists_each_published_file_with_its_checksum() throws Exception {
    Properties info = new Properties();
    Path file = Release.FOLDER.resolve("otd-%s.buildinfo".formatted(Release.VERSION));
    try (Reader in = Files.newBufferedReader(file)) {
      info.load(in);
    }
    assertThat(info.getProperty("java.version")).isEqualTo("17");
    List<String> outputs =
        info.stringPropertyNames().stream()
            .filter(name -> name.startsWith("outputs.") && name.endsWith(".filename"))
            .toList();
    Set<String> listed = new TreeSet<>();
    for (String output : outputs) {
      String name = info.getProperty(output);
      String library = name.substring(0, name.indexOf("-" + Release.VERSION));
      String published =
          place(library, name.substring(library.length() + Release.VERSION.length() + 1));
      listed.add(published);
      assertThat(info.getProperty(output.replace(".filename", ".checksums.sha512")))
          .as(name)
          .isEqualTo(digest("SHA-512", published));
    }
    // A quick build takes the Javadoc of an earlier one, and attaches none of its own.
    String others =
        listed.stream().anyMatch(name -> name.endsWith("-javadoc.jar"))
            ? ".*[.](md5|sha1|asc)"
            : ".*([.](md5|sha1|asc)|-javadoc[.]jar)";
    assertThat(listed)
        .containsExactlyInAnyOrderElementsOf(
            files().stream().filter(name -> !name.matches(others)).toList());
  }

  private static String place(String artifact, String end) {
    return "io/otd/%1$s/%2$s/%1$s-%2$s%3$s".formatted(artifact, Release.VERSION, end);
  }

  @Test
  void each_file_has_its_checksums() throws Exception {
    List<String> files = files();
    for (String file : files) {
      if (!file.matches(".*[.](md5|sha1|asc)")) {
        assertThat(text(file + ".md5")).isEqualTo(digest("MD5", file));
        assertThat(text(file + ".sha1")).isEqualTo(digest("SHA-1", file));
      }
    }
    assertThat(files).hasSizeGreaterThan(3 * 6 * LIBRARIES.size());
  }

  @Test
  void a_published_pom_contains_its_version_and_no_build_property() throws IOException {
    for (String library : LIBRARIES) {
      assertThat(text(place(library, ".pom")))
          .contains("<version>" + Release.VERSION + "</version>")
          .doesNotContain("${revision}");
    }
  }

  /** What Maven Central asks of a POM; what all have in common stands in the parent. */
  @Test
  void a_published_pom_says_what_maven_central_asks_for() throws IOException {
    for (String library : LIBRARIES) {
      assertThat(text(place(library, ".pom")))
          .contains("<name>", "<description>", "<artifactId>otd-parent</artifactId>")
          .doesNotContain("-SNAPSHOT", "<repositories>", "<systemPath>");
    }
    assertThat(text(place("otd-parent", ".pom")))
        .contains("<name>", "<description>", "<url>", "<licenses>", "<developers>", "<scm ")
        .doesNotContain("<repositories>", "<systemPath>");
  }

  @Test
  void each_jar_names_its_module() throws IOException {
    for (String library : LIBRARIES) {
      try (JarInputStream jar =
          new JarInputStream(new ByteArrayInputStream(bytes(place(library, ".jar"))))) {
        assertThat(jar.getManifest().getMainAttributes().getValue("Automatic-Module-Name"))
            .isEqualTo(library.replaceFirst("^otd-", "io.otd.").replace('-', '.'));
      }
    }
  }

  @Test
  void the_bom_manages_the_libraries_and_nothing_else() throws IOException {
    String bom = text(place("otd-bom", ".pom"));
    assertThat(bom)
        .doesNotContain("<parent>", "jackson", "tensorflow", "<dependency>\n      <groupId>org");
    for (String library : LIBRARIES) {
      assertThat(bom).contains("<artifactId>" + library + "</artifactId>");
    }
    assertThat(bom.split("<dependency>", -1)).hasSize(LIBRARIES.size() + 1);
    assertThat(bom).contains("<scm ", "<developers>", "<licenses>", "<url>", "<description>");
  }

  @Test
  void each_jar_carries_licence_and_notice() throws Exception {
    for (String library : LIBRARIES) {
      byte[] jar = bytes(place(library, ".jar"));
      Set<String> names;
      try (ZipInputStream in = new ZipInputStream(new ByteArrayInputStream(jar))) {
        names = new TreeSet<>();
        for (ZipEntry e = in.getNextEntry(); e != null; e = in.getNextEntry()) {
          names.add(e.getName());
        }
      }
      assertThat(names).as(library).contains("META-INF/LICENSE", "META-INF/NOTICE");
    }
  }

  private List<String> files() throws IOException {
    try (ZipFile zip = new ZipFile(bundle.toFile())) {
      return zip.stream()
          .filter(entry -> !entry.isDirectory())
          .map(ZipEntry::getName)
          .collect(Collectors.toList());
    }
  }

  private byte[] bytes(String name) throws IOException {
    try (ZipFile zip = new ZipFile(bundle.toFile())) {
      ZipEntry entry = zip.getEntry(name);
      assertThat(entry).as(name).isNotNull();
      try (InputStream in = zip.getInputStream(entry)) {
        return in.readAllBytes();
      }
    }
  }

  private String text(String name) throws IOException {
    return new String(bytes(name), StandardCharsets.UTF_8).strip();
  }

  private String digest(String algorithm, String name) throws Exception {
    return HexFormat.of().formatHex(MessageDigest.getInstance(algorithm).digest(bytes(name)));
  }
}
