// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.servable;

import com.google.protobuf.ByteString;
import io.otd.serve.internal.inspection.TensorNames;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.tensorflow.proto.AttrValue;
import org.tensorflow.proto.DataType;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.proto.TensorProto;
import org.tensorflow.proto.TensorShapeProto;

/**
 * A {@code TopKV2} that sorts whole rows, of which only the values are needed, as a sorting network
 * (Batcher 1968): a sequence of comparisons of pairs that is known in advance. XLA compiles it to
 * loops over all rows, several rows in one instruction, whereas its own sort and TensorFlow's
 * compare two numbers at a time.
 *
 * <p>The order of a row with NaN and other numbers is unspecified, as with {@code TopKV2}.
 *
 * @param node the operation
 * @param length of a row
 */
record FullSort(NodeDef node, int length) {
  /** Shorter rows are sorted about as fast by the plain sort. */
  static final int SHORTEST = 64;

  /** For longer rows, the network would have too many operations to compile. */
  static final int LONGEST = 1 << 13;

  private static final String OPERATION = "TopKV2";
  private static final AttrValue FLOAT = type(DataType.DT_FLOAT);
  private static final AttrValue INT = type(DataType.DT_INT32);

  /**
   * Those among the nodes of a graph.
   *
   * @param nodes all that the requested outputs need
   * @param fetches requested tensors, each {@code node:index}
   * @param lastAxes size of a tensor's last axis, {@code node:index}, if declared in the graph
   * @return by the name of the node
   */
  static Map<String, FullSort> among(
      Collection<NodeDef> nodes,
      Collection<String> fetches,
      Function<String, OptionalLong> lastAxes) {
    Map<String, NodeDef> byName = new HashMap<>();
    Set<String> read = new HashSet<>(fetches);
    for (NodeDef node : nodes) {
      byName.put(node.getName(), node);
      read.addAll(CompiledPart.tensors(node));
    }
    Map<String, FullSort> sorts = new HashMap<>();
    for (NodeDef node : nodes) {
      if (node.getOp().equals(OPERATION)
          && node.getInputCount() == 2
          && node.getAttrOrDefault("T", INT).equals(FLOAT)
          && !read.contains(node.getName() + ":1")) {
        long all = lastAxes.apply(CompiledPart.full(node.getInput(0))).orElse(-1);
        OptionalLong k = value(byName.get(TensorNames.node(node.getInput(1))));
        if (all >= SHORTEST && all <= LONGEST && k.isPresent() && k.getAsLong() == all) {
          sorts.put(node.getName(), new FullSort(node, (int) all));
        }
      }
    }
    return sorts;
  }

  /** The number that a constant is. */
  private static OptionalLong value(@Nullable NodeDef constant) {
    if (constant == null || !constant.getOp().equals("Const")) {
      return OptionalLong.empty();
    }
    TensorProto value = constant.getAttrOrDefault("value", INT).getTensor();
    if (value.getDtype() != DataType.DT_INT32 || value.getTensorShape().getDimCount() > 0) {
      return OptionalLong.empty();
    }
    if (value.getIntValCount() == 1) {
      return OptionalLong.of(value.getIntVal(0));
    }
    ByteString content = value.getTensorContent();
    return content.size() == Integer.BYTES
        ? OptionalLong.of(content.asReadOnlyByteBuffer().order(ByteOrder.nativeOrder()).getInt())
        : OptionalLong.empty();
  }

  /** The network. Its last node has the name of the replaced one, so its readers do not change. */
  List<NodeDef> network() {
    return new Network().nodes();
  }

  /**
   * The numbers are along the first axis, so that neighbours in memory belong to different rows.
   */
  private final class Network {
    private final List<NodeDef> nodes = new ArrayList<>();
    private final int places = Integer.highestOneBit(2 * length - 1);

