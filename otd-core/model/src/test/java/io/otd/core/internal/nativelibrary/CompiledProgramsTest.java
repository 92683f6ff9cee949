// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.nativelibrary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** FreshJvmTest checks that a program from such a directory gives the same bits. */
@EnabledOnOs(OS.LINUX)
class CompiledProgramsTest {
  private static final int MAX_BYTES = 1000;

  @TempDir Path folder;

  private Path root;
  private CompiledPrograms programs;

  @BeforeEach
  void newDirectory() {
    root = folder.resolve("programs");
    programs = new CompiledPrograms(root, MAX_BYTES);
  }

  @Test
  void each_set_of_compiler_flags_has_its_own_directory() throws IOException {
    Path fast = directory("--fast");
    assertThat(directory("--fast")).isEqualTo(fast);
    assertThat(directory("--exact")).isNotEqualTo(fast);
    assertThat(fast).hasParent(root.toAbsolutePath());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(fast)))
        .isEqualTo("rwx------");
  }

  @Test
  void a_directory_that_others_can_write_to_is_not_used() throws IOException {
    Path fast = directory("--fast");
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThat(programs.flags("--fast")).isEmpty();
    Files.setPosixFilePermissions(root, PosixFilePermissions.fromString("rwx------"));
    Files.setPosixFilePermissions(fast, PosixFilePermissions.fromString("rwx-w----"));
    assertThat(programs.flags("--fast")).isEmpty();
  }

  @Test
  void a_link_to_another_directory_is_not_used() throws IOException {
    Files.createSymbolicLink(root, Files.createDirectory(folder.resolve("elsewhere")));
    assertThat(programs.flags("--fast")).isEmpty();
  }

  @Test
  void a_path_with_spaces_is_not_used() {
    assertThat(new CompiledPrograms(folder.resolve("my programs"), MAX_BYTES).flags("")).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void a_file_in_place_of_the_directory_is_left_unchanged() throws IOException {
    Files.writeString(root, "mine");
    assertThat(programs.flags("--fast")).isEmpty();
    assertThat(root).hasContent("mine");
  }

  @Test
  void the_oldest_programs_are_deleted_beyond_the_size_limit() throws IOException {
    Path old = program("--fast", "old", 1);
    Path recent = program("--exact", "recent", 3);
    Path middle = program("--fast", "middle", 2);
    assertThat(programs.flags("--fast")).isPresent();
    assertThat(old).doesNotExist();
    assertThat(middle).exists();
    assertThat(recent).exists();
  }

  private Path program(String flags, String name, int age) throws IOException {
    Path file = Files.write(directory(flags).resolve(name), new byte[MAX_BYTES / 2]);
    return Files.setLastModifiedTime(file, FileTime.fromMillis(age));
  }

  private Path directory(String flags) {
    String value = programs.flags(flags).orElseThrow();
    String option = "--tf_xla_persistent_cache_directory=";
    assertThat(value).startsWith(option).endsWith(" --tf_xla_persistent_cache_device_types=CPU");
    return Path.of(value.substring(option.length(), value.indexOf(' ')));
  }
}
