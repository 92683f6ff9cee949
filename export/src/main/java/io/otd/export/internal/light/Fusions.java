// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.light;

import io.otd.export.internal.flat.FlatGraph;
import io.otd.export.internal.flat.FlatNode.Operation;
import io.otd.export.internal.flat.FlatNode.Ref;
import java.util.List;
import java.util.Optional;

/**
 * Finds operations that are faster as one instruction: activations, layers, ways through trees.
 * What is not found is translated operation by operation, with the same numbers.
 */
final class Fusions {
  private final FlatPatterns patterns;
  private final LayerPattern layers;
  private final TreePattern trees;

  Fusions(FlatGraph graph) {
    patterns = new FlatPatterns(graph);
    layers = new LayerPattern(patterns);
    trees = new TreePattern(patterns);
  }

  /** What a node is the last operation of. */
  Optional<Fused> match(int node) {
    Operation operation = patterns.operation(node);
    if (operation.results().size() != 1) {
      return Optional.empty();
    }
    Ref ref = new Ref(node, 0);
    if (operation.operator().equals("SelectV2")) {
      return trees.match(ref).map(TreePattern.Way::fused);
    }
    return layers
        .match(ref)
        .map(LayerPattern.Layer::fused)
        .or(() -> ActivationPattern.match(patterns, ref).map(Fusions::function));
  }

  private static Fused function(ActivationPattern.Applied applied) {
    return new Fused(
        List.of(applied.x()),
        step -> step.tensors().apply(applied.function(), step.values().apply(applied.x())));
  }
}
