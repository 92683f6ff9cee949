// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import io.otd.core.internal.graph.CompiledFunction;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.FunctionBuilder;
import io.otd.core.internal.graph.FunctionResult;
import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.output.PassOutputs;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Operand;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.types.TFloat32;

/**
 * Draws predictions of a model of given parameters, in blocks of rows of one compiled size. With
 * masks shared by the rows, draw k of all rows belongs to one realisation of the network. Any
 * number of threads may draw; it is closed after them.
 */
public final class SamplingProgram implements AutoCloseable {
  private static final String PARAMETERS = "parameters";
  private static final String X = "x";
  private static final String DRAWN = "y";
  private static final String MASKS = "masks";
  private static final String REFERENCE = "reference";
  private static final String NOISE = "noise";
  private static final String RAW = "raw";

  private final ModelSpec model;
  private final int draws;
  private final int block;
  private final int maskedRows;
  private final DrawNoise noise;
  private final ParameterVector vector;
  private final CompiledFunction function;

  /**
   * Builds the program; XLA compiles it at the first call.
   *
   * @param model what is sampled
   * @param draws K, at least 1
   * @param block rows computed at once, at least 1; more rows go in several blocks
   * @param design how the draws of a key relate
   * @param compiler of its functions
   */
  public SamplingProgram(
      ModelSpec model, int draws, int block, DrawDesign design, Compiler compiler) {
    if (draws < 1 || block < 1) {
      throw new IllegalArgumentException(
          "draws: " + draws + ", block: " + block + " rows (expected: both >= 1)");
    }
    this.model = model;
    this.draws = draws;
    this.block = block;
    this.maskedRows = design.maskedRows(block);
    this.noise = design.noise(model, draws);
    this.vector = new ParameterVector(model.parameters());
    this.function =
        compiler.function(List.of(SamplingProgram.class, model, draws, block, design), this::build);
  }

  /**
   * A block size whose activations stay within some tens of megabytes; for more than 8 rows a
   * multiple of 8, so that nearly as many rows have the same program.
   *
   * @param model what is sampled
   * @param draws K
   * @param rows rows to be requested
   */
  public static int blockFor(ModelSpec model, int draws, int rows) {
    long most = Math.max(1, (8L << 20) / ((long) draws * model.network().widest()));
    return (int) Math.min(rows <= 8 ? rows : (rows + 7L) / 8 * 8, most);
  }

  private ConcreteFunction build() {
    try (FunctionBuilder f = new FunctionBuilder("sample")) {
      Ops tf = f.tf();
      Operand<TFloat32> parameters = f.input(PARAMETERS, TFloat32.class, Shape.of(vector.size()));
      Operand<TFloat32> x = f.input(X, TFloat32.class, Shape.of(block, model.inputs()));
      ParameterValues values = vector.split(tf, parameters);
      Latents latents =
          Latents.draw(tf, model, values, noise.inputs(f), LatentCounts.shared(draws, maskedRows));
      PassOutputs predicted = PredictionGraph.add(tf, model, values, x, latents);
      f.output(DRAWN, tf.identity(predicted.samples(tf)));
      f.output(MASKS, tf.identity(latents.masks().masks()));
      f.output(REFERENCE, tf.identity(latents.masks().reference()));
      latents.output().ifPresent(noise -> f.output(NOISE, tf.identity(noise)));
      if (model.law().random()) {
        f.output(RAW, tf.identity(predicted.raw()));
      }
      return f.build();
    }
  }

  /** K. */
  public int draws() {
    return draws;
  }

  /**
   * Draws predictions.
   *
   * @param parameters {@code [P]}
   * @param x {@code [n, d_x]}, row-major, n at least 1
   * @param key of the noise, from {@link Uniforms#key}
   * @return {@code [K, n, d_y]}, row-major
   */
  public float[] sample(float[] parameters, float[] x, long key) {
    return inBlocks(parameters, x, key, DRAWN, draws, model.outputs());
  }

  /**
   * The outputs of the network's passes, from which the output law makes the draws.
   *
   * @param parameters {@code [P]}
   * @param x {@code [n, d_x]}, row-major, n at least 1
   * @return {@code [model.passes(K), n, w]}, row-major
   */
  public float[] raw(float[] parameters, float[] x, long key) {
    String output = model.law().random() ? RAW : DRAWN;
    return inBlocks(parameters, x, key, output, model.passes(draws), model.width());
  }

  private float[] inBlocks(
      float[] parameters, float[] x, long key, String output, int each, int width) {
    int columns = model.inputs();
    if (x.length == 0 || x.length % columns != 0) {
      throw new IllegalArgumentException(
          "x: " + x.length + " values (expected: rows of " + columns + ")");
    }
    int rows = x.length / columns;
    float[] result = new float[Math.multiplyExact(Math.multiplyExact(each, rows), width)];
    for (int from = 0; from < rows; from += block) {
      int count = Math.min(block, rows - from);
      float[] part = Arrays.copyOfRange(x, from * columns, (from + count) * columns);
      float[] y = call(parameters, padded(part, count), key, from / block, output);
      for (int k = 0; k < each; k++) {
        System.arraycopy(y, k * block * width, result, (k * rows + from) * width, count * width);
      }
    }
    return result;
  }

  /**
   * The masks behind the draws of {@link #sample} with the same key.
   *
   * @param parameters {@code [P]}
   */
  public Masks masks(float[] parameters, long key) {
    float[] x = new float[block * model.inputs()];
    return new Masks(call(parameters, x, key, 0, MASKS), call(parameters, x, key, 0, REFERENCE));
  }

  /**
   * The noise of the output law behind the draws of {@link #sample} with the same key.
   *
   * @param parameters {@code [P]}
   * @return {@code [K, uniforms]}, in the form that the law takes; empty if it takes none
   */
  public float[] outputNoise(float[] parameters, long key) {
    return model.law().random()
        ? call(parameters, new float[block * model.inputs()], key, 0, NOISE)
        : new float[0];
  }

  /**
   * Masks of the passes of the network, {@code [K, d_z]}, or {@code [K, block, d_z]} for a law that
   * gives each row its own.
   *
   * @param transported what multiplies the hidden units
   * @param reference the same draws before any transport
   */
  public record Masks(float[] transported, float[] reference) {}

  private float[] padded(float[] x, int count) {
    float[] result = Arrays.copyOf(x, block * model.inputs());
    for (int i = count; i < block; i++) {
      System.arraycopy(x, 0, result, i * model.inputs(), model.inputs());
    }
    return result;
  }

  private float[] call(float[] parameters, float[] x, long key, int which, String output) {
    Map<String, Tensor> inputs = new HashMap<>();
    try {
      inputs.put(PARAMETERS, Tensors.of(parameters, vector.size()));
      inputs.put(X, Tensors.of(x, block, model.inputs()));
      noise.add(inputs, key, which);
      try (FunctionResult result = function.call(inputs)) {
        return result.floats(output);
      }
    } finally {
      inputs.values().forEach(Tensor::close);
    }
  }

  @Override
  public void close() {
    function.close();
  }
}
