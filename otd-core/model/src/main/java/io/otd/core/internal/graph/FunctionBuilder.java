// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import org.tensorflow.ConcreteFunction;
import org.tensorflow.Graph;
import org.tensorflow.Operand;
import org.tensorflow.Signature;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.types.family.TType;

/** Builds one function: inputs as placeholders in its own graph, then outputs, in order. */
public final class FunctionBuilder implements AutoCloseable {
  private final Graph graph = new Graph();
  private final Ops tf = NumberedScope.in(graph);
  private final Signature.Builder signature;

  /**
   * Starts a function.
   *
   * @param name the name it starts with; TensorFlow makes it unique
   */
  public FunctionBuilder(String name) {
    signature = Signature.builder(name);
  }

  /**
   * Does what the first function of a process needs and takes long: in a thread of its own beside
   * other work: Protocol Buffers describe the messages that a signature consists of. The native
   * library is not used.
   */
  public static void prepare() {
    boolean unused = SignatureDef.newBuilder().containsInputs("");
  }

  /** The graph of the function's body. */
  public Ops tf() {
    return tf;
  }

  /**
   * Adds an input.
   *
   * @param shape -1 for a size known only at run time
   */
  public <T extends TType> Operand<T> input(String name, Class<T> type, Shape shape) {
    Operand<T> input = tf.placeholder(type, Placeholder.shape(shape));
    signature.input(name, input);
    return input;
  }

  /** Adds an output. */
  public void output(String name, Operand<?> value) {
    signature.output(name, value);
  }

  /** The function; the caller closes it. */
  public ConcreteFunction build() {
    return ConcreteFunction.create(signature.build(), graph);
  }

  @Override
  public void close() {
    graph.close();
  }
}
