// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.graph;

import org.tensorflow.Operand;
import org.tensorflow.OperationBuilder;
import org.tensorflow.Output;
import org.tensorflow.op.Ops;
import org.tensorflow.op.Scope;
import org.tensorflow.op.random.StatelessRandomUniformFullIntV2;
import org.tensorflow.proto.DataType;
import org.tensorflow.types.TFloat32;
import org.tensorflow.types.TInt32;
import org.tensorflow.types.TInt64;
import org.tensorflow.types.family.TType;

/**
 * Counter-based uniforms (Philox 4x32-10, Salmon et al. 2011): the same key and counter give the
 * same numbers, compiled or not, however the steps are divided into calls.
 */
public final class Uniforms {
  /** Philox in TensorFlow's numbering of algorithms. */
  private static final int PHILOX = 1;

  /** Random bits of a float. */
  private static final int MANTISSA = 23;

  private Uniforms() {}

  /**
   * Key of one stream of one seed, mixed so that nearby seeds and streams are unrelated (the
   * finaliser of SplitMix64, Steele et al. 2014).
   *
   * @param stream number of the stream within the run
   */
  public static long key(long seed, int stream) {
    return mix(mix(seed) + 0x9E3779B97F4A7C15L * (stream + 1L));
  }

  /**
   * Key of an independent branch of a stream, for a part of a model that shares the stream's key.
   *
   * @param branch 0 for the stream itself
   */
  public static long branch(long key, int branch) {
    return key ^ difference(branch);
  }

  /**
   * The same in a graph.
   *
   * @param tf the graph to add to
   * @param key of the stream, scalar
   * @param branch 0 for the stream itself
   */
  public static Operand<TInt64> branch(Ops tf, Operand<TInt64> key, int branch) {
    return branch == 0 ? key : tf.bitwise.bitwiseXor(key, tf.constant(difference(branch)));
  }

  private static long difference(int branch) {
    return branch == 0 ? 0 : mix(branch);
  }

  private static long mix(long x) {
    long z = x + 0x9E3779B97F4A7C15L;
    z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /**
   * Adds uniforms strictly inside (0, 1).
   *
   * @param tf the graph to add to
   * @param key of the stream, scalar
   * @param counter which block of the stream: the training step, or 0; scalar
   * @return values {@code (2 i + 1) / 2^24}, i from 0 to 2^23 - 1, so that a logit is always finite
   *     and the law is symmetric about 1/2
   * @implNote TensorFlow's own floats take the high bits of the same words when compiled and the
   *     low bits when not; hence words are drawn, and the high bits taken here.
   */
  public static Operand<TFloat32> draw(
      Ops tf, Operand<TInt64> key, Operand<TInt64> counter, long... shape) {
    Operand<TInt64> blocks = tf.stack(java.util.List.of(tf.constant(0L), counter));
    Operand<TInt32> bits =
        StatelessRandomUniformFullIntV2.create(
            tf.scope(),
            tf.constant(shape),
            unsigned(tf, tf.reshape(key, tf.constant(new int[] {1}))),
            unsigned(tf, blocks),
            tf.constant(PHILOX),
            TInt32.class);
    Operand<TInt32> high =
        tf.bitwise.bitwiseAnd(
            tf.bitwise.rightShift(bits, tf.constant(32 - MANTISSA)),
            tf.constant((1 << MANTISSA) - 1));
    return tf.math.add(
        tf.math.mul(
            tf.dtypes.cast(high, TFloat32.class), tf.constant((float) Math.scalb(1.0, -MANTISSA))),
        tf.constant((float) Math.scalb(1.0, -MANTISSA - 1)));
  }

  /** TensorFlow Java has no type for unsigned 64-bit integers; the operation has. */
  private static Operand<? extends TType> unsigned(Ops tf, Operand<TInt64> signed) {
    Scope scope = tf.scope();
    OperationBuilder bitcast = scope.env().opBuilder("Bitcast", scope.makeOpName("Bitcast"), scope);
    bitcast.addInput(signed.asOutput());
    bitcast.setAttr("type", DataType.DT_UINT64);
    Output<? extends TType> output = bitcast.build().output(0);
    return output;
  }
}