    List<NodeDef> nodes() {
      String in = node.getInput(0);
      String shape = add("Shape", Map.of("T", FLOAT, "out_type", INT), in);
      String rows = reshape(in, -1, length);
      String columns = transpose(rows);
      String ends = tensor(new int[] {2, 2}, 0, places - length, 0, 0);
      String last = constant(Float.NEGATIVE_INFINITY);
      String current = add("PadV2", Map.of("T", FLOAT, "Tpaddings", INT), columns, ends, last);
      for (int block = 2; block <= places; block *= 2) {
        current = ordered(current, block, true);
        for (int part = block / 2; part >= 2; part /= 2) {
          current = ordered(current, part, false);
        }
      }
      String kept =
          add(
              "Slice",
              Map.of("T", FLOAT, "Index", INT),
              current,
              tensor(new int[] {2}, 0, 0),
              tensor(new int[] {2}, length, -1));
      nodes.add(
          NodeDef.newBuilder()
              .setName(node.getName())
              .setOp("Reshape")
              .addInput(transpose(kept))
              .addInput(shape)
              .putAttr("T", FLOAT)
              .putAttr("Tshape", INT)
              .build());
      return nodes;
    }

    /**
     * The larger of each pair into the first half of its block, the smaller into the second.
     *
     * @param current {@code [places, rows]}
     * @param mirrored whether the pairs are symmetric about the middle of the block, or half a
     *     block apart
     */
    private String ordered(String current, int block, boolean mirrored) {
      int half = block / 2;
      String halves =
          add(
              "Unpack",
              Map.of("T", FLOAT, "num", integer(2), "axis", integer(1)),
              reshape(current, places / block, 2, half, -1));
      String first = halves;
      String second = halves + ":1";
      boolean reverses = mirrored && half > 1;
      if (reverses) {
        second = reverse(second);
      }
      String isLess = add("Less", Map.of("T", FLOAT), first, second);
      String larger = add("SelectV2", Map.of("T", FLOAT), isLess, second, first);
      String smaller = add("SelectV2", Map.of("T", FLOAT), isLess, first, second);
      if (reverses) {
        smaller = reverse(smaller);
      }
      String both =
          add("Pack", Map.of("T", FLOAT, "N", integer(2), "axis", integer(1)), larger, smaller);
      // Without a barrier, XLA fuses steps and computes each number from those many steps earlier.
      AttrValue types =
          AttrValue.newBuilder()
              .setList(AttrValue.ListValue.newBuilder().addType(DataType.DT_FLOAT))
              .build();
      return add("XlaOptimizationBarrier", Map.of("T", types), reshape(both, places, -1));
    }

    private String reverse(String tensor) {
      return add("ReverseV2", Map.of("T", FLOAT, "Tidx", INT), tensor, tensor(new int[] {1}, 1));
    }

    private String reshape(String tensor, int... shape) {
      return add(
          "Reshape",
          Map.of("T", FLOAT, "Tshape", INT),
          tensor,
          tensor(new int[] {shape.length}, shape));
    }

    private String transpose(String matrix) {
      return add(
          "Transpose", Map.of("T", FLOAT, "Tperm", INT), matrix, tensor(new int[] {2}, 1, 0));
    }

    private String add(String operation, Map<String, AttrValue> attributes, String... inputs) {
      String name = node.getName() + "/network/" + nodes.size();
      nodes.add(
          NodeDef.newBuilder()
              .setName(name)
              .setOp(operation)
              .addAllInput(Arrays.asList(inputs))
              .putAllAttr(attributes)
              .build());
      return name;
    }

    private String tensor(int[] shape, int... values) {
      TensorShapeProto.Builder sizes = TensorShapeProto.newBuilder();
      Arrays.stream(shape).forEach(size -> sizes.addDimBuilder().setSize(size));
      TensorProto.Builder tensor =
          TensorProto.newBuilder().setDtype(DataType.DT_INT32).setTensorShape(sizes);
      Arrays.stream(values).forEach(tensor::addIntVal);
      return constant(INT, tensor.build());
    }

    private String constant(float value) {
      return constant(
          FLOAT,
          TensorProto.newBuilder()
              .setDtype(DataType.DT_FLOAT)
              .setTensorShape(TensorShapeProto.getDefaultInstance())
              .addFloatVal(value)
              .build());
    }

    private String constant(AttrValue type, TensorProto value) {
      return add(
          "Const", Map.of("dtype", type, "value", AttrValue.newBuilder().setTensor(value).build()));
    }
  }

  private static AttrValue type(DataType type) {
    return AttrValue.newBuilder().setType(type).build();
  }

  private static AttrValue integer(int value) {
    return AttrValue.newBuilder().setI(value).build();
  }
}
