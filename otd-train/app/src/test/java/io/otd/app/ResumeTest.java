// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.provenance.Provenance;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.run.Continuation;
import io.otd.train.internal.run.ModelProvenance;
import io.otd.train.internal.run.RunDirectory;
import io.otd.train.progress.TrainingListener;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResumeTest {
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

  @TempDir Path folder;

  @Test
  @Tag("long")
  void a_run_resumes_only_with_the_folds_it_began_with() throws IOException {
    Path folds = folder.resolve("folds.csv");
    Files.writeString(folds, folds(0));
    Path run = stopped(folds, "began with");
    Files.writeString(folds, folds(1));
    OtdRun changed = OtdRun.line("train --resume", run);
    assertThat(changed.code()).isEqualTo(2);
    assertThat(changed.err()).contains("folds.csv: changed since the run began");
    Files.writeString(folds, folds(0));
    OtdRun printed = OtdRun.line("train --resume", run, "--print-settings");
    assertThat(printed.code()).isEqualTo(2);
    assertThat(printed.err()).contains("--resume: given with other options (expected: alone");
    OtdRun same = OtdRun.line("train --resume", run).ok();
    assertThat(same.err()).contains("not bit-identical").contains("(began with \"began with\")");
  }

  @Test
  void all_and_only_changes_that_affect_bit_identity_are_reported() {
    Provenance began = provenance("1", "2.18.0", "a", "c0");
    assertThat(Continuation.differences(began, began)).isEmpty();
    assertThat(Continuation.differences(began, provenance("2", "2.19.0", "b", "c1")))
        .containsExactly(
            "OTD \"2\" (began with \"1\")",
            "commit \"c1\" (began with \"c0\")",
            "TensorFlow \"2.19.0\" (began with \"2.18.0\")",
            "native flags \"b\" (began with \"a\")");
  }

  private static Provenance provenance(
      String version, String tensorflow, String flags, String commit) {
    return new Provenance(
        "t" + version, version, tensorflow, "17", flags, commit, "none", Map.of());
  }

  /** Five folds, in turn. */
  private static String folds(int first) {
    return IntStream.range(0, 400)
        .mapToObj(i -> (i + first) % 5 + "\n")
        .collect(Collectors.joining("", "fold\n", ""));
  }

  private Path stopped(Path folds, String flags) throws IOException {
    Path file = ParcelTable.in(folder);
    Settings settings =
        new SettingsReader()
            .text(
                """
                model: {method: otd, hidden: [8, 8]}
                masks: {velocity: [4], steps: 1}
                training: {steps: 60, validate_every: 10}
                data: {validation: shared}
                evaluation: {draws: 100}
                """,
                "test")
            .value("data.file", List.of(file.toString()), "test")
            .value("data.target", List.of("minutes"), "test")
            .value("data.folds", List.of(folds.toString()), "test")
            .value("data.fold", List.of("0"), "test")
            .settings();
    NativeFlags.set(0);
    PreparedTable data = PreparedTable.read(settings);
    AtomicInteger calls = new AtomicInteger();
    TableFit.Result part =
        new TableFit(
                settings,
                data,
                ModelProvenance.of(settings, data, flags, CLOCK),
                new NetworkTrainer(
                    new Compiler(Compilation.XLA, w -> {}),
                    CLOCK,
                    () -> calls.incrementAndGet() > 2))
            .run(List.of(), TrainingListener.NONE);
    Path directory = folder.resolve("run");
    try (RunDirectory run = RunDirectory.create(directory, settings)) {
      run.store(part.model(), part.snapshots());
    }
    return directory;
  }
}
