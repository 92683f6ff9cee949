// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.nativelibrary;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import org.junit.jupiter.api.Test;

/** Errors as JavaCPP, DuckDB and Protocol Buffers throw them; the others are not explained. */
class NativeProblemTest {
  private static final StackTraceElement[] JAVACPP = {
    new StackTraceElement("org.bytedeco.javacpp.Loader", "loadLibrary", "Loader.java", 1)
  };

  @Test
  void a_directory_without_execution_is_named_with_the_option_for_another() {
    UnsatisfiedLinkError inner =
        new UnsatisfiedLinkError("/c/lib.so: /c/lib.so: failed to map segment from shared object");
    UnsatisfiedLinkError outer = new UnsatisfiedLinkError("no jnitensorflow in java.library.path");
    outer.initCause(inner);
    outer.setStackTrace(JAVACPP);
    assertThat(NativeProblem.of(outer))
        .hasValueSatisfying(
            text ->
                assertThat(text).contains("noexec", "-Dorg.bytedeco.javacpp.cachedir=", "cache: "));
    assertThat(NativeProblem.explained(outer)).hasCause(outer).hasMessageContaining("noexec");
  }

  @Test
  void a_full_or_missing_temporary_directory_is_named() {
    String temporary = System.getProperty("java.io.tmpdir");
    for (IOException cause :
        new IOException[] {
          new IOException("No space left on device"), new NoSuchFileException("/missing/lib.so")
        }) {
      ExceptionInInitializerError error =
          new ExceptionInInitializerError(new RuntimeException(cause));
      assertThat(NativeProblem.of(error))
          .hasValueSatisfying(
              text -> assertThat(text).startsWith(temporary + ": ").contains("-Djava.io.tmpdir="));
    }
  }

  @Test
  void denied_access_is_explained_also_when_it_is_met_again() {
    LinkageError first =
        new ExceptionInInitializerError(new UnsupportedOperationException("arrayBaseOffset"));
    assertThat(NativeProblem.of(first).orElse(""))
        .contains("--sun-misc-unsafe-memory-access=allow");
    // As the JVM tells it from the second use on.
    LinkageError later = new NoClassDefFoundError("Could not initialize class Utf8");
    later.initCause(
        new ExceptionInInitializerError(
            "Exception java.lang.UnsupportedOperationException: arrayBaseOffset [in thread \"a\"]"));
    assertThat(NativeProblem.of(later)).isEqualTo(NativeProblem.of(first));
    assertThat(
            NativeProblem.of(
                new NoClassDefFoundError("Could not initialize class com.google.protobuf.Utf8")))
        .isEqualTo(NativeProblem.of(first));
    assertThat(
            NativeProblem.of(
                    new ExceptionInInitializerError(
                        new IllegalCallerException("Illegal native access from an unnamed module")))
                .orElse(""))
        .contains("--enable-native-access=ALL-UNNAMED");
  }

  @Test
  void other_errors_are_not_explained() {
    assertThat(NativeProblem.of(new NoSuchFileException("model"))).isEmpty();
    assertThat(NativeProblem.of(new IOException("No space left on device"))).isEmpty();
    LinkageError other = new NoSuchMethodError("a");
    assertThat(NativeProblem.explained(other)).isSameAs(other);
  }
}
