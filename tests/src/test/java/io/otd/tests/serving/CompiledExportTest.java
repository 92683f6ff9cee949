package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.serve.grpc.RecordedRequests;
import io.otd.serve.inspection.InspectionLimits;
import io.otd.serve.servable.Servable;
import io.otd.serve.tensor.HostTensor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The exported models' own requests, answered operation by operation and compiled. */
class CompiledExportTest {
  private static final double SAME = 1e-5;

  @TempDir static Path scratch;

  @ParameterizedTest
  @EnumSource(
      value = TestModels.class,
      names = {"TWO_OUTPUTS", "OTD_ENSEMBLE", "MIXED"})
  void compiled_answers_are_the_same(TestModels fixture) throws Exception {
    Path base = scratch.resolve(fixture.name());
    SavedModelExporter.export(fixture.model(), base, ExportOptions.DEFAULT);
    Path version = base.resolve("1");
    try (Servable plain = Servable.load(version, InspectionLimits.DEFAULT);
        Servable compiled = Servable.load(version, InspectionLimits.DEFAULT)) {
      Set<Integer> rows = new TreeSet<>();
      RecordedRequests.replay(
          (signature, inputs, outputs) -> {
            rows.add((int) HostTensor.rows(inputs));
            return Map.of();
          },
          version,
          Integer.MAX_VALUE);
      Map<String, List<Integer>> done = compiled.compile(List.copyOf(rows));
      assertThat(done.get("serving_default")).containsExactlyElementsOf(rows);
      assertThat(done.get("sample")).containsExactlyElementsOf(rows);
      RecordedRequests.replay(
          (signature, inputs, outputs) -> {
            requireSame(
                signature,
                plain.run(signature, inputs, outputs),
                compiled.run(signature, inputs, outputs));
            return Map.of();
          },
          version,
          Integer.MAX_VALUE);
    }
  }

  private static void requireSame(
      String signature, Map<String, HostTensor> expected, Map<String, HostTensor> actual) {
    assertThat(actual.keySet()).isEqualTo(expected.keySet());
    expected.forEach(
        (name, tensor) -> {
          float[] values = tensor.floats();
          float[] others = actual.get(name).floats();
          assertThat(actual.get(name).shape()).isEqualTo(tensor.shape());
          double largest = 0;
          for (float value : values) {
            largest = Float.isFinite(value) ? Math.max(largest, Math.abs(value)) : largest;
          }
          // A share of draws below a threshold moves by a whole draw with the last digit of one.
          double tolerance = signature.equals("probability") ? 0.02 : SAME * largest;
          for (int i = 0; i < values.length; i++) {
            assertThat(
                    Float.compare(others[i], values[i]) == 0
                        || Math.abs(others[i] - values[i]) <= tolerance)
                .as("%s %s [%d]: %s, plain %s", signature, name, i, others[i], values[i])
                .isTrue();
          }
        });
  }
}
