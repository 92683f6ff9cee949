// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import com.google.protobuf.ByteString;
import io.otd.export.internal.onnx.proto.OnnxProtos.AttributeProto;
import io.otd.export.internal.onnx.proto.OnnxProtos.GraphProto;
import io.otd.export.internal.onnx.proto.OnnxProtos.NodeProto;
import io.otd.export.internal.onnx.proto.OnnxProtos.TensorProto;
import io.otd.export.internal.onnx.proto.OnnxProtos.TensorShapeProto;
import io.otd.export.internal.onnx.proto.OnnxProtos.TypeProto;
import io.otd.export.internal.onnx.proto.OnnxProtos.ValueInfoProto;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A graph that grows by one node after another, each after those that it reads. Names of inputs and
 * outputs are given; all others begin with a slash, so that they cannot be those of a column.
 */
final class OnnxGraph {
  /** Name of the first dimension of every input and output: how many rows. */
  static final String ROWS = "rows";

  /** Maximum size of a Protocol Buffers message, with room for everything else. */
  private static final long MOST_BYTES = Integer.MAX_VALUE - (1L << 24);

  private final GraphProto.Builder graph = GraphProto.newBuilder().setName("otd");
  private final Map<TensorProto, OnnxValue> constants = new HashMap<>();
  private final Set<String> domains = new HashSet<>();
  private long bytes;

  /** Element types that the graph has. */
  enum Type {
    /** float32. */
    FLOAT(TensorProto.DataType.FLOAT),
    /** float64. */
    DOUBLE(TensorProto.DataType.DOUBLE),
    /** int32. */
    SMALL_INTEGER(TensorProto.DataType.INT32),
    /** int64. */
    INTEGER(TensorProto.DataType.INT64),
    /** string. */
    TEXT(TensorProto.DataType.STRING);

    private final int number;

    Type(TensorProto.DataType type) {
      this.number = type.getNumber();
    }

    /** ONNX's number of the type. */
    int number() {
      return number;
    }
  }

  /**
   * An input, {@code [rows]}.
   *
   * @param about what a user should know
   */
  OnnxValue input(String name, Type type, String about) {
    graph.addInput(info(name, type, about, List.of()));
    return new OnnxValue(name);
  }

  /**
   * An output, float32.
   *
   * @param shape after the rows
   * @param about what a user should know
   */
  void output(String name, OnnxValue value, List<Integer> shape, String about) {
    graph.addNode(
        NodeProto.newBuilder()
            .setName("/" + name)
            .setOpType("Identity")
            .addInput(value.name())
            .addOutput(name));
    graph.addOutput(info(name, Type.FLOAT, about, shape));
  }

  private static ValueInfoProto info(String name, Type type, String about, List<Integer> shape) {
    TensorShapeProto.Builder dimensions = TensorShapeProto.newBuilder();
    dimensions.addDimBuilder().setDimParam(ROWS);
    shape.forEach(size -> dimensions.addDimBuilder().setDimValue(size));
    TypeProto.Builder built = TypeProto.newBuilder();
    built.getTensorTypeBuilder().setElemType(type.number()).setShape(dimensions);
    return ValueInfoProto.newBuilder().setName(name).setType(built).setDocString(about).build();
  }

  /** The only output of a node of ONNX's main domain. */
  OnnxValue node(String operator, List<AttributeProto> attributes, List<OnnxValue> inputs) {
    return nodes("", operator, attributes, inputs, 1).get(0);
  }

  /**
   * The outputs of a node.
   *
   * @param domain of the operator, empty for the main one
   * @param outputs how many
   */
  List<OnnxValue> nodes(
      String domain,
      String operator,
      List<AttributeProto> attributes,
      List<OnnxValue> inputs,
      int outputs) {
    String name = "/" + graph.getNodeCount() + "/" + operator;
    List<OnnxValue> values = new ArrayList<>();
    for (int i = 0; i < outputs; i++) {
      values.add(new OnnxValue(name + ":" + i));
    }
    NodeProto.Builder node = NodeProto.newBuilder().setName(name).setOpType(operator);
    if (!domain.isEmpty()) {
      node.setDomain(domain);
    }
    domains.add(domain);
    inputs.forEach(input -> node.addInput(input.name()));
    values.forEach(value -> node.addOutput(value.name()));
    graph.addNode(node.addAllAttribute(attributes));
    return List.copyOf(values);
  }

  /** A constant of float32. */
  OnnxValue constant(float[] values, long... shape) {
    ByteBuffer raw = buffer(values.length, Float.BYTES);
    raw.asFloatBuffer().put(values);
    return constant(Type.FLOAT, raw, shape);
  }

  /** A constant of float64. */
  OnnxValue constant(double[] values, long... shape) {
    ByteBuffer raw = buffer(values.length, Double.BYTES);
    raw.asDoubleBuffer().put(values);
    return constant(Type.DOUBLE, raw, shape);
  }

  /** A constant of int32. */
  OnnxValue constant(int[] values, long... shape) {
    ByteBuffer raw = buffer(values.length, Integer.BYTES);
    raw.asIntBuffer().put(values);
    return constant(Type.SMALL_INTEGER, raw, shape);
  }

  /** A constant of int64. */
  OnnxValue constant(long[] values, long... shape) {
    ByteBuffer raw = buffer(values.length, Long.BYTES);
    raw.asLongBuffer().put(values);
    return constant(Type.INTEGER, raw, shape);
  }

  private ByteBuffer buffer(int values, int size) {
    bytes += (long) values * size;
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "constants of the ONNX model: %s bytes (expected: at most %s; a smaller bank or network)"
              .formatted(bytes, MOST_BYTES));
    }
    return ByteBuffer.allocate(values * size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private OnnxValue constant(Type type, ByteBuffer raw, long... shape) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder()
            .setDataType(type.number())
            .setRawData(ByteString.copyFrom(raw.rewind()));
    for (long size : shape) {
      tensor.addDims(size);
    }
    return constants.computeIfAbsent(
        tensor.build(),
        key -> {
          String name = "/constant/" + constants.size();
          graph.addInitializer(tensor.setName(name));
          return new OnnxValue(name);
        });
  }

  /** Whether a node is of a domain. */
  boolean uses(String domain) {
    return domains.contains(domain);
  }

  /** The graph. */
  GraphProto proto() {
    return graph.build();
  }
}
