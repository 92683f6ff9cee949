package io.otd.core.layer;

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
   *     written with products: the framework's uses {@code pow}, whose gradient costs more.
   */
  GELU_TANH {
    @Override
    public Operand<TFloat32> apply(Ops tf, Operand<TFloat32> x) {
      Operand<TFloat32> cube = tf.math.mul(x, tf.math.mul(x, x));
      Operand<TFloat32> inner =
          tf.math.mul(
              tf.constant((float) Math.sqrt(2 / Math.PI)),
              tf.math.add(x, tf.math.mul(tf.constant(0.044715f), cube)));
      return tf.math.mul(
          tf.math.mul(tf.constant(0.5f), x), tf.math.add(tf.constant(1f), tf.math.tanh(inner)));
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

  /**
   * Adds the activation to a graph.
   *
   * @param tf the graph to add to
   * @param x any shape
   * @return the same shape
   */
  public abstract Operand<TFloat32> apply(Ops tf, Operand<TFloat32> x);
}
