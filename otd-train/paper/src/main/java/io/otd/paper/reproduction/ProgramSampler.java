// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.reproduction;

import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.Uniforms;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.program.DrawDesign;
import io.otd.core.internal.program.NoiseStream;
import io.otd.core.internal.program.SamplingProgram;
import io.otd.core.metrics.Draws;
import io.otd.paper.experiment.Sampler;
import io.otd.paper.mask.MaskSample;

/** Draws by the compiled sampling program. One thread at a time. */
final class ProgramSampler implements Sampler {
  private final SamplingProgram program;
  private final ModelSpec model;
  private final float[] parameters;
  private final long seed;

  /**
   * Opens a sampler.
   *
   * @param model of one output
   * @param parameters {@code [P]}
   * @param draws K of each call
   * @param rows most points computed at once
   * @param compiler of its functions
   */
  ProgramSampler(
      ModelSpec model, float[] parameters, long seed, int draws, int rows, Compiler compiler) {
    this.model = model;
    this.parameters = parameters;
    this.seed = seed;
    int block = SamplingProgram.blockFor(model, draws, rows);
    this.program = new SamplingProgram(model, draws, block, DrawDesign.INDEPENDENT, compiler);
  }

  @Override
  public float[] parameters() {
    return parameters;
  }

  @Override
  public Draws of(float[] inputs, int rows, int stream) {
    return Draws.of(program.draws(), rows, 1, program.sample(parameters, inputs, key(stream)));
  }

  @Override
  public Masks masks(int batches, int firstStream) {
    int width = model.network().latentWidth();
    int size = program.draws() * width;
    float[] reference = new float[batches * size];
    float[] transported = new float[batches * size];
    for (int b = 0; b < batches; b++) {
      SamplingProgram.Masks part = program.masks(parameters, key(firstStream + b));
      System.arraycopy(part.reference(), 0, reference, b * size, size);
      System.arraycopy(part.transported(), 0, transported, b * size, size);
    }
    int draws = batches * program.draws();
    return new Masks(
        MaskSample.of(draws, width, reference), MaskSample.of(draws, width, transported));
  }

  private long key(int stream) {
    return Uniforms.key(NoiseStream.PREDICTION.key(seed), stream);
  }

  @Override
  public void close() {
    program.close();
  }
}
