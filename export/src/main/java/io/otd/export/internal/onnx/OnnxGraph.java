// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.onnx;

import com.google.protobuf.ByteString;
import io.otd.export.internal.flat.NumberType;
import io.otd.export.internal.flat.TensorType;
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
import java.util.Arrays;
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

  /** Size of a dimension that is the number of rows. */
  private static final long ANY = -1;

  /** Maximum size of a Protocol Buffers message, with room for everything else. */
  private static final long MOST_BYTES = Integer.MAX_VALUE - (1L << 24);

  private final GraphProto.Builder graph = GraphProto.newBuilder().setName("otd");
  private final Map<TensorProto, OnnxValue> constants = new HashMap<>();
  private final Set<String> domains = new HashSet<>();
  private long bytes;

  /** ONNX's number of an element type. */
  static int number(NumberType type) {
    return switch (type) {
      case FLOAT32 -> TensorProto.DataType.FLOAT_VALUE;
      case FLOAT64 -> TensorProto.DataType.DOUBLE_VALUE;
      case INT32 -> TensorProto.DataType.INT32_VALUE;
      case INT64 -> TensorProto.DataType.INT64_VALUE;
      case BOOL -> TensorProto.DataType.BOOL_VALUE;
    };
  }

  /**
   * An input.
   *
   * @param about what a user should know
   */
  OnnxValue input(String name, TensorType type, String about) {
    graph.addInput(info(name, number(type.element()), about, type.shape()));
    return new OnnxValue(name);
  }

  /**
   * An input of texts, {@code [rows]}.
   *
   * @param about what a user should know
   */
  OnnxValue texts(String name, String about) {
    graph.addInput(info(name, TensorProto.DataType.STRING_VALUE, about, List.of(ANY)));
    return new OnnxValue(name);
  }

  /**
   * An output.
   *
   * @param about what a user should know
   */
  void output(String name, OnnxValue value, TensorType type, String about) {
    graph.addNode(
        NodeProto.newBuilder()
            .setName("/" + name)
            .setOpType("Identity")
            .addInput(value.name())
            .addOutput(name));
    graph.addOutput(info(name, number(type.element()), about, type.shape()));
  }

  private static ValueInfoProto info(String name, int type, String about, List<Long> shape) {
    TensorShapeProto.Builder dimensions = TensorShapeProto.newBuilder();
    for (long size : shape) {
      TensorShapeProto.Dimension.Builder dimension = dimensions.addDimBuilder();
      if (size == ANY) {
        dimension.setDimParam(ROWS);
      } else {
        dimension.setDimValue(size);
      }
    }
    TypeProto.Builder built = TypeProto.newBuilder();
    built.getTensorTypeBuilder().setElemType(type).setShape(dimensions);
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
      values.add(new OnnxValue("/" + graph.getNodeCount() + (outputs > 1 ? ":" + i : "")));
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
    return constant(NumberType.FLOAT32, raw, shape);
  }

  /** A constant of float64. */
  OnnxValue constant(double[] values, long... shape) {
    ByteBuffer raw = buffer(values.length, Double.BYTES);
    raw.asDoubleBuffer().put(values);
    return constant(NumberType.FLOAT64, raw, shape);
  }

  /** A constant of int64. */
  OnnxValue constant(long[] values, long... shape) {
    ByteBuffer raw = buffer(values.length, Long.BYTES);
    raw.asLongBuffer().put(values);
    return constant(NumberType.INT64, raw, shape);
  }

  private static ByteBuffer buffer(int values, int size) {
    return ByteBuffer.allocate(values * size).order(ByteOrder.LITTLE_ENDIAN);
  }

  private OnnxValue constant(NumberType type, ByteBuffer raw, long... shape) {
    List<Long> sizes = Arrays.stream(shape).boxed().toList();
    return constant(new TensorType(type, sizes), ByteString.copyFrom(raw.rewind()));
  }

  /**
   * A constant. Equal constants are added once.
   *
   * @param bytes row-major, little-endian
   */
  OnnxValue constant(TensorType type, ByteString bytes) {
    TensorProto.Builder tensor =
        TensorProto.newBuilder()
            .setDataType(number(type.element()))
            .addAllDims(type.shape())
            .setRawData(bytes);
    return constants.computeIfAbsent(
        tensor.build(),
        key -> {
          requireRoom(bytes.size());
          String name = "/c" + constants.size();
          graph.addInitializer(tensor.setName(name));
          return new OnnxValue(name);
        });
  }

  private void requireRoom(int more) {
    bytes += more;
    if (bytes > MOST_BYTES) {
      throw new IllegalArgumentException(
          "constants of the ONNX model: %s bytes (expected: at most %s; a smaller bank or network)"
              .formatted(bytes, MOST_BYTES));
    }
  }

  /** Whether any node has an operator of a domain. */
  boolean uses(String domain) {
    return domains.contains(domain);
  }

  /** The graph. */
  GraphProto proto() {
    return graph.build();
  }
}
