// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NodeDef;

/** Graphs small enough that the expected result is obvious. */
class CompiledPartTest {
  private final GraphDef.Builder graph = GraphDef.newBuilder();

  private static OptionalLong unknown(String tensor) {
    return OptionalLong.empty();
  }

  private CompiledPartTest add(String name, String operation, String... inputs) {
    graph.addNode(NodeDef.newBuilder().setName(name).setOp(operation).addAllInput(List.of(inputs)));
    return this;
  }

  /** A chain of nodes that can be compiled. */
  private CompiledPartTest chain(String prefix, int length, String input) {
    String last = input;
    for (int i = 0; i < length; i++) {
      add(prefix + i, "Tanh", last);
      last = prefix + i;
    }
    return this;
  }

  @Test
  void inputs_and_variables_run_before_and_sorting_runs_after_the_compiled_part() {
    add("x", "Placeholder")
        .add("handle", "VarHandleOp")
        .add("w", "ReadVariableOp", "handle")
        .add("product", "MatMul", "x", "w")
        .chain("t", 8, "product")
        .add("k", "Const")
        .add("sorted", "TopKV2", "t7", "k")
        .add("axis", "Const")
        .add("best", "Mean", "sorted:0", "axis")
        .add("mean", "Mean", "t7:0", "axis")
        .add("elsewhere", "Tanh", "x");
    CompiledPart part =
        CompiledPart.of(
                graph.build(), List.of("best:0", "mean:0", "x:0"), CompiledPartTest::unknown)
            .orElseThrow();
    assertThat(part.members())
        .extracting(NodeDef::getName)
        .containsExactlyInAnyOrder(
            "product", "t0", "t1", "t2", "t3", "t4", "t5", "t6", "t7", "axis", "mean");
    assertThat(part.inputs()).containsExactly("w:0", "x:0");
    assertThat(part.outputs()).containsExactly("mean:0", "t7:0");
    assertThat(part.after()).extracting(NodeDef::getName).containsExactly("sorted", "best");
  }

  @Test
  void string_operations_run_before_and_their_results_feed_the_compiled_part() {
    add("text", "Placeholder");
    graph.addNode(
        NodeDef.newBuilder()
            .setName("flat")
            .setOp("Reshape")
            .addInput("text")
            .putAttr("T", AttrValue.newBuilder().setType(DataType.DT_STRING).build()));
    add("table", "HashTableV2").add("found", "LookupTableFindV2", "table", "flat");
    chain("t", 8, "found");
    CompiledPart part =
        CompiledPart.of(graph.build(), List.of("t7"), CompiledPartTest::unknown).orElseThrow();
    assertThat(part.inputs()).containsExactly("found:0");
    assertThat(part.members()).extracting(NodeDef::getName).hasSize(8).doesNotContain("flat");
    assertThat(part.outputs()).containsExactly("t7:0");
    assertThat(part.after()).isEmpty();
  }

  @Test
  void dependents_of_nodes_that_run_after_also_run_after() {
    add("x", "Placeholder")
        .chain("t", 8, "x")
        .add("loop", "StatelessWhile", "t7")
        .add("y", "Tanh", "loop:1")
        .add("waits", "Tanh", "x", "^loop");
    CompiledPart part =
        CompiledPart.of(graph.build(), List.of("y", "waits"), CompiledPartTest::unknown)
            .orElseThrow();
    assertThat(part.after()).extracting(NodeDef::getName).contains("loop", "y", "waits");
    assertThat(part.members()).extracting(NodeDef::getName).doesNotContain("y", "waits");
  }

  @Test
  void value_dependent_axes_are_not_compiled_but_shape_dependent_ones_are() {
    add("x", "Placeholder")
        .chain("t", 8, "x")
        .add("shape", "Shape", "t0")
        .add("two", "Const")
        .add("sizes", "Mul", "shape", "two")
        .add("still", "Reshape", "t7", "sizes")
        .add("count", "Cast", "t7")
        .add("not", "Sum", "still", "count");
    CompiledPart part =
        CompiledPart.of(graph.build(), List.of("not"), CompiledPartTest::unknown).orElseThrow();
    assertThat(part.members())
        .extracting(NodeDef::getName)
        .contains("still", "sizes", "shape", "count")
        .doesNotContain("not");
    assertThat(part.after()).extracting(NodeDef::getName).containsExactly("not");
  }

  @Test
  void too_few_nodes_or_constants_alone_are_not_compiled() {
    add("x", "Placeholder").chain("t", 3, "x").add("c", "Const").chain("f", 9, "c");
    assertThat(CompiledPart.of(graph.build(), List.of("t2"), CompiledPartTest::unknown)).isEmpty();
    assertThat(CompiledPart.of(graph.build(), List.of("f8"), CompiledPartTest::unknown)).isEmpty();
  }
}
