// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.servable.CompilableModel;
import io.otd.serve.internal.servable.Servable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VersionCompilationTest {
  @TempDir Path directory;
  private final Queue<Runnable> later = new ArrayDeque<>();
  private final VersionCompilation compilation = new VersionCompilation(List.of(2), later::add);

  private Servable servable() throws IOException {
    CompilableModel.write(directory);
    return Servable.load(directory, InspectionLimits.DEFAULT);
  }

  @Test
  void the_first_version_is_compiled_while_serving() throws IOException {
    try (Servable servable = servable()) {
      compilation.of(servable, new VersionId("tiny", 1), false);
      assertThat(later).hasSize(1);
      later.remove().run();
      requireCompiled(servable);
    }
  }

  @Test
  void a_replacement_version_is_compiled_before_it_serves() throws IOException {
    try (Servable servable = servable()) {
      compilation.of(servable, new VersionId("tiny", 2), true);
      assertThat(later).isEmpty();
      requireCompiled(servable);
    }
  }

  /** Nothing is compiled twice. */
  private static void requireCompiled(Servable servable) {
    assertThat(servable.compile(List.of(2))).isEmpty();
  }

  @Test
  void a_version_unloaded_before_compilation_is_skipped() throws IOException {
    Servable servable = servable();
    compilation.of(servable, new VersionId("tiny", 1), false);
    servable.close();
    assertThatCode(later.remove()::run).doesNotThrowAnyException();
  }

  @Test
  void nothing_is_compiled_without_row_counts_or_while_the_server_stops() throws IOException {
    try (Servable servable = servable()) {
      new VersionCompilation(List.of(), later::add).of(servable, new VersionId("tiny", 1), false);
      assertThat(later).isEmpty();
      VersionCompilation stopped =
          new VersionCompilation(
              List.of(2),
              task -> {
                throw new RejectedExecutionException("stopped");
              });
      assertThatCode(() -> stopped.of(servable, new VersionId("tiny", 1), false))
          .doesNotThrowAnyException();
    }
  }
}
