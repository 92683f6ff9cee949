// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.nativelibrary;

import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Why native code cannot be used in this process, in a user's words: a directory into which
 * libraries are unpacked, or an option of the JVM. Libraries tell it only as the cause of an error
 * of their classes.
 */
public final class NativeProblem {
  private static final String CACHE = "org.bytedeco.javacpp.cachedir";
  private static final String TEMPORARY = "java.io.tmpdir";

  private NativeProblem() {}

  /**
   * What is wrong, and what to set.
   *
   * @param thrown by a class that uses native code, at its first use or later
   * @return nothing if it is something else
   */
  public static Optional<String> of(Throwable thrown) {
    List<Throwable> chain = new ArrayList<>();
    for (@Nullable Throwable t = thrown; t != null && !chain.contains(t); t = t.getCause()) {
      chain.add(t);
    }
    boolean ofClass = chain.stream().anyMatch(LinkageError.class::isInstance);
    return chain.stream()
        .map(t -> problem(t, ofClass, isOfTensorFlow(chain)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /**
   * An error with the explanation as its message, and the given one as its cause.
   *
   * @return the given one, if there is no explanation
   */
  public static LinkageError explained(LinkageError e) {
    return of(e).map(text -> new LinkageError(text, e)).orElse(e);
  }

  private static Optional<String> problem(Throwable t, boolean ofClass, boolean ofTensorFlow) {
    String message = String.valueOf(t.getMessage());
    String name = t.getClass().getSimpleName() + ": " + message;
    // After its first failure, the JVM says no more than the class's name.
    if (name.contains("UnsupportedOperationException: arrayBaseOffset")
        || message.startsWith("Could not initialize class com.google.protobuf.")) {
      return Optional.of(
          "the JVM denies sun.misc.Unsafe, which Protocol Buffers needs (expected: the option"
              + " --sun-misc-unsafe-memory-access=allow)");
    }
    if (name.contains("IllegalCallerException: Illegal native access")) {
      return Optional.of(
          "the JVM denies native code (expected: the option --enable-native-access=ALL-UNNAMED)");
    }
    String property = ofTensorFlow ? CACHE : TEMPORARY;
    if (message.contains("failed to map segment") || message.contains("Operation not permitted")) {
      return Optional.of(
          in(property, "programs may not run from there, as on a file system mounted noexec"));
    }
    if (ofClass && message.contains("No space left on device")) {
      return Optional.of(in(property, "no space left for a native library"));
    }
    return ofClass && t instanceof FileSystemException
        ? Optional.of(in(property, "no file can be written there"))
        : Optional.empty();
  }

  private static String in(String property, String problem) {
    return "%s: %s (expected: another directory, -D%s=DIRECTORY)"
        .formatted(directory(property), problem, property);
  }

  private static String directory(String property) {
    String usual =
        property.equals(CACHE)
            ? Path.of(System.getProperty("user.home", ""), ".javacpp", "cache").toString()
            : "";
    return System.getProperty(property, usual);
  }

  /** TensorFlow's library is unpacked by javacpp, all others into the temporary directory. */
  private static boolean isOfTensorFlow(List<Throwable> chain) {
    return chain.stream()
        .flatMap(t -> Arrays.stream(t.getStackTrace()))
        .anyMatch(at -> at.getClassName().startsWith("org.bytedeco.javacpp."));
  }
}
