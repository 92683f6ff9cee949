// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.trained.TestModels;
import io.otd.export.TestExports;
import io.otd.serve.grpc.RecordedRequests;
import io.otd.serve.internal.inspection.GraphInspection;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.servable.Servable;
import io.otd.serve.internal.tensor.HostTensor;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The exported models' own requests, answered operation by operation and compiled. */
class CompiledExportTest {
  private static final double SAME = 1e-5;

  /** It determines where their operations run. */
  @ParameterizedTest
  @CsvSource({"TWO_OUTPUTS, 1", "MIXED, 1", "OTD_ENSEMBLE, 3"})
  void the_width_of_a_graph_is_its_number_of_members(TestModels fixture, int members)
      throws Exception {
    assertThat(fixture.model().members()).hasSize(members);
    InspectedModel model =
        GraphInspection.inspect(TestExports.version(fixture), InspectionLimits.DEFAULT);
    for (String signature : List.of("serving_default", "by_name", "sample", "probability")) {
      assertThat(model.signature(signature).width()).hasValue(members);
    }
    assertThat(model.signature("draw").width()).isEmpty();
  }

  @ParameterizedTest
  @Tag("long")
  @EnumSource(
      value = TestModels.class,
      names = {"TWO_OUTPUTS", "OTD_ENSEMBLE", "MIXED"})
  void compiled_answers_are_the_same(TestModels fixture) throws Exception {
    Path version = TestExports.version(fixture);
    try (Servable plain = Servable.load(version, InspectionLimits.DEFAULT);
        Servable compiled = Servable.load(version, InspectionLimits.DEFAULT)) {
      SortedSet<Integer> rows = new TreeSet<>();
      RecordedRequests.replay(
          (signature, inputs, outputs, caller) -> {
            rows.add((int) HostTensor.rows(inputs));
            return Map.of();
          },
          plain.model(),
          version,
          Integer.MAX_VALUE);
      // Each takes seconds to compile.
      List<Integer> some = List.of(rows.first(), rows.last());
      Map<String, List<Integer>> done = compiled.compile(some);
      assertThat(done.get("serving_default")).containsExactlyElementsOf(some);
      assertThat(done.get("sample")).containsExactlyElementsOf(some);
      RecordedRequests.replay(
          (signature, inputs, outputs, caller) -> {
            if (some.contains((int) HostTensor.rows(inputs))) {
              SameAnswers.require(
                  fixture.name(),
                  signature,
                  SAME,
                  plain.run(signature, inputs, outputs),
                  compiled.run(signature, inputs, outputs));
            }
            return Map.of();
          },
          plain.model(),
          version,
          Integer.MAX_VALUE);
    }
  }
}
