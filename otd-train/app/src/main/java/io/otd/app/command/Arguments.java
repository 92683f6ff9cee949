// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import io.otd.app.output.InputFiles;
import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.files.PathSpelling;
import io.otd.table.problem.InputException;
import io.otd.table.source.TableAddress;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Checks of arguments. */
public final class Arguments {
  /** A name of standard output. */
  public static final String STANDARD_OUTPUT = "-";

  private static final String DIRECTORY = "a directory";

  private static final Pattern DATABASE = Pattern.compile("(?is)(?:^|=)(jdbc:.*)");

  /** Standard output and standard error as files. */
  private static final Pattern STANDARD =
      Pattern.compile("-|/dev/(stdout|stderr|fd/[12])|/proc/(self|thread-self|\\d+)/fd/[12]");

  private Arguments() {}

  /** Requires a value of at least {@code least}. */
  public static void atLeast(String option, long value, long least) {
    InputException.require(value >= least, option, value, "at least %s", least);
  }

  /** Requires a value from {@code least} to {@code most}. */
  public static void within(String option, long value, long least, long most) {
    InputException.require(
        value >= least && value <= most, option, value, "from %s to %s", least, most);
  }

  /**
   * Number of tasks that work at a time.
   *
   * @param given by {@code --jobs}; null for one a core
   */
  public static int jobs(@Nullable Integer given) {
    int jobs = given == null ? Runtime.getRuntime().availableProcessors() : given;
    atLeast("--jobs", jobs, 1);
    return jobs;
  }

  /**
   * A file to be written; problems are reported before the work, not after it.
   *
   * @param read what the command reads
   */
  public static void writable(String option, Path file, InputFiles read) {
    requireNotStandard(option, file, "file");
    Path written = behindLinks(option, file);
    Path directory = written.toAbsolutePath().getParent();
    if (directory == null || !Files.isDirectory(directory)) {
      throw new InputException(
          "%s: %s (expected: a file in a directory that exists; %s does not)"
              .formatted(option, file, Optional.ofNullable(written.getParent()).orElse(written)));
    }
    noDirectory(option, file);
    read.requireNot(option, file);
    if (!DurableFiles.isStream(file)) {
      tryOut(option, file, "a file in a directory", directory);
    }
  }

  /** Files are written under another name first. */
  private static void tryOut(String option, Path typed, String expected, Path directory) {
    try {
      Files.delete(Files.createTempFile(directory, ".otd", ""));
    } catch (IOException e) {
      String reason = Failure.ioMessage(e);
      if (e instanceof FileSystemException of) { // The user has not typed the temporary name.
        reason = reason.replace(of.getFile() + ": ", "");
      }
      throw new InputException(
          "%s: %s (expected: %s that can be written; %s)"
              .formatted(option, typed, expected, reason));
    }
  }

  private static Path behindLinks(String option, Path file) {
    try {
      return Files.isSymbolicLink(file) ? DurableFiles.behindLinks(file) : file;
    } catch (IOException e) {
      throw new InputException("%s: %s".formatted(option, Failure.ioMessage(e)));
    }
  }

  private static void requireNotStandard(String option, Path path, String expected) {
    if (STANDARD.matcher(path.toString()).matches()) {
      throw new InputException(
          "%s: %s (expected: a %s; this is where the command prints)"
              .formatted(option, path, expected));
    }
  }

  /** A directory that is to be written into, which is made where it is not there. */
  public static void directory(String option, Path directory) {
    requireNotStandard(option, directory, "directory");
    try {
      Files.createDirectories(directory);
    } catch (IOException e) {
      throw new InputException(
          "%s: %s (expected: a directory that can be written; %s)"
              .formatted(option, directory, Failure.ioMessage(e)));
    }
    tryOut(option, directory, DIRECTORY, directory);
  }

  /** A directory that is to be made when the work is done. */
  public static void laterDirectory(String option, Path directory) {
    requireNotStandard(option, directory, "directory");
    Path existing = directory.toAbsolutePath();
    while (existing.getParent() != null && !Files.exists(existing)) {
      existing = existing.getParent();
    }
    tryOut(option, directory, DIRECTORY, existing);
  }

  /**
   * A file that is to be read or written.
   *
   * @param file null if it is not given
   */
  public static void noDirectory(String option, @Nullable Path file) {
    if (file != null && Files.isDirectory(file)) {
      throw new InputException(
          "%s: %s (expected: a file; this is a directory)".formatted(option, file));
    }
  }

  /**
   * Rejects database URLs that contain a user or a password, in any argument.
   *
   * @param args of the command line
   */
  public static void requireNoCredentials(String... args) {
    for (String argument : args) {
      Matcher url = DATABASE.matcher(argument);
      if (url.find()) {
        TableAddress.requireNoCredentials(url.group(1));
      }
    }
  }

  /**
   * Rejects arguments that the JVM could not read in the locale's character set.
   *
   * @param args of the command line
   */
  public static void requireReadable(String... args) {
    for (String argument : args) {
      PathSpelling.ofArgument(argument)
          .ifPresent(
              expected -> {
                throw new InputException("%s (expected: %s)".formatted(argument, expected));
              });
    }
  }

  /** Requires at least one value, each above 0 and below 1. */
  public static void insideUnit(String option, List<Double> values) {
    if (values.isEmpty()) {
      throw new InputException(option + ": none (expected: at least one)");
    }
    for (double value : values) {
      InputException.require(value > 0 && value < 1, option, value, "above 0 and below 1");
    }
  }
}
