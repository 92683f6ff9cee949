// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.nativelibrary;

import io.otd.core.internal.files.ClassResource;
import io.otd.core.internal.files.FileDigest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Programs that XLA has compiled, kept on disk for later processes. TensorFlow reads and writes
 * them; a file that is damaged, or belongs to another program, is compiled again.
 *
 * <p>A file holds machine code. A directory is therefore used only if nobody but its owner can
 * write to it, and each processor, version of TensorFlow and set of compiler options has its own
 * directory.
 *
 * @param root the directory of all of them; it need not exist
 * @param maxBytes their maximum size; when a process starts, the oldest ones are removed
 */
public record CompiledPrograms(Path root, long maxBytes) {
  /**
   * A system property: the directory in which compiled programs are kept for later processes. It is
   * for these alone, and need not exist; empty, none are kept. A user's own {@code TF_XLA_FLAGS}
   * takes precedence.
   */
  public static final String PROPERTY = "otd.programs";

  /** Options of the compiler. */
  private static final String XLA_FLAGS = "XLA_FLAGS";

  /** Options of TensorFlow's use of the compiler. */
  private static final String TF_XLA_FLAGS = "TF_XLA_FLAGS";

  private static final long MAX_BYTES = 512L << 20;

  private static final String VERSION =
      "/META-INF/maven/org.tensorflow/tensorflow-core-native/pom.properties";

  private static final Path PROCESSOR = Path.of("/proc/cpuinfo");

  private static final Set<PosixFilePermission> OWNER =
      PosixFilePermissions.fromString("rwx------");

  /**
   * Lets the library keep its programs in the directory that {@link #PROPERTY} names, if it names
   * one. To be called before the library is first used, after the compiler's options are set.
   *
   * @param environment of this process, in which {@code TF_XLA_FLAGS} is set if it is absent
   */
  public static void keepAsConfigured(NativeEnvironment environment) {
    Optional.ofNullable(System.getProperty(PROPERTY))
        .filter(directory -> !directory.isBlank())
        .map(directory -> new CompiledPrograms(Path.of(directory), MAX_BYTES))
        .flatMap(programs -> programs.flags(environment.get(XLA_FLAGS)))
        .ifPresent(value -> environment.setIfAbsent(TF_XLA_FLAGS, value));
  }

  /**
   * The value of {@code TF_XLA_FLAGS} for it.
   *
   * @param compilerFlags the options of the compiler in force
   * @return nothing where programs cannot be kept: no Linux, a directory that cannot be written or
   *     that others can write to, or with white space in its name, which the options do not allow
   */
  Optional<String> flags(@Nullable String compilerFlags) {
    try {
      Optional<String> version = version();
      if (version.isEmpty() || root.toString().chars().anyMatch(Character::isWhitespace)) {
        return Optional.empty();
      }
      Path directory = root.toAbsolutePath().resolve(key(version.get(), compilerFlags));
      Files.createDirectories(directory, PosixFilePermissions.asFileAttribute(OWNER));
      if (!isPrivate(root) || !isPrivate(directory)) {
        return Optional.empty();
      }
      removeOldest();
      return Optional.of(
          "--tf_xla_persistent_cache_directory="
              + directory
              + " --tf_xla_persistent_cache_device_types=CPU");
    } catch (IOException | UncheckedIOException | UnsupportedOperationException e) {
      return Optional.empty(); // costs only the time to compile
    }
  }

  private static boolean isPrivate(Path directory) throws IOException {
    PosixFileAttributes attributes =
        Files.readAttributes(directory, PosixFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    return attributes.isDirectory()
        && Files.isWritable(directory)
        && !attributes.permissions().contains(PosixFilePermission.GROUP_WRITE)
        && !attributes.permissions().contains(PosixFilePermission.OTHERS_WRITE);
  }

  private static Optional<String> version() throws IOException {
    Properties properties = new Properties();
    Optional<byte[]> file = ClassResource.find(CompiledPrograms.class, VERSION);
    if (file.isPresent()) {
      properties.load(new ByteArrayInputStream(file.get()));
    }
    return Optional.ofNullable(properties.getProperty("version"));
  }

  /** Code is made for one processor, and split for its number of cores. */
  private static String key(String version, @Nullable String compilerFlags) throws IOException {
    MessageDigest digest = FileDigest.newSha256();
    try (Stream<String> lines = Files.lines(PROCESSOR)) {
      lines
          .filter(line -> line.startsWith("model name") || line.startsWith("flags"))
          .distinct()
          .forEach(line -> update(digest, line));
    }
    update(digest, Integer.toString(Runtime.getRuntime().availableProcessors()));
    update(digest, compilerFlags == null ? "" : compilerFlags);
    return version + "-" + HexFormat.of().formatHex(digest.digest(), 0, 8);
  }

  private static void update(MessageDigest digest, String text) {
    digest.update((text + "\n").getBytes(StandardCharsets.UTF_8));
  }

  private void removeOldest() throws IOException {
    List<ProgramFile> files = new ArrayList<>();
    try (Stream<Path> all = Files.walk(root, 2)) {
      for (Path file : (Iterable<Path>) all.filter(Files::isRegularFile)::iterator) {
        files.add(new ProgramFile(file, Files.getLastModifiedTime(file), Files.size(file)));
      }
    }
    files.sort(Comparator.comparing(ProgramFile::written));
    long bytes = files.stream().mapToLong(ProgramFile::bytes).sum();
    for (ProgramFile file : files) {
      if (bytes <= maxBytes) {
        return;
      }
      Files.deleteIfExists(file.path());
      bytes -= file.bytes();
    }
  }

  private record ProgramFile(Path path, FileTime written, long bytes) {}
}
