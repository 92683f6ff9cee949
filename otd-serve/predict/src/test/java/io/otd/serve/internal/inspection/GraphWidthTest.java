// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import static io.otd.serve.HandMadeModel.node;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NameAttrList;

class GraphWidthTest {
  private static final long MOST = 1000;
  private static final AttrValue FUNCTION =
      AttrValue.newBuilder().setFunc(NameAttrList.newBuilder().setName("f")).build();

  /** Networks of three layers that read the same rows, and the mean of their outputs. */
  private static GraphDef.Builder networks(int count) {
    GraphDef.Builder graph = GraphDef.newBuilder().addNode(node("x", "Placeholder"));
    String[] last = new String[count];
    for (int network = 0; network < count; network++) {
      last[network] = "x";
      for (int layer = 0; layer < 3; layer++) {
        String name = "n" + network + "_" + layer;
        graph.addNode(node("w" + name, "Const"));
        graph.addNode(node(name, "MatMul", last[network], "w" + name));
        graph.addNode(node("tanh_" + name, "Tanh", name));
        last[network] = "tanh_" + name;
      }
    }
    return graph.addNode(node("mean", "AddN", last));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 5})
  void parallel_networks_are_counted(int count) {
    GraphWidth width = new GraphWidth(new GraphNodes(networks(count).build()), MOST);
    assertThat(width.of(List.of("mean:0"))).hasValue(count);
    assertThat(width.of(List.of("tanh_n0_2:0", "n0_1"))).hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 3})
  void a_skip_connection_does_not_count_as_a_second_network(int count) {
    GraphDef.Builder graph = networks(count).addNode(node("w", "Const"));
    String[] ends = new String[count + 1];
    ends[count] = "mean";
    for (int network = 0; network < count; network++) {
      ends[network] = "skip" + network;
      graph.addNode(node(ends[network], "MatMul", "x", "w"));
    }
    graph.addNode(node("sum", "AddN", ends));
    assertThat(new GraphWidth(new GraphNodes(graph.build()), MOST).of(List.of("sum")))
        .hasValue(count);
  }

  @Test
  void a_graph_without_matrix_products_has_width_one() {
    GraphDef graph = GraphDef.newBuilder().addNode(node("x", "Placeholder")).build();
    assertThat(new GraphWidth(new GraphNodes(graph), MOST).of(List.of("x:0"))).hasValue(1);
  }

  @Test
  void width_is_unknown_beyond_the_node_limit() {
    GraphDef graph = networks(1).build();
    GraphWidth width = new GraphWidth(new GraphNodes(graph), graph.getNodeCount() + 1);
    assertThat(width.of(List.of("mean"))).hasValue(1);
    assertThat(width.of(List.of("mean"))).hasValue(1);
    assertThat(width.of(List.of("mean"))).isEmpty();
  }

  @Test
  void width_is_unknown_for_function_calls() {
    GraphDef.Builder graph = networks(1);
    graph.addNode(node("call", "PartitionedCall", "mean").putAttr("f", FUNCTION));
    AttrValue.Builder branches = AttrValue.newBuilder();
    branches.getListBuilder().addFunc(FUNCTION.getFunc());
    graph.addNode(node("case", "Case", "mean").putAttr("branches", branches.build()));
    GraphWidth width = new GraphWidth(new GraphNodes(graph.build()), MOST);
    assertThat(width.of(List.of("call:0"))).isEmpty();
    assertThat(width.of(List.of("case:0"))).isEmpty();
    assertThat(width.of(List.of("mean:0"))).hasValue(1);
  }

  @Test
  void width_is_unknown_for_loops() {
    GraphDef.Builder graph = GraphDef.newBuilder();
    graph.addNode(node("x", "Placeholder"));
    graph.addNode(node("enter", "Enter", "x"));
    graph.addNode(node("merge", "Merge", "enter", "next"));
    graph.addNode(node("go", "LoopCond", "merge"));
    graph.addNode(node("switch", "Switch", "merge", "go"));
    graph.addNode(node("next", "NextIteration", "switch:1"));
    graph.addNode(node("exit", "Exit", "switch"));
    assertThat(new GraphWidth(new GraphNodes(graph.build()), MOST).of(List.of("exit:0"))).isEmpty();
  }
}
