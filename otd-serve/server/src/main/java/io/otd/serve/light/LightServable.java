// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.light;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.files.RegularFiles;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.light.internal.engine.LightEngine;
import io.otd.light.internal.file.LightModelFile;
import io.otd.light.internal.model.LightModel;
import io.otd.serve.RowPredictor;
import io.otd.serve.internal.inspection.GraphInspection;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.inspection.OtdDescription;
import io.otd.serve.internal.parallel.ParallelPieces;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.servable.CellTensors;
import io.otd.serve.internal.servable.RowPieces;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.servable.SignatureRunner;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.tensor.ElementType;
import io.otd.serve.internal.tensor.HostTensor;
import io.otd.serve.internal.tensor.Rows;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * One loaded version of a model that otd exported, computed without TensorFlow from {@value
 * LightModelFile#NAME}. It offers the signatures of the SavedModel next to it, and answers like it:
 * a row that cannot be predicted is NaN. It holds no native memory: closing it frees nothing, and
 * runs under way end as usual.
 */
public final class LightServable implements ServedModel {
  /** Maximum number of rows of a recorded request that is run. */
  private static final int WARMING_ROWS = 4;

  /** Draws of a piece in bytes. */
  private static final long PIECE_BYTES = 16 << 20;

  /** Rows of a piece; between blocks of them, the engine looks whether the caller still waits. */
  private static final int MOST_ROWS = 1024;

  /** Rows of a piece with fresh draws, within which it does not. */
  private static final int MOST_DRAWN = 128;

  private final InspectedModel model;
  private final ExportDescription description;
  private final LightEngine engine;

  private LightServable(InspectedModel model, ExportDescription description, LightModel light) {
    this.model = model;
    this.description = description;
    this.engine = new LightEngine(light);
  }

  /**
   * Loads a version.
   *
   * @param limits to its size
   * @throws InvalidFileException if otd did not export it, it has no light model, or the two do not
   *     agree
   * @throws IOException if it cannot be read
   */
  public static LightServable load(Path directory, InspectionLimits limits) throws IOException {
    Path file = directory.resolve(ServingNames.EXTRA_DIRECTORY).resolve(LightModelFile.NAME);
    if (!RegularFiles.isPresent(file)) {
      throw new InvalidFileException(
          directory,
          "no %s/%s (expected: a model exported by otd; the light engine serves no other SavedModels)"
              .formatted(ServingNames.EXTRA_DIRECTORY, LightModelFile.NAME));
    }
    ExportDescription description = OtdDescription.read(directory);
    LightModel light = LightModelFile.read(file);
    if (!light.schema().equals(description.schema())
        || !light.levels().equals(description.levels())
        || light.draws() != description.bank().size()) {
      throw new InvalidFileException(
          file,
          "other columns, levels or draws than %s (expected: of the same export)"
              .formatted(ServingNames.DESCRIPTION_FILE));
    }
    return new LightServable(
        RowPredictor.prepared(GraphInspection.inspect(directory, limits)), description, light);
  }

  /**
   * Runs a version's recorded requests: only those of few rows. Rows are computed one by one, so
   * that longer requests would prepare nothing further.
   */
  public static SignatureRunner warming(SignatureRunner runner) {
    return (signature, inputs, outputs, caller) ->
        inputs.values().stream().allMatch(LightServable::isShort)
            ? runner.run(signature, inputs, outputs, caller)
            : Map.of();
  }

  private static boolean isShort(HostTensor input) {
    long[] shape = input.shape();
    return shape.length == 0 || shape[0] <= WARMING_ROWS;
  }

  @Override
  public InspectedModel model() {
    return model;
  }

  /** Many rows are computed in pieces, so that the draws of only some of them are in memory. */
  @Override
  public Map<String, HostTensor> run(
      String signature, Map<String, HostTensor> inputs, List<String> outputs, Caller caller) {
    InspectedModel.Signature definition = model.requested(signature);
    caller.requireWaiting();
    List<String> names = outputs.isEmpty() ? List.copyOf(definition.outputs().keySet()) : outputs;
    int each = atATime(signature);
    if (Rows.common(inputs.values()) <= each) {
      return outputs(signature, inputs, names, caller);
    }
    return new RowPieces(each, caller, ParallelPieces.NONE)
        .run(inputs, piece -> outputs(signature, piece, names, caller))
        .orElseThrow(() -> new IllegalStateException(signature + ": outputs without rows"));
  }

  private int atATime(String signature) {
    long bytesOfRow = (long) Float.BYTES * engine.model().draws() * engine.model().outputs();
    int most = signature.equals(ServingNames.DRAW) ? MOST_DRAWN : MOST_ROWS;
    return (int) Math.max(1, Math.min(most, PIECE_BYTES / bytesOfRow));
  }

  private Map<String, HostTensor> outputs(
      String signature, Map<String, HostTensor> inputs, List<String> names, Caller caller) {
    float[][] x = engine.encoded(CellTensors.read(description, signature, inputs));
    if (signature.equals(ServingNames.DRAW)) {
      return drawn(engine.draws(x, seeds(inputs, x.length)), names);
    }
    List<String> computed =
        names.stream()
            .map(name -> name.equals(ServingNames.BELOW) ? ServingNames.SAMPLES : name)
            .distinct()
            .toList();
    computed.forEach(this::requireOutput);
    Map<String, float[]> values = engine.outputs(x, computed, caller::requireWaiting);
    Map<String, HostTensor> results = new LinkedHashMap<>();
    for (String name : names) {
      if (name.equals(ServingNames.BELOW)) {
        float[] samples = values.getOrDefault(ServingNames.SAMPLES, new float[0]);
        float[] thresholds =
            CellTensors.forRows(
                    inputs,
                    ServingNames.THRESHOLD,
                    ElementType.FLOAT,
                    x.length,
                    engine.model().outputs())
                .floats();
        results.put(name, below(samples, thresholds, x.length));
      } else {
        results.put(name, tensor(values.getOrDefault(name, new float[0]), name, x.length));
      }
    }
    return results;
  }

  private static long[] seeds(Map<String, HostTensor> inputs, int count) {
    long[] seeds = new long[count];
    CellTensors.forRows(inputs, ServingNames.SEED, ElementType.INT64, count)
        .bytes()
        .asLongBuffer()
        .get(seeds);
    return seeds;
  }

  private Map<String, HostTensor> drawn(List<float[]> draws, List<String> names) {
    Map<String, HostTensor> results = new LinkedHashMap<>();
    for (String name : names) {
      if (!name.equals(ServingNames.SAMPLES)) {
        throw unknown(name);
      }
      int each = engine.model().draws() * engine.model().outputs();
      float[] all = new float[Math.multiplyExact(draws.size(), each)];
      for (int i = 0; i < draws.size(); i++) {
        System.arraycopy(draws.get(i), 0, all, i * each, each);
      }
      results.put(name, tensor(all, name, draws.size()));
    }
    return results;
  }

  private void requireOutput(String name) {
    if (!engine.model().outputNames().contains(name)) {
      throw unknown(name);
    }
  }

  private static ServingException unknown(String name) {
    return ServingException.invalid("output tensor alias not found in signature: " + name);
  }

  /** The values of all rows as a tensor. */
  private HostTensor tensor(float[] values, String name, int count) {
    List<Integer> inner = engine.model().tape().type(engine.model().tape().output(name)).dims();
    long[] shape = new long[1 + inner.size()];
    shape[0] = count;
    for (int i = 0; i < inner.size(); i++) {
      shape[i + 1] = inner.get(i);
    }
    return HostTensor.of(values, shape);
  }

  /**
   * The share of draws at or below thresholds; NaN if a threshold or a draw is.
   *
   * @param samples {@code [n, S, d_y]}
   * @param thresholds {@code [n, d_y]}
   */
  private HostTensor below(float[] samples, float[] thresholds, int count) {
    int outputs = engine.model().outputs();
    int draws = engine.model().draws();
    float[] shares = new float[thresholds.length];
    for (int i = 0; i < shares.length; i++) {
      int at = i / outputs * draws * outputs + i % outputs;
      boolean undefined = Float.isNaN(thresholds[i]);
      int below = 0;
      for (int k = 0; k < draws; k++, at += outputs) {
        undefined |= Float.isNaN(samples[at]);
        below += samples[at] <= thresholds[i] ? 1 : 0;
      }
      shares[i] = undefined ? Float.NaN : (float) below / draws;
    }
    return HostTensor.of(shares, count, outputs);
  }

  /** Frees nothing. */
  @Override
  public void close() {}
}
