// SPDX-License-Identifier: Apache-2.0
package io.otd.app.output;

import io.otd.core.internal.files.IoFunction;
import io.otd.table.internal.source.FileKind;
import io.otd.table.problem.InputException;
import io.otd.table.read.TableCard;
import io.otd.table.source.TableAddress;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Stream;

/**
 * The files that a command reads, which it must not write to.
 *
 * @param files that are read, or may be
 * @param folders of which all files are read
 * @param patterns of the names of files that are read
 * @param models directories of models and runs; their files that are no tables must stay
 */
public record InputFiles(
    List<Path> files, List<Path> folders, List<Path> patterns, List<Path> models) {
  /** A command that reads nothing. */
  public static final InputFiles NONE = new InputFiles(List.of(), List.of(), List.of(), List.of());

  /** Texts and names in SQL, among them those of files. */
  private static final Pattern QUOTED = Pattern.compile("'((?:[^']|'')*)'|\"([^\"]+)\"");

  /** What users write beside a model. The names of tables that a run itself writes are excepted. */
  private static final Pattern OWN =
      Pattern.compile("(?i)(?!metrics\\.csv|test\\.csv|report\\.html).*\\.(csv|parquet|npz|html)");

  /** Copies the lists. */
  public InputFiles {
    files = List.copyOf(files);
    folders = List.copyOf(folders);
    patterns = List.copyOf(patterns);
    models = List.copyOf(models);
  }

  /** With a file that is read. */
  public InputFiles file(Path file) {
    return new InputFiles(with(files, file), folders, patterns, models);
  }

  /** With the directory of a model or a run. */
  public InputFiles model(Path directory) {
    return new InputFiles(files, folders, patterns, with(models, directory));
  }

  /** With all files of a table, its card, and the files that a query names. */
  public InputFiles table(TableAddress address) {
    InputFiles all = this;
    if (address.file().isPresent()) {
      all = all.named(address.file().get(), true).file(TableCard.beside(address.file().get()));
    }
    for (MatchResult text : QUOTED.matcher(address.query().orElse("")).results().toList()) {
      String name = text.group(1) == null ? text.group(2) : text.group(1).replace("''", "'");
      all = all.named(name);
    }
    return all;
  }

  private InputFiles named(String name) {
    try {
      return name.isBlank() ? this : named(Path.of(name), false);
    } catch (InvalidPathException e) {
      return this; // a text that names no file
    }
  }

  private InputFiles named(Path name, boolean folder) {
    return switch (FileKind.of(name)) {
      case FOLDER -> folder ? new InputFiles(files, with(folders, name), patterns, models) : this;
      case PATTERN -> new InputFiles(files, folders, with(patterns, name), models);
      case TEXT, PARQUET, JSON -> file(name);
    };
  }

  private static List<Path> with(List<Path> paths, Path another) {
    List<Path> all = new ArrayList<>(paths);
    all.add(another);
    return all;
  }

  /**
   * Checks that a file may be written.
   *
   * @param option that names it
   * @param out the file, which need not exist
   * @throws InputException if the command reads it, by this name or another
   */
  public void requireNot(String option, Path out) {
    try {
      for (Path file : files) {
        if (same(file, out)) {
          throw refused(option, out, "another file; this one is read");
        }
      }
      for (Path folder : folders) {
        if (isIn(folder, out)) {
          throw refused(option, out, "a file outside %s, which is read".formatted(folder));
        }
      }
      for (Path pattern : patterns) {
        if (matches(pattern, out)) {
          throw refused(option, out, "a name unlike %s, which is read".formatted(pattern));
        }
      }
      for (Path model : models) {
        if (isFileOf(model, out)) {
          throw refused(option, out, "another file; this one belongs to %s".formatted(model));
        }
      }
    } catch (IOException e) {
      throw refused(option, out, "a file that can be written; " + e.getMessage());
    }
  }

  private static InputException refused(String option, Path out, String expected) {
    return new InputException("%s: %s (expected: %s)".formatted(option, out, expected));
  }

  private static boolean same(Path file, Path out) throws IOException {
    return (Files.exists(file) && Files.exists(out))
        ? Files.isSameFile(file, out)
        : real(file).equals(real(out));
  }

  /** Directly, or by another name of a file in it. */
  private static boolean isIn(Path folder, Path out) throws IOException {
    return real(out).startsWith(folder.toRealPath())
        || (Files.exists(out) && anyFile(folder, file -> same(file, out)).isPresent());
  }

  private static boolean matches(Path pattern, Path out) throws IOException {
    Path wanted = pattern.toAbsolutePath().normalize();
    PathMatcher matcher = matcher(wanted);
    if (matcher.matches(out.toAbsolutePath().normalize()) || matcher.matches(real(out))) {
      return true;
    }
    Path fixed = wanted;
    while (FileKind.isPattern(fixed.toString()) && fixed.getParent() != null) {
      fixed = fixed.getParent();
    }
    return Files.exists(out)
        && Files.isDirectory(fixed)
        && anyFile(fixed, file -> matcher.matches(file) && same(file, out)).isPresent();
  }

  /** Of a text in a query that is no pattern of names, nothing matches. */
  private static PathMatcher matcher(Path pattern) {
    try {
      return FileSystems.getDefault().getPathMatcher("glob:" + pattern);
    } catch (PatternSyntaxException e) {
      return path -> false;
    }
  }

  private static boolean isFileOf(Path model, Path out) throws IOException {
    return Files.isRegularFile(out)
        && Files.isDirectory(model)
        && real(out).startsWith(model.toRealPath())
        && !OWN.matcher(out.getFileName().toString()).matches();
  }

  private static Optional<Path> anyFile(Path folder, IoFunction<Path, Boolean> wanted)
      throws IOException {
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : (Iterable<Path>) all::iterator) {
        if (Files.isRegularFile(file) && wanted.apply(file)) {
          return Optional.of(file);
        }
      }
    }
    return Optional.empty();
  }

  /** Without links, also if only its folder exists. */
  private static Path real(Path path) throws IOException {
    Path absolute = path.toAbsolutePath();
    if (Files.exists(absolute)) {
      return absolute.toRealPath();
    }
    Path parent = absolute.getParent();
    return parent != null && Files.exists(parent)
        ? parent.toRealPath().resolve(absolute.getFileName())
        : absolute.normalize();
  }
}
