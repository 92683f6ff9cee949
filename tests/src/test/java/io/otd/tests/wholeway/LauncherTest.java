// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.wholeway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.condition.OS.LINUX;
import static org.junit.jupiter.api.condition.OS.WINDOWS;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.io.TempDir;

/** When the launcher builds, on a tree of empty files with a Maven and a JVM that only report. */
@DisabledOnOs(WINDOWS)
class LauncherTest {
  private static final Pattern WORDS = Pattern.compile("\\s+");
  private static final Instant BEGUN = Instant.now().minusSeconds(1000);

  @TempDir Path folder;

  private Path tree;

  @BeforeEach
  void mavenHasBuiltTheTree() throws IOException {
    tree = Files.createDirectory(folder.resolve("a tree"));
    String launcher = Files.readString(Path.of("../otd"));
    file("otd", launcher).toFile().setExecutable(true);
    Matcher modules = Pattern.compile("modules=\"([^\"]*)\"").matcher(launcher);
    assertThat(modules.find()).isTrue();
    for (String module : List.of(WORDS.split(modules.group(1)))) {
      at(-100, file(module + "/pom.xml", ""));
    }
    at(-100, file("pom.xml", "<revision>1</revision>\n"));
    Path core = module("otd-core/model", "otd-core-1.jar");
    module("otd-train/app", "otd-app-1.jar");
    file("otd-train/app/target/otd.classpath", core.toString());
    file("jdk/release", "JAVA_VERSION=\"17.0.1\"\n");
    program("jdk/bin/java", "echo started");
    program("jdk/bin/javac", "");
    program("bin/mvn", "echo built");
  }

  private Path module(String name, String jar) throws IOException {
    at(-100, file(name + "/src/main/A.java", ""));
    at(0, file(name + "/target/published-pom.xml", ""));
    at(1, file(name + "/target/classes/A.class", ""));
    at(-100, tree.resolve(name + "/src/main"));
    at(1, tree.resolve(name + "/target/classes"));
    return at(10, file(name + "/target/" + jar, ""));
  }

