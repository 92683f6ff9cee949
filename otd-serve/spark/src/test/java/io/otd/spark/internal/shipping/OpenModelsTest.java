// SPDX-License-Identifier: Apache-2.0
package io.otd.spark.internal.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.otd.light.LightModelFixture;
import io.otd.light.internal.file.LightModelFile;
import io.otd.predict.Predictor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.apache.spark.SparkFiles;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenModelsTest {
  @TempDir Path folder;

  private SparkSession session;

  @BeforeEach
  void start() {
    session = io.otd.spark.SharedSession.get();
  }

  private ShippedModel shipped(int draws) throws IOException {
    Path file = folder.resolve("model-" + draws);
    Files.write(file, LightModelFile.bytes(LightModelFixture.numbers(draws)));
    return ModelShipment.ship(
        session,
        ModelSource.find(file.toString(), session.sparkContext().hadoopConfiguration()),
        ScoringEngine.LIGHT);
  }

  @Test
  void concurrent_callers_share_one_open_model() throws Exception {
    ShippedModel model = shipped(12);
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      Callable<Predictor> ask =
          () -> OpenModels.of(new ShippedModel(model.file(), model.sha256(), model.engine(), ""));
      Set<Predictor> given = Collections.newSetFromMap(new IdentityHashMap<>());
      for (Future<Predictor> answer : threads.invokeAll(Collections.nCopies(64, ask))) {
        given.add(answer.get());
      }
      assertThat(given).hasSize(1);
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void a_model_is_shipped_once_and_different_models_get_different_names() throws IOException {
    ShippedModel first = shipped(14);
    int files = session.sparkContext().listFiles().size();
    assertThat(shipped(14)).isEqualTo(first);
    assertThat(session.sparkContext().listFiles().size()).isEqualTo(files);
    assertThat(shipped(16).file()).isNotEqualTo(first.file());
  }

  @Test
  void a_file_that_differs_from_the_shipped_one_is_refused() throws IOException {
    ShippedModel model = shipped(18);
    Path file = Path.of(SparkFiles.get(model.file()));
    byte[] sent = Files.readAllBytes(file);
    byte[] other = sent.clone();
    other[other.length / 2] ^= 1;
    Files.write(file, other);
    try {
      assertThatExceptionOfType(UncheckedIOException.class)
          .isThrownBy(() -> OpenModels.of(model))
          .withMessageContaining(model.file())
          .withMessageContaining("as the driver sent it");
    } finally {
      // The session is shared: before the next task Spark compares it with the one sent earlier.
      Files.write(file, sent);
    }
  }

  @Test
  void a_missing_file_is_reported() {
    assertThatExceptionOfType(UncheckedIOException.class)
        .isThrownBy(
            () -> OpenModels.of(new ShippedModel("otd-no.bin", "0", ScoringEngine.LIGHT, "")))
        .withMessageContaining("otd-no.bin does not exist");
  }

  @Test
  void an_added_spark_file_is_found_by_name() throws IOException {
    // Tasks of other tests fetch it too. Spark removes the folder when it stops.
    Path added = Path.of(SparkFiles.getRootDirectory(), "added");
    Path file = Files.createDirectories(added).resolve("added.bin");
    Files.write(file, LightModelFile.bytes(LightModelFixture.numbers(20)));
    session.sparkContext().addFile(file.toString());
    ModelSource source =
        ModelSource.find("sparkfiles:added.bin", session.sparkContext().hadoopConfiguration());
    ShippedModel model = ModelShipment.ship(session, source, ScoringEngine.LIGHT);
    assertThat(OpenModels.of(model).draws()).isEqualTo(20);
  }

  @Test
  void a_folder_round_trips_through_packing() throws IOException {
    Path version = Files.createDirectories(folder.resolve("base/7"));
    Files.createDirectories(version.resolve("variables/deep"));
    Files.writeString(version.resolve("saved_model.pb"), "graph");
    Files.writeString(version.resolve("variables/deep/a"), "weights");
    ModelSource source =
        ModelSource.find(
            folder.resolve("base").toString(), session.sparkContext().hadoopConfiguration());
    Path archive = folder.resolve("a.zip");
    Path again = folder.resolve("b.zip");
    for (Path to : List.of(archive, again)) {
      source.copy(ScoringEngine.TENSORFLOW, to, session.sparkContext().hadoopConfiguration());
    }
    assertThat(archive).hasSameBinaryContentAs(again);
    Path unpacked = folder.resolve("unpacked");
    ModelArchive.unpack(archive, unpacked);
    assertThat(unpacked.resolve("saved_model.pb")).hasContent("graph");
    assertThat(unpacked.resolve("variables/deep/a")).hasContent("weights");
  }
}
