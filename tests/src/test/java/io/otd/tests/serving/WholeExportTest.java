// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.core.Folders;
import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.TfRecords;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.TestExports;
import io.otd.light.LightPredictor;
import io.otd.serve.OtdPredictor;
import io.otd.serve.grpc.RecordedRequests;
import io.otd.serve.internal.inspection.GraphInspection;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.servable.Servable;
import io.otd.serve.light.LightServable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An export that is not there as a whole is opened by no engine, and is opened once it is. */
class WholeExportTest {
  private static final String INDEX = "variables/variables.index";
  private static final String DATA = "variables/variables.data-00000-of-00001";
  private static final String DESCRIPTION = "assets.extra/otd.json";
  private static final String LIGHT = "assets.extra/otd-light.bin";

  @TempDir private Path base;
  private Path version;

  @BeforeEach
  void export() throws IOException {
    version = base.resolve("1");
    Folders.copy(TestExports.version(TestModels.EULER), version);
  }

  private void serve() throws IOException {
    Servable.load(version, InspectionLimits.DEFAULT).close();
  }

  private void serveLight() throws IOException {
    LightServable.load(version, InspectionLimits.DEFAULT).close();
  }

  private void embed() throws IOException {
    OtdPredictor.open(version).close();
  }

  private void embedLight() throws IOException {
    LightPredictor.open(version).close();
  }

  private static void assertInvalid(String message, ThrowingCallable... engines) {
    for (ThrowingCallable engine : engines) {
      assertThatThrownBy(engine)
          .isInstanceOf(InvalidFileException.class)
          .hasMessageContaining(message);
    }
  }

  @Test
  void every_engine_that_reads_a_file_names_it_if_it_is_cut_or_missing() throws IOException {
    for (String name : List.of("saved_model.pb", INDEX, DATA, DESCRIPTION)) {
      assertNamed(name, this::serve, this::serveLight, this::embed);
    }
    assertNamed(LIGHT, this::serveLight, this::embedLight);
    serve();
    serveLight();
    embed();
    embedLight();
  }

  private void assertNamed(String name, ThrowingCallable... engines) throws IOException {
    Path file = version.resolve(name);
    byte[] whole = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(whole, whole.length / 2));
    assertInvalid(name + ": truncated", engines);
    Files.delete(file);
    assertInvalid(file.getFileName().toString(), engines);
    Files.createSymbolicLink(file, Path.of("/dev/zero"));
    assertInvalid(name + ": is a FIFO, socket or device", engines);
    Files.delete(file);
    Files.write(file, whole);
  }

  @Test
  void an_export_without_its_description_is_no_foreign_model() throws IOException {
    Path description = version.resolve(DESCRIPTION);
    String text = Files.readString(description);
    Files.delete(description);
    assertInvalid("otd.json: missing (expected: as otd exported the model)", this::serve);

    Files.writeString(
        description,
        text.replaceFirst("\"format\" *: *\\d+", "\"format\": 99"),
        StandardCharsets.UTF_8);
    serve();
    assertThat(GraphInspection.inspect(version, InspectionLimits.DEFAULT).otd().problem())
        .isEqualTo("assets.extra/otd.json is of a later version of otd");
  }

  @Test
  void an_export_has_recorded_requests_of_each_signature() throws IOException {
    String name = "assets.extra/tf_serving_warmup_requests";
    Path file = version.resolve(name);
    byte[] whole = Files.readAllBytes(file);
    List<byte[]> records = TfRecords.read(file);
    Files.write(file, Arrays.copyOf(whole, whole.length - 1));
    assertInvalid("%s: record %s: truncated".formatted(name, records.size() - 1), this::warm);
    int last = records.get(records.size() - 1).length + 16; // length, record, two checksums
    Files.write(file, Arrays.copyOf(whole, whole.length - last));
    warm();
    Files.write(file, new byte[0]);
    String none = "tf_serving_warmup_requests: no request of signature [by_name, draw, ";
    assertInvalid(none, this::warm, this::warmLight);
    Files.delete(file);
    String missing = "tf_serving_warmup_requests: missing (expected: as otd exported the model)";
    assertInvalid(missing, this::warm, this::warmLight);
  }

  private void warm() throws IOException {
    try (Servable servable = Servable.load(version, InspectionLimits.DEFAULT)) {
      RecordedRequests.replay(servable, servable.model(), version, 1 << 20);
    }
  }

  private void warmLight() throws IOException {
    try (LightServable servable = LightServable.load(version, InspectionLimits.DEFAULT)) {
      RecordedRequests.replay(LightServable.warming(servable), servable.model(), version, 1 << 20);
    }
  }
}