  private Path file(String name, String text) throws IOException {
    Path file = tree.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text);
  }

  private void program(String name, String text) throws IOException {
    file(name, "#!/bin/sh\n" + text + "\n").toFile().setExecutable(true);
  }

  /** Seconds after the build began. */
  private static Path at(int seconds, Path file) throws IOException {
    return Files.setLastModifiedTime(file, FileTime.from(BEGUN.plusSeconds(seconds)));
  }

  /** What Maven and the JVM say. */
  private String start() throws Exception {
    return start(Map.of(), "--version");
  }

  private String start(Map<String, String> variables, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(List.of(tree.resolve("otd").toString()));
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().putAll(variables);
    builder.environment().remove("OTD_MAVEN_ARGS");
    builder.environment().put("JAVA_HOME", tree.resolve("jdk").toString());
    builder.environment().merge("PATH", tree.resolve("bin") + ":", (path, bin) -> bin + path);
    Process process = builder.redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).as(said).isZero();
    return said;
  }

  @Test
  void starts_an_up_to_date_build_without_rebuilding() throws Exception {
    assertThat(start()).isEqualTo("started\n");
    assertThat(start()).isEqualTo("started\n");
  }

  @Test
  void rebuilds_after_a_source_edit() throws Exception {
    at(20, tree.resolve("otd-core/model/src/main/A.java"));
    assertThat(start()).contains("otd: building", "built\nstarted\n");
    assertThat(start()).isEqualTo("started\n");
  }

  @Test
  void rebuilds_after_a_source_edit_during_the_build() throws Exception {
    at(5, tree.resolve("otd-core/model/src/main/A.java"));
    assertThat(start()).contains("built\nstarted\n");
  }

  @Test
  void rebuilds_when_classes_are_newer_than_the_jar() throws Exception {
    at(30, tree.resolve("otd-train/app/target/published-pom.xml"));
    at(40, tree.resolve("otd-train/app/target/classes/A.class"));
    assertThat(start()).contains("built\nstarted\n");
  }

  /** The JVM spells the names of files in the locale's character set. */
  @Test
  @EnabledOnOs(LINUX)
  void starts_the_jvm_in_a_locale_with_utf_8() throws Exception {
    program("jdk/bin/java", "LC_ALL=$LC_ALL locale charmap; for last; do :; done; echo \"$last\"");
    for (String locale : List.of("C", "POSIX", "", "xx_XX.UTF-8", "C.UTF-8")) {
      assertThat(start(Map.of("LC_ALL", locale, "LANG", ""), "h\u00f6he"))
          .isEqualTo("UTF-8\nh\u00f6he\n");
    }
  }

  /** A copied tree is built itself, even while the original is there. */
  @Test
  void rebuilds_when_the_class_path_contains_jars_of_another_tree() throws Exception {
    Path other = Files.createDirectories(folder.resolve("original/otd-core/model/target"));
    Path jar = Files.writeString(other.resolve("otd-core-1.jar"), "");
    file("otd-train/app/target/otd.classpath", jar.toString());
    assertThat(start()).contains("built\nstarted\n");
  }

  @Test
  void rebuilds_when_the_class_path_contains_jars_of_another_version() throws Exception {
    Path jar = module("otd-core/model", "otd-core-2.jar");
    file("otd-train/app/target/otd.classpath", jar.toString());
    assertThat(start()).contains("built\nstarted\n");
  }

  @Test
  void rebuilds_when_the_class_path_contains_directories() throws Exception {
    file("otd-train/app/target/otd.classpath", tree + "/otd-core/model/target/classes");
    assertThat(start()).contains("built\nstarted\n");
  }

  @Test
  void starts_a_copy_without_rebuilding_even_after_the_original_is_gone() throws Exception {
    start();
    Path copy = folder.resolve("a copy");
    assertThat(new ProcessBuilder("cp", "-r", tree.toString(), copy.toString()).start().waitFor())
        .isZero();
    Files.move(tree, folder.resolve("gone"));
    tree = copy;

    assertThat(start()).isEqualTo("started\n");
    assertThat(start()).isEqualTo("started\n");
  }

  @Test
  void rebuilds_a_copy_whose_sources_differ() throws Exception {
    start();
    Path copy = folder.resolve("a copy");
    assertThat(new ProcessBuilder("cp", "-r", tree.toString(), copy.toString()).start().waitFor())
        .isZero();
    tree = copy;
    file("otd-core/model/src/main/A.java", "edited");

    assertThat(start()).contains("built\nstarted\n");
  }

  /** Maven writes them even without colours; they have no place in a log. */
  @Test
  void the_build_prints_no_escape_codes() throws Exception {
    at(20, tree.resolve("otd-core/model/src/main/A.java"));
    program("bin/mvn", "printf '\\033[0mbuilt\\033[0m\\n\\033[0m\\033[0m'");

    assertThat(start()).doesNotContain("\033").endsWith("built\nstarted\n");
  }

  /** A file in the place of the folder: to root, everything is writable. */
  @Test
  void a_tree_without_a_build_that_cannot_be_written_is_named_in_one_line() throws Exception {
    file(".otd", "");
    ProcessBuilder builder = new ProcessBuilder(tree.resolve("otd").toString(), "--version");
    builder.environment().put("JAVA_HOME", tree.resolve("jdk").toString());
    Process process = builder.redirectErrorStream(true).start();
    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .isEqualTo(
            "otd: "
                + tree.toRealPath()
                + " is not writable, and holds no readable build of its sources\n");
    assertThat(process.waitFor()).isEqualTo(1);
  }

  @Test
  void a_failed_build_is_an_error() throws Exception {
    at(20, tree.resolve("otd-core/model/src/main/A.java"));
    program("bin/mvn", "echo broken; exit 1");
    ProcessBuilder builder = new ProcessBuilder(tree.resolve("otd").toString(), "--version");
    builder.environment().remove("OTD_MAVEN_ARGS");
    builder.environment().put("JAVA_HOME", tree.resolve("jdk").toString());
    builder.environment().merge("PATH", tree.resolve("bin") + ":", (path, bin) -> bin + path);
    Process process = builder.redirectErrorStream(true).start();

    assertThat(new String(process.getInputStream().readAllBytes(), UTF_8))
        .contains("broken\n", "otd: the build failed, see above");
    assertThat(process.waitFor()).isEqualTo(1);
  }

  /** The JVM would write one at any end, also of a start that fails, or that a signal ends. */
  @Test
  void a_class_archive_is_written_by_commands_that_run_long_and_not_at_any_exit() throws Exception {
    program("jdk/bin/java", "printf '%s\\n' \"$@\"");
    String kept = "-Dotd.archive=" + tree.resolve(".otd/classes-serve-17.0.1.jsa") + "\n";
    assertThat(start(Map.of(), "serve")).contains("-XX:+RecordDynamicDumpInfo\n", kept);
    for (String command : List.of("serve --help", "serve -h", "predict", "--version")) {
      assertThat(start(Map.of(), command.split(" "))).contains("-Dotd.archive=\n");
    }
    assertThat(start(Map.of(), "serve")).doesNotContain("ArchiveClassesAtExit");
  }
}
