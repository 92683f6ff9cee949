// SPDX-License-Identifier: Apache-2.0
package io.otd.serve;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.GraphDef;
import org.tensorflow.proto.MetaGraphDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.SavedModel;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;
import org.tensorflow.proto.VersionDef;

/** Parts of a hand-written SavedModel. */
public final class HandMadeModel {
  /** Version of the operations of a graph. */
  public static final int PRODUCER = 1395;

  private static final int CHAINED = 10;

  private HandMadeModel() {}

  /** A graph without nodes, for serving. */
  public static MetaGraphDef.Builder empty() {
    MetaGraphDef.Builder meta = MetaGraphDef.newBuilder();
    meta.getMetaInfoDefBuilder().addTags("serve");
    return meta;
  }

  /** A node without attributes. */
  public static NodeDef.Builder node(String name, String operation, String... inputs) {
    return NodeDef.newBuilder().setName(name).setOp(operation).addAllInput(List.of(inputs));
  }

  /** A node with one type, as most nodes have. */
  public static NodeDef.Builder typed(
      String name, String operation, DataType type, String... inputs) {
    return node(name, operation, inputs).putAttr("T", type(type));
  }

  /** Values in the graph. */
  public static NodeDef.Builder constant(String name, DataType type, TensorProto.Builder value) {
    return node(name, "Const")
        .putAttr("dtype", type(type))
        .putAttr("value", AttrValue.newBuilder().setTensor(value.setDtype(type)).build());
  }

  /** A type as an attribute. */
  public static AttrValue type(DataType type) {
    return AttrValue.newBuilder().setType(type).build();
  }

  /** A shape of known rank; -1 for an unknown size. */
  public static TensorShapeProto shape(long... sizes) {
    TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
    for (long size : sizes) {
      shape.addDimBuilder().setSize(size);
    }
    return shape.build();
  }

  /**
   * An input of numbers and a chain of operations on it, long enough to be compiled.
   *
   * @param graph gets the producer {@link #PRODUCER}
   * @param operation of one number
   * @param shape of the input {@code x}; -1 for an unknown size
   * @return name of the last node
   */
  public static String chain(GraphDef.Builder graph, String operation, long... shape) {
    graph.setVersions(VersionDef.newBuilder().setProducer(PRODUCER));
    graph.addNode(
        node("x", "Placeholder")
            .putAttr("dtype", type(DataType.DT_FLOAT))
            .putAttr("shape", AttrValue.newBuilder().setShape(shape(shape)).build()));
    String last = "x";
    for (int i = 0; i < CHAINED; i++) {
      String name = operation.toLowerCase(Locale.ROOT) + i;
      graph.addNode(typed(name, operation, DataType.DT_FLOAT, last));
      last = name;
    }
    return last;
  }

  /** The bytes of saved_model.pb. */
  public static byte[] bytes(MetaGraphDef.Builder meta) {
    return SavedModel.newBuilder()
        .setSavedModelSchemaVersion(1)
        .addMetaGraphs(meta)
        .build()
        .toByteArray();
  }

  /** Writes a version and creates its directory. */
  public static void write(Path version, MetaGraphDef.Builder meta) throws IOException {
    Files.createDirectories(version);
    Files.write(version.resolve("saved_model.pb"), bytes(meta));
  }
}
