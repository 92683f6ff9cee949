// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.light;

import io.otd.core.internal.files.InvalidFileException;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.light.internal.engine.LightEngine;
import io.otd.light.internal.engine.RowLaw;
import io.otd.light.internal.file.LightModelFile;
import io.otd.light.internal.model.LightModel;
import io.otd.serve.RowPredictor;
import io.otd.serve.internal.inspection.GraphInspection;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.inspection.OtdDescription;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.servable.SignatureRunner;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * One loaded version of a model that otd exported, computed without TensorFlow from {@value
 * LightModelFile#NAME}. It offers the signatures of the SavedModel next to it, and answers like it:
 * a row that cannot be predicted is NaN. It holds no native memory: closing it frees nothing, and
 * runs under way end as usual.
 */
public final class LightServable implements ServedModel {
  /** Maximum number of rows of a recorded request that is run. */
  private static final int WARMING_ROWS = 4;

  private final InspectedModel model;
  private final RequestRows rows;
  private final LightEngine engine;

  private LightServable(InspectedModel model, ExportDescription description, LightModel light) {
    this.model = model;
    this.rows = new RequestRows(description);
    this.engine = new LightEngine(light);
  }

  /**
   * Loads a version.
   *
   * @param directory of the SavedModel
   * @param limits to its size
   * @throws InvalidFileException if otd did not export it, it has no light model, or the two do not
   *     agree
   * @throws IOException if it cannot be read
   */
  public static LightServable load(Path directory, InspectionLimits limits) throws IOException {
    Path file = directory.resolve(ServingNames.EXTRA_DIRECTORY).resolve(LightModelFile.NAME);
    if (!Files.isRegularFile(file)) {
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
   *
   * @param runner of the version
   */
  public static SignatureRunner warming(SignatureRunner runner) {
    return (signature, inputs, outputs) ->
        inputs.values().stream().allMatch(LightServable::isShort)
            ? runner.run(signature, inputs, outputs)
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

  @Override
  public Map<String, HostTensor> run(
      String signature, Map<String, HostTensor> inputs, List<String> outputs) {
    InspectedModel.Signature definition = model.signatures().get(signature);
    if (definition == null) {
      throw new ServingException(
          StatusCode.FAILED_PRECONDITION,
          "Serving signature key \"%s\" not found.".formatted(signature));
    }
    float[][] x =
        signature.equals(ServingNames.BY_NAME) ? rows.byName(inputs) : rows.together(inputs);
    Function<List<RowLaw>, LawOutputs> said = laws -> new LawOutputs(engine.model(), laws);
    LawOutputs laws;
    if (signature.equals(ServingNames.DRAW)) {
      laws = said.apply(engine.laws(x, rows.seeds(inputs, x.length)));
    } else {
      laws = said.apply(engine.laws(x, law -> law));
    }
    Map<String, HostTensor> results = new LinkedHashMap<>();
    for (String name : outputs.isEmpty() ? definition.outputs().keySet() : outputs) {
      results.put(
          name,
          name.equals(ServingNames.BELOW)
              ? laws.below(rows.thresholds(inputs, x.length))
              : laws.output(name));
    }
    return results;
  }

  /** Frees nothing. */
  @Override
  public void close() {}
}
