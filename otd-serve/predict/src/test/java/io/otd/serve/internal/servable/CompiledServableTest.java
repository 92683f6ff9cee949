// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.internal.tensor.Likeness;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NodeDef;

/**
 * A model with a signature that XLA compiles and one that it rejects, which shows that XLA is used.
 */
class CompiledServableTest {

  @TempDir Path directory;

  @Test
  void compiled_and_uncompiled_runs_return_the_same_results_as_before() throws Exception {
    CompilableModel.write(directory);
    try (Servable servable = Servable.load(directory, InspectionLimits.DEFAULT)) {
      Map<String, HostTensor> flat = servable.run("flat", rows(2), List.of());
      Map<String, HostTensor> other = servable.run("flat", rows(3), List.of());
      Map<String, HostTensor> along = servable.run("along", rows(2), List.of());

      assertThat(servable.compile(List.of(2, 4)))
          .containsExactly(Map.entry("along", List.of(2, 4)), Map.entry("flat", List.of(2, 4)));

      assertThat(Likeness.alike(flat, servable.run("flat", rows(2), List.of()))).isTrue();
      assertThat(Likeness.alike(other, servable.run("flat", rows(3), List.of()))).isTrue();
      assertThat(Likeness.alike(along, servable.run("along", rows(2), List.of()))).isTrue();
      assertThat(servable.compile(List.of(2))).isEmpty();
    }
  }

  @Test
  void larger_runs_are_assembled_from_compiled_sizes_if_rows_are_independent() throws Exception {
    CompilableModel.write(directory);
    try (Servable servable = Servable.load(directory, InspectionLimits.DEFAULT)) {
      Map<String, HostTensor> flat = servable.run("flat", rows(7), List.of());
      Map<String, HostTensor> along = servable.run("along", rows(7), List.of());
      servable.compile(List.of(2, 3));
      Map<String, HostTensor> after = servable.run("flat", rows(7), List.of());
      assertThat(after.get("y").shape()).containsExactly(7, 2);
      assertThat(Likeness.alike(flat, after)).isTrue();
      // Its values are sums over all rows or all columns.
      assertThat(
              Likeness.identical(
                  along.get("y"), servable.run("along", rows(7), List.of()).get("y")))
          .isTrue();
    }
  }

  /** The added operations would be useless, unnoticed, if they ran one by one. */
  @Test
  void compilation_really_uses_xla_which_rejects_unsupported_operations() throws Exception {
    CompilableModel.write(directory);
    NativeSession session = NativeSession.load(directory, "serve");
    try {
      GraphDef graph = session.definition();
      List<NodeDef> members =
          graph.getNodeList().stream()
              .filter(node -> Set.of("nth", "one").contains(node.getName()))
              .toList();
      CompiledPart unknown = new CompiledPart(members, List.of("x:0"), List.of("nth:0"), List.of());
      assertThat(run(session, "nth:0").get(0).floats()).containsExactly(2, 4);
      String place =
          session.compile(graph.getVersions(), unknown, List.of("nth:0"), "scope").get("nth:0");
      assertThatThrownBy(() -> run(session, place))
          .isInstanceOf(ServingException.class)
          .hasMessageContaining("NthElement")
          .hasMessageContaining("XLA");
    } finally {
      session.close();
    }
  }

  private static List<HostTensor> run(NativeSession session, String fetch) {
    return session.run(
        Map.of("x:0", rows(2).get("x")), List.of(fetch), NativeSession.Threads.OF_THE_SESSION);
  }

  @Test
  void requests_with_undeclared_shapes_run_uncompiled() throws Exception {
    CompilableModel.write(directory);
    try (Servable servable = Servable.load(directory, InspectionLimits.DEFAULT)) {
      HostTensor wide = HostTensor.of(new float[] {1, 2, 3, 4, 5, 6}, 2, 3);
      Map<String, HostTensor> before = servable.run("flat", Map.of("x", wide), List.of());
      servable.compile(List.of(2));
      Map<String, HostTensor> after = servable.run("flat", Map.of("x", wide), List.of());
      assertThat(Likeness.identical(before.get("y"), after.get("y"))).isTrue();
    }
  }

  private static Map<String, HostTensor> rows(int rows) {
    float[] values = new float[2 * rows];
    for (int i = 0; i < values.length; i++) {
      values[i] = 1 + i;
    }
    return Map.of("x", HostTensor.of(values, rows, 2));
  }
}
