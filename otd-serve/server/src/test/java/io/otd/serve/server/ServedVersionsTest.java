// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import static io.otd.serve.server.RunningServer.FREE;
import static io.otd.serve.server.RunningServer.floats;
import static io.otd.serve.server.RunningServer.request;
import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.Folders;
import io.otd.core.ResidentMemory;
import io.otd.core.internal.files.TfRecords;
import io.otd.core.internal.savedmodel.proto.PredictLog;
import io.otd.core.internal.savedmodel.proto.PredictionLog;
import io.otd.serve.ConformancePack;
import io.otd.serve.proto.ModelVersionStatus;
import io.otd.serve.registry.ModelConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.TensorProto;

/** The versions with which a server answers while new ones arrive. */
@Tag("jdk")
class ServedVersionsTest {
  @TempDir Path base;

  private final RunningServer running = new RunningServer();

  @AfterEach
  void stop() {
    running.close();
  }

  private void copy(String model, String version, String as) throws IOException {
    Path partial = base.resolve("partial");
    Folders.copy(ConformancePack.model(model, version), partial);
    Files.createDirectories(base.resolve("model"));
    Files.move(partial, base.resolve("model").resolve(as));
  }

  private ModelConfig copied() {
    return ModelConfig.latest("model", base.resolve("model"));
  }

  @Test
  void a_valid_new_version_takes_over_and_a_broken_one_does_not() throws Exception {
    copy("echo", "1", "1");
    running.start(FREE, copied());
    assertThat(which()).isEqualTo(1);
    copy("echo", "2", "00002");
    await(() -> which() == 2);
    Files.createDirectories(base.resolve("model/3"));
    Files.write(base.resolve("model/3/saved_model.pb"), new byte[] {1, 2, 3});
    await(() -> state(3) == ModelVersionStatus.State.END);
    assertThat(which()).isEqualTo(2);
    ModelVersionStatus third = running.status("model").getModelVersionStatus(0);
    assertThat(third.getVersion()).isEqualTo(3);
    assertThat(third.getStatus().getErrorCodeValue()).isNotZero();
    assertThat(third.getStatus().getErrorMessage()).contains("not a SavedModel");
  }

  private long which() {
    return running
        .predictions()
        .predict(request("model", "which", floats(1)))
        .getOutputsOrThrow("version")
        .getInt64Val(0);
  }

  private ModelVersionStatus.State state(long version) {
    return running.status("model").getModelVersionStatusList().stream()
        .filter(s -> s.getVersion() == version)
        .map(ModelVersionStatus::getState)
        .findFirst()
        .orElse(ModelVersionStatus.State.UNKNOWN);
  }

  /** Waits for a condition, even on a slow machine. */
  private static void await(BooleanSupplier condition) throws InterruptedException {
    for (int i = 0; i < 1200 && !condition.getAsBoolean(); i++) {
      Thread.sleep(50);
    }
    assertThat(condition.getAsBoolean()).isTrue();
  }

  @Test
  void a_version_without_its_variables_takes_over_once_they_have_arrived() throws Exception {
    copy("saved_model_half_plus_three", "00000123", "1");
    running.start(FREE, copied());
    copy("saved_model_half_plus_three", "00000123", "other");
    Path other = base.resolve("model/other");
    Files.move(other.resolve("variables"), base.resolve("variables"));
    Files.move(other, base.resolve("model/2"));
    await(() -> state(2) == ModelVersionStatus.State.END);
    assertThat(state(1)).isEqualTo(ModelVersionStatus.State.AVAILABLE);
    assertThat(running.status("model").getModelVersionStatus(0).getStatus().getErrorMessage())
        .endsWith("variables/variables.index: missing");

    Files.move(base.resolve("variables"), base.resolve("model/2/variables"));
    await(() -> state(2) == ModelVersionStatus.State.AVAILABLE);
    await(() -> state(1) == ModelVersionStatus.State.END);
  }

  private void warmUp(TensorProto x) throws IOException {
    Path extra = Files.createDirectories(base.resolve("model/1/assets.extra"));
    PredictionLog log =
        PredictionLog.newBuilder()
            .setPredictLog(PredictLog.newBuilder().setRequest(request("model", "matmul", x)))
            .build();
    Files.write(
        extra.resolve("tf_serving_warmup_requests"), TfRecords.write(List.of(log.toByteArray())));
  }

  @Test
  void a_version_that_fails_its_warmup_requests_is_not_served() throws IOException {
    copy("echo", "1", "1");
    warmUp(floats(1)); // Not a matrix.
    running.start(FREE, copied());
    ModelVersionStatus one = running.status("model").getModelVersionStatus(0);
    assertThat(one.getState()).isEqualTo(ModelVersionStatus.State.END);
    assertThat(one.getStatus().getErrorMessage()).contains("tf_serving_warmup_requests: request 0");
  }

  @Test
  void a_version_that_passes_its_warmup_requests_is_served() throws IOException {
    copy("echo", "1", "1");
    TensorProto.Builder row = floats(2).toBuilder();
    row.getTensorShapeBuilder().clearDim().addDimBuilder().setSize(1);
    row.getTensorShapeBuilder().addDimBuilder().setSize(2);
    warmUp(row.build());
    running.start(FREE, copied());
    assertThat(running.server().isReady()).isTrue();
  }

  @Test
  @Tag("slow")
  void memory_is_released_after_unloading() throws Exception {
    copy("echo", "1", "1");
    running.start(FREE, copied());
    long before = 0;
    for (int i = 2; i <= 101; i++) {
      int version = i;
      copy("echo", "1", String.valueOf(version));
      await(() -> state(version) == ModelVersionStatus.State.AVAILABLE);
      if (i == 30) {
        before = ResidentMemory.now();
      }
    }
    // 70 loads of a graph of about 1 MiB; the rest belongs to the allocator and the heap.
    assertThat(ResidentMemory.now() - before).isLessThan(100L << 20);
  }
}
