// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.serve.internal.inspection.Loops;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.NameAttrList;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.OpDef;
import org.tensorflow.proto.SavedModel;

/**
 * The files of a model, as TensorFlow loads them. If the graph has loops of frames, they are those
 * of a copy, whose other files are links, until it is closed.
 *
 * @implNote TensorFlow looks only at calls of functions whether the time of a run is up: a loop of
 *     frames that calls none goes on for ever. So each pass calls one that does nothing, which
 *     takes about 4 microseconds.
 * @param directory where TensorFlow finds them
 */
record LoadableFiles(Path directory, boolean copied) implements AutoCloseable {
  private static final String FUNCTION = "otd_pass";

  private static final AttrValue NO_TYPES =
      AttrValue.newBuilder().setList(AttrValue.ListValue.getDefaultInstance()).build();

  /**
   * The files of a model.
   *
   * @throws IOException if they cannot be copied
   */
  static LoadableFiles of(Path directory, Loops loops) throws IOException {
    if (loops != Loops.OF_FRAMES) {
      return new LoadableFiles(directory, false);
    }
    LoadableFiles copy = new LoadableFiles(Files.createTempDirectory("otd-model-"), true);
    boolean whole = false;
    try {
      copy.fill(directory.toRealPath());
      whole = true;
      return copy;
    } finally {
      if (!whole) {
        copy.close();
      }
    }
  }

  private void fill(Path model) throws IOException {
    try (Stream<Path> files = Files.list(model)) {
      for (Path file : files.toList()) {
        if (!file.endsWith(ServingNames.MODEL_FILE)) {
          Path unused = Files.createSymbolicLink(directory.resolve(model.relativize(file)), file);
        }
      }
    }
    SavedModel.Builder graphs =
        SavedModel.parseFrom(Files.readAllBytes(model.resolve(ServingNames.MODEL_FILE)))
            .toBuilder();
    graphs.getMetaGraphsBuilderList().forEach(graph -> check(graph.getGraphDefBuilder()));
    Files.write(directory.resolve(ServingNames.MODEL_FILE), graphs.build().toByteArray());
  }

  /** Makes each pass of the loops call a function. */
  private static void check(GraphDef.Builder graph) {
    graph.addAllNode(check(graph.getNodeBuilderList()));
    for (FunctionDef.Builder function : graph.getLibraryBuilder().getFunctionBuilderList()) {
      function.addAllNodeDef(check(function.getNodeDefBuilderList()));
    }
    graph
        .getLibraryBuilder()
        .addFunction(
            FunctionDef.newBuilder()
                .setSignature(OpDef.newBuilder().setName(FUNCTION).setIsStateful(true))
                .addNodeDef(NodeDef.newBuilder().setName("nothing").setOp("NoOp"))
                .putAttr("_noinline", AttrValue.newBuilder().setB(true).build()));
  }

  /** Lets each pass wait for a call. */
  private static List<NodeDef> check(List<NodeDef.Builder> nodes) {
    List<NodeDef> calls = new ArrayList<>();
    for (NodeDef.Builder node : nodes) {
      if (Loops.leadsBack(node.getOp()) && node.getInputCount() > 0) {
        String name = "%s_%s".formatted(FUNCTION, calls.size());
        calls.add(call(name, node.getInput(0).replaceFirst(":.*", "")));
        node.addInput("^" + name);
      }
    }
    return calls;
  }

  private static NodeDef call(String name, String after) {
    return NodeDef.newBuilder()
        .setName(name)
        .setOp("StatefulPartitionedCall")
        .addInput("^" + after)
        .putAttr("Tin", NO_TYPES)
        .putAttr("Tout", NO_TYPES)
        .putAttr(
            "f",
            AttrValue.newBuilder().setFunc(NameAttrList.newBuilder().setName(FUNCTION)).build())
        .build();
  }

  @Override
  public void close() throws IOException {
    if (copied) {
      try (Stream<Path> files = Files.list(directory)) {
        for (Path file : files.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(directory);
    }
  }
}
