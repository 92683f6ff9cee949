// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.inspection;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.RegularFiles;
import io.otd.core.internal.savedmodel.ServingNames;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;

/**
 * The files of a model's variables. TensorFlow loads a model without them, and the first request
 * fails; so does a model that is still being copied.
 */
final class VariableFiles {
  /** What TensorFlow 2 saves of a model even if it has no variables. */
  private static final String OBJECTS = "_CHECKPOINTABLE_OBJECT_GRAPH";

  private static final String INDEX = ServingNames.VARIABLES_PREFIX + ".index";

  private VariableFiles() {}

  /**
   * Requires that they are there as a whole, if the graph restores variables from them, or some of
   * them are there.
   *
   * @throws InvalidFileException naming the file that is missing, truncated or no file
   * @throws IOException if they cannot be looked at
   */
  static void requireWhole(Path directory, MetaGraphDef meta, GraphNodes graph) throws IOException {
    Path variables = directory.resolve(ServingNames.VARIABLES_DIRECTORY);
    Path index = variables.resolve(INDEX);
    if (!RegularFiles.isPresent(index) && !restores(meta, graph)) {
      return;
    }
    if (Files.exists(variables) && !Files.isDirectory(variables)) {
      throw new InvalidFileException(variables, "is a file (expected: a directory)");
    }
    long[] shards = VariablesIndex.shards(index);
    for (int i = 0; i < shards.length; i++) {
      Path shard =
          variables.resolve(
              String.format(
                  Locale.ROOT,
                  "%s.data-%05d-of-%05d",
                  ServingNames.VARIABLES_PREFIX,
                  i,
                  shards.length));
      long size = RegularFiles.size(shard);
      if (size < shards[i]) {
        throw new InvalidFileException(
            shard, "truncated: %s bytes (expected: at least %s)".formatted(size, shards[i]));
      }
    }
  }

  /** Whether the loader reads the value of any variable. */
  private static boolean restores(MetaGraphDef meta, GraphNodes graph) {
    String restore = meta.getSaverDef().getRestoreOpName();
    if (restore.isEmpty()) {
      return false;
    }
    List<NodeDef> needed = graph.needed(List.of(restore));
    return needed.stream().anyMatch(node -> readsVariables(node, graph::node))
        || needed.stream()
            .flatMap(node -> GraphNodes.called(node).stream())
            .distinct()
            .map(graph::function)
            .anyMatch(function -> function != null && readsVariables(function));
  }

  private static boolean readsVariables(FunctionDef function) {
    Map<String, NodeDef> nodes = new HashMap<>();
    function.getNodeDefList().forEach(node -> nodes.put(node.getName(), node));
    return function.getNodeDefList().stream().anyMatch(node -> readsVariables(node, nodes::get));
  }

  /** Names that are not constant may be those of variables. */
  private static boolean readsVariables(NodeDef node, Function<String, @Nullable NodeDef> nodes) {
    if (!node.getOp().equals(LoaderOperations.RESTORE) || node.getInputCount() < 2) {
      return false;
    }
    NodeDef names = nodes.apply(TensorNames.node(node.getInput(1)));
    return names == null
        || !names.containsAttr("value")
        || names.getAttrOrThrow("value").getTensor().getStringValList().stream()
            .anyMatch(name -> !name.toStringUtf8().equals(OBJECTS));
  }
}
