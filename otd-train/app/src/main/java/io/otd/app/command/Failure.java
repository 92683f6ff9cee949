// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.PathSpelling;
import io.otd.core.internal.nativelibrary.NativeProblem;
import io.otd.serve.internal.inspection.RefusedModelException;
import io.otd.table.problem.InputException;
import io.otd.train.internal.prediction.UnpredictableRowException;
import io.otd.train.progress.DivergedException;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ParameterException;

/**
 * A failed command in a user's words.
 *
 * @param exitCode 1 for a failure, 2 for invalid input
 * @param kind a word for programs
 * @param problems at least one
 */
public record Failure(int exitCode, String kind, List<String> problems) {
  private static final int FAILURE = 1;
  private static final int INPUT = 2;

  /** How the virtual machine names a class that exists, but whose library does not. */
  private static final String UNUSABLE = "Could not initialize class";

  /** How TensorFlow's first line ends where several operations failed. */
  private static final String COUNT = "root error(s) found.";

  /** The message of an exception for the user. */
  public static Failure of(Throwable thrown) {
    if (thrown instanceof InputException e) {
      return new Failure(INPUT, "input", e.problems());
    }
    if (thrown instanceof ParameterException e) {
      return new Failure(INPUT, "usage", List.of(Misuse.message(e)));
    }
    if (thrown instanceof UncheckedIOException e && e.getCause() != null) {
      return of(e.getCause());
    }
    if (thrown instanceof InvalidFileException
        || thrown instanceof RefusedModelException
        || thrown instanceof UnpredictableRowException) {
      return new Failure(INPUT, "input", List.of(message(thrown)));
    }
    if (thrown instanceof InvalidPathException e) {
      return new Failure(INPUT, "input", List.of(PathSpelling.problem(e)));
    }
    if (thrown instanceof IOException e) {
      return new Failure(FAILURE, "io", List.of(ioMessage(e)));
    }
    if (thrown instanceof DivergedException) {
      return new Failure(FAILURE, "diverged", List.of(message(thrown)));
    }
    Optional<String> ofNativeCode = NativeProblem.of(thrown);
    if (ofNativeCode.isPresent()) {
      return new Failure(
          FAILURE, "native", List.of(ofNativeCode.get() + "; OTD_JAVA_OPTS sets it"));
    }
    if (thrown instanceof OutOfMemoryError) {
      return new Failure(
          FAILURE,
          "memory",
          List.of("not enough memory (set OTD_JAVA_OPTS=-Xmx8g, or use a smaller model or batch)"));
    }
    if (thrown instanceof NoClassDefFoundError && !message(thrown).startsWith(UNUSABLE)) {
      return new Failure(
          FAILURE,
          "program",
          List.of(
              "a class of the program is missing, or was replaced while it ran: "
                  + message(thrown)));
    }
    if (thrown instanceof LinkageError) {
      return new Failure(
          FAILURE,
          "native",
          List.of("cannot load TensorFlow's native library: " + message(thrown)));
    }
    return new Failure(
        FAILURE,
        "internal",
        List.of(
            "internal error: %s: %s (--debug prints the stack trace)"
                .formatted(thrown.getClass().getSimpleName(), message(thrown))));
  }

  /**
   * With other names at the beginning of the problems.
   *
   * @param names what the user typed, by what a problem calls it
   */
  Failure naming(Map<String, String> names) {
    return new Failure(
        exitCode, kind, problems.stream().map(problem -> named(problem, names)).toList());
  }

  private static String named(String problem, Map<String, String> names) {
    return names.keySet().stream()
        .filter(name -> isOf(problem, name))
        .findFirst()
        .map(name -> names.get(name) + problem.substring(name.length()))
        .orElse(problem);
  }

  private static boolean isOf(String problem, String name) {
    return problem.startsWith(name + " \"") || problem.startsWith(name + ": ");
  }

  /** Prints a line for each problem. */
  public void print(PrintStream err) {
    problems.forEach(problem -> err.println("otd: " + problem));
  }

  /** The problem and its file; the JDK's messages sometimes contain only the name. */
  public static String ioMessage(IOException e) {
    String file = message(e);
    if (e instanceof NoSuchFileException) {
      return file + ": no such file or directory";
    }
    if (e instanceof AccessDeniedException) {
      return file + ": permission denied";
    }
    if (e instanceof NotDirectoryException) {
      return file + ": not a directory";
    }
    if (e instanceof DirectoryNotEmptyException) {
      return file + ": directory not empty";
    }
    return e instanceof FileAlreadyExistsException ? file + ": already exists" : file;
  }

  private static String message(Throwable thrown) {
    String message = thrown.getMessage();
    if (message == null) {
      return thrown.getClass().getSimpleName();
    }
    return thrown.getClass().getName().startsWith("org.tensorflow.") ? ofGraph(message) : message;
  }

  /** TensorFlow counts the errors first, and adds the node and hints for its developers. */
  private static String ofGraph(String message) {
    return message
        .lines()
        .map(String::strip)
        .filter(line -> !line.isEmpty() && !line.endsWith(COUNT))
        .findFirst()
        .orElse(message);
  }
}
