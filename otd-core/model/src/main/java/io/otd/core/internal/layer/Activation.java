// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.layer;

import org.tensorflow.Operand;
import org.tensorflow.framework.activations.GELU;
import org.tensorflow.framework.activations.Softplus;
import org.tensorflow.framework.activations.Swish;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/** A scalar function applied to each element of a tensor; shapes are kept. */
public enum Activation {
  /**
   * {@code x/2 (1 + tanh(sqrt(2/pi) (x + 0.044715 x^3)))}.
   *
   * @implNote The paper's "GeLU" is read as this form, the default of its authors' library. It is
   *     written with products: the framework's uses {@code pow}, whose gradient costs more. And as
   *     {@code x (1/2 + tanh/2)}: as above, XLA takes it into the matrix product before it, and
   *     then gives its result to all that reads the sum there, the {@link #derivative} too.
   */
  GELU_TANH {
    @Override
    public Operand<TFloat32> apply(Ops tf, Operand<TFloat32> x) {
      Operand<TFloat32> t = tf.math.tanh(tf.math.mul(x, quadratic(tf, SLOPE, SLOPE * CUBIC, x)));
      Operand<TFloat32> half = tf.constant(0.5f);
      return tf.math.mul(x, tf.math.add(half, tf.math.mul(half, t)));
    }

    /** With {@code s = sigmoid(v)}, v twice what tanh is of: {@code s + x v' s (1 - s)}. */
    @Override
    public Operand<TFloat32> derivative(Ops tf, Operand<TFloat32> x) {
      Operand<TFloat32> s =
          tf.math.sigmoid(tf.math.mul(x, quadratic(tf, 2 * SLOPE, 2 * SLOPE * CUBIC, x)));
      Operand<TFloat32> xv = tf.math.mul(x, quadratic(tf, 2 * SLOPE, 6 * SLOPE * CUBIC, x));
      Operand<TFloat32> rest = tf.math.mul(xv, tf.math.mul(s, tf.math.sub(tf.constant(1f), s)));
      return tf.math.add(s, rest);
    }
  },
  /** {@code x Phi(x)} with the normal distribution function {@code Phi}. */
  GELU_ERF {
    @Override
    public Operand<TFloat32> apply(Ops tf, Operand<TFloat32> x) {
      return GELU.gelu(tf, x, false);
    }
  },
  /** {@code max(x, 0)}; gradient 0 at 0. */
  RELU {
    @Override
    public Operand<TFloat32> apply(Ops tf, Operand<TFloat32> x) {
      return tf.nn.relu(x);
    }
  },
  /** {@code tanh x}. */
  TANH {
    @Override
    public Operand<TFloat32> apply(Ops tf, Operand<TFloat32> x) {
      return tf.math.tanh(x);
    }
  },
  /** {@code x sigmoid(x)}, also known as swish. */
  SILU {
    @Override
    public Operand<TFloat32> apply(Ops tf, Operand<TFloat32> x) {
      return Swish.swish(tf, x);
    }
  },
  /** {@code x} where positive, else {@code e^x - 1}. */
  ELU {
    @Override
    public Operand<TFloat32> apply(Ops tf, Operand<TFloat32> x) {
      return org.tensorflow.framework.activations.ELU.elu(tf, x, 1.0);
    }
  },
  /** {@code log(1 + e^x)}. */
  SOFTPLUS {
    @Override
    public Operand<TFloat32> apply(Ops tf, Operand<TFloat32> x) {
      return Softplus.softplus(tf, x);
    }
  },
  /** {@code x}. */
  IDENTITY {
    @Override
    public Operand<TFloat32> apply(Ops tf, Operand<TFloat32> x) {
      return x;
    }
  };

  private static final double SLOPE = Math.sqrt(2 / Math.PI);
  private static final double CUBIC = 0.044715;

  /** {@code a + b x^2}. */
  private static Operand<TFloat32> quadratic(Ops tf, double a, double b, Operand<TFloat32> x) {
    return tf.math.add(
        tf.constant((float) a), tf.math.mul(tf.constant((float) b), tf.math.mul(x, x)));
  }

  /**
   * Adds the activation to a graph.
   *
   * @param tf the graph to add to
   * @param x any shape
   * @return the same shape
   */
  public abstract Operand<TFloat32> apply(Ops tf, Operand<TFloat32> x);

  /** Whether there is a {@link #derivative} that keeps less than the graph's own. */
  public boolean fromInput() {
    return this == GELU_TANH;
  }

  /**
   * Adds the derivative, computed from x alone.
   *
   * @param tf the graph to add to
   * @param x any shape
   * @return the same shape
   * @throws UnsupportedOperationException if there is none: see {@link #fromInput}
   */
  public Operand<TFloat32> derivative(Ops tf, Operand<TFloat32> x) {
    throw new UnsupportedOperationException(this + " has no derivative of its own");
  }
}
