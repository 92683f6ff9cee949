// SPDX-License-Identifier: Apache-2.0
package io.otd.export.internal.flat;

import com.google.protobuf.ByteString;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;

/** A node of a flat graph. Nodes that are equal compute the same. */
public sealed interface FlatNode {
  /** Types of what the node computes. */
  List<TensorType> results();

  /**
   * A result of a node.
   *
   * @param node its place in the graph
   * @param result which of its results, from 0
   */
  record Ref(int node, int result) {}

  /**
   * What the graph is given.
   *
   * @param name of the input
   * @param type of the input
   */
  record Input(String name, TensorType type) implements FlatNode {
    @Override
    public List<TensorType> results() {
      return List.of(type);
    }
  }

  /**
   * Known values.
   *
   * @param type of a fixed shape
   * @param bytes row-major, little-endian
   */
  record Constant(TensorType type, ByteString bytes) implements FlatNode {
    /** Checks the size. */
    public Constant {
      if (type.bytes() != bytes.size()) {
        throw new IllegalArgumentException(
            "constant %s: %s bytes (expected: %s)".formatted(type, bytes.size(), type.bytes()));
      }
    }

    @Override
    public List<TensorType> results() {
      return List.of(type);
    }

    /** A constant of float32. */
    public static Constant of(List<Integer> shape, float[] values) {
      ByteBuffer raw =
          ByteBuffer.allocate(Math.multiplyExact(values.length, Float.BYTES))
              .order(ByteOrder.LITTLE_ENDIAN);
      raw.asFloatBuffer().put(values);
      return new Constant(
          new TensorType(NumberType.FLOAT32, shape.stream().map(Integer::longValue).toList()),
          ByteString.copyFrom(raw.rewind()));
    }

    /**
     * A constant of whole numbers.
     *
     * @param type of int32 or int64
     */
    public static Constant of(TensorType type, long... values) {
      ByteBuffer raw =
          ByteBuffer.allocate(Math.toIntExact(type.bytes())).order(ByteOrder.LITTLE_ENDIAN);
      for (long value : values) {
        switch (type.element()) {
          case INT32 -> raw.putInt(Math.toIntExact(value));
          case INT64 -> raw.putLong(value);
          default -> throw notWhole(type.element());
        }
      }
      return new Constant(type, ByteString.copyFrom(raw.flip()));
    }

    /** The scalar 0, or false. */
    public static Constant zero(NumberType type) {
      return new Constant(
          new TensorType(type, List.of()), ByteString.copyFrom(new byte[type.bytes()]));
    }

    /**
     * The values, which are whole numbers.
     *
     * @throws IllegalStateException if their type is another one
     */
    public long[] wholes() {
      ByteBuffer raw = bytes.asReadOnlyByteBuffer().order(ByteOrder.LITTLE_ENDIAN);
      long[] values = new long[bytes.size() / type.element().bytes()];
      for (int i = 0; i < values.length; i++) {
        values[i] =
            switch (type.element()) {
              case INT32 -> raw.getInt();
              case INT64 -> raw.getLong();
              default -> throw notWhole(type.element());
            };
      }
      return values;
    }

    private static IllegalStateException notWhole(NumberType type) {
      return new IllegalStateException("elements: " + type + " (expected: whole numbers)");
    }
  }

  /**
   * An operation of TensorFlow.
   *
   * @param operator its name, as in TensorFlow's graph
   * @param inputs in the operator's order, all from nodes before this one
   * @param attributes numbers by name, 0 or 1 for a truth value; those of other types are left out,
   *     as they follow from the types of inputs and results
   * @param results types of the results
   */
  record Operation(
      String operator,
      List<Ref> inputs,
      Map<String, List<Double>> attributes,
      List<TensorType> results)
      implements FlatNode {
    /** Copies. */
    public Operation {
      inputs = List.copyOf(inputs);
      attributes = Map.copyOf(attributes);
      results = List.copyOf(results);
    }

    /** An attribute that is one whole number, or 0 where it is not set. */
    public int whole(String attribute) {
      List<Double> values = attributes.getOrDefault(attribute, List.of());
      return values.isEmpty() ? 0 : Math.toIntExact(values.get(0).longValue());
    }

    /** An attribute that is a truth value, false where it is not set. */
    public boolean is(String attribute) {
      return whole(attribute) != 0;
    }
  }
}
