// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.RandomTable;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.table.Table;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.TableDigest;
import io.otd.train.internal.preparation.TableSource;
import io.otd.train.internal.run.ModelProvenance;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import io.otd.train.settings.Settings;
import io.otd.train.settings.SettingsReader;
import io.otd.train.settings.SettingsWriter;
import io.otd.train.settings.SmallSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A table with its numbers in a file trains like one in memory. */
class StoredTableFitTest {
  private static final Clock CLOCK = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);
  private static final SharedCompilation SHARED = new SharedCompilation();

  @TempDir static Path folder;
  private static Settings settings = Settings.STANDARD;

  @AfterAll
  static void close() {
    SHARED.close();
  }

  /** More rows than one piece of the store: with no memory at all they go into the file. */
  @BeforeAll
  static void table() throws IOException {
    RandomTable.Row row =
        (i, random) -> {
          double a = random.nextDouble();
          double b = random.nextDouble();
          double y = 10 * a - 5 * b + random.nextGaussian();
          return a + "," + y + "," + (i % 11 == 0 ? "" : b) + (i % 3 == 0 ? ",x" : ",z");
        };
    String text = RandomTable.csv("a,y,b,kind", 9000, 1, row);
    settings =
        SmallSettings.of(
            Files.writeString(folder.resolve("t.csv"), text),
            """
            model: {hidden: [8, 8], members: 1}
            masks: {velocity: [4], steps: 1}
            training: {steps: 60, batch: 16, validate_every: 20}
            evaluation: {draws: 100}
            """);
  }

  private static Settings inFile(String... more) {
    SettingsReader reader =
        new SettingsReader()
            .text(SettingsWriter.yaml(settings), "test")
            .value("data.memory", List.of("0"), "test");
    for (String path : more) {
      String[] parts = path.split("=", 2);
      reader = reader.value(parts[0], List.of(parts[1]), "test");
    }
    return reader.settings();
  }

  private static TableFit.Result train(
      Settings one, List<TrainingSnapshot> from, BooleanSupplier stop) {
    PreparedTable data = PreparedTable.read(one);
    assertThat(data.table().stored()).isEqualTo(one.data().memory() == 0);
    return new TableFit(
            one,
            data,
            ModelProvenance.of(one, data, "", CLOCK),
            new NetworkTrainer(new Compiler(SHARED, w -> {}), CLOCK, stop))
        .run(from, TrainingListener.NONE);
  }

  private static void assertSame(TableFit.Result got, TableFit.Result want) {
    assertThat(got.model().schema()).isEqualTo(want.model().schema());
    assertThat(got.snapshots().get(0).parameters()).isEqualTo(want.snapshots().get(0).parameters());
    assertThat(got.snapshots().get(0).history()).isEqualTo(want.snapshots().get(0).history());
    assertThat(got.model().metrics()).isEqualTo(want.model().metrics());
    assertThat(got.test().orElseThrow().numbers()).isEqualTo(want.test().orElseThrow().numbers());
  }

  @Test
  void a_stored_table_trains_bit_for_bit_like_one_in_memory_even_when_resumed() {
    TableFit.Result held = train(settings, List.of(), () -> false);
    assertSame(train(inFile(), List.of(), () -> false), held);

    AtomicInteger calls = new AtomicInteger();
    TableFit.Result part = train(inFile(), List.of(), () -> calls.incrementAndGet() > 2);
    assertThat(part.outcome()).isEqualTo(TrainingOutcome.INTERRUPTED);
    assertThat(part.snapshots().get(0).step()).isBetween(1L, 59L);
    assertSame(train(inFile(), part.snapshots(), () -> false), held);
  }

  @Test
  void full_batches_of_a_stored_table_train_like_those_in_memory() {
    Settings full =
        new SettingsReader()
            .text(SettingsWriter.yaml(settings), "test")
            .value("training.batch", List.of("0"), "test")
            .value("training.steps", List.of("3"), "test")
            .settings();
    assertSame(
        train(inFile("training.batch=0", "training.steps=3"), List.of(), () -> false),
        train(full, List.of(), () -> false));
  }

  @Test
  void the_digest_of_a_table_is_that_of_its_cells_wherever_they_are() throws IOException {
    Table stored = TableSource.read(inFile()).file().table();
    String digest = TableDigest.sha256(stored);
    assertThat(digest).isEqualTo(TableDigest.sha256(TableSource.read(settings).file().table()));
    Path other = folder.resolve("other.csv");
    String text = Files.readString(folder.resolve("t.csv"));
    Files.writeString(other, text.substring(0, text.length() - 1).replaceFirst("0\\.", "1."));
    Table changed = TableSource.read(inFile("data.file=" + other)).file().table();
    assertThat(changed.stored()).isTrue();
    assertThat(changed.rows()).isEqualTo(stored.rows());
    assertThat(TableDigest.sha256(changed)).isNotEqualTo(digest);
  }

  @Test
  void scoring_predicts_a_bounded_sample_of_rows() {
    PreparedTable data = PreparedTable.read(inFile());
    assertThat(data.notices())
        .anyMatch(
            notice ->
                notice.contains("more than data.memory")
                    && notice.contains("at most 50000 validation, test"));
    int[] some = data.split().withAtMost(100, 3).test();
    assertThat(some).hasSize(100).isNotEqualTo(data.split().withAtMost(100, 4).test());
    assertThat(data.split().test()).contains(some);
    assertThat(data.split().withAtMost(100, 3).train()).isEqualTo(data.split().train());
  }
}
