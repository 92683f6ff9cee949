// SPDX-License-Identifier: Apache-2.0
package io.otd.serve;

import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.predict.InputCells;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.inspection.InspectedModel.Signature;
import io.otd.serve.internal.servable.CellTensors;
import io.otd.serve.internal.servable.SignatureRunner;
import io.otd.serve.internal.status.ServingException;
import io.otd.serve.internal.status.StatusCode;
import io.otd.serve.internal.tensor.HostTensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The predictions of a model exported by otd, through its signatures: layers between them and the
 * graph, such as the joining of requests, treat them like any other requests.
 *
 * @param description the description of the model
 */
record PredictiveModel(ExportDescription description, SignatureRunner runner, boolean oneRun) {
  /** An additional signature: moments and draws of the bank in one run. */
  private static final String BANK = "otd:bank";

  private static final List<String> MOMENTS = List.of(ServingNames.MEAN, ServingNames.STD);

  /**
   * The bank's predictions for rows.
   *
   * @param mean {@code [B, d_y]}
   * @param std {@code [B, d_y]}
   * @param samples {@code [B, S, d_y]}
   */
  record Summary(float[] mean, float[] std, float[] samples) {}

  /**
   * A model by its signatures.
   *
   * @throws ServingException INVALID_ARGUMENT, if it was not exported by otd
   */
  static PredictiveModel of(InspectedModel offers, SignatureRunner runner) {
    ExportDescription description =
        offers
            .otd()
            .description()
            .orElseThrow(
                () ->
                    ServingException.invalid(
                        "The model has no distributions: " + offers.otd().problem()));
    try {
      require(offers, description);
    } catch (IllegalArgumentException e) {
      throw ServingException.invalid(
          "The model has no distributions, its description does not fit: " + e.getMessage(), e);
    }
    return new PredictiveModel(description, runner, isOneRun(offers));
  }

  /**
   * Checks that the signatures exist.
   *
   * @throws IllegalArgumentException naming a missing one
   */
  private static void require(InspectedModel model, ExportDescription description) {
    for (String input : CellTensors.names(description.schema())) {
      model.signature(ServingNames.DEFAULT_SIGNATURE).input(input);
      model.signature(ServingNames.SAMPLE).input(input);
      model.signature(ServingNames.DRAW).input(input);
    }
    model.signature(ServingNames.DEFAULT_SIGNATURE).output(ServingNames.MEAN);
    model.signature(ServingNames.DEFAULT_SIGNATURE).output(ServingNames.STD);
    model.signature(ServingNames.SAMPLE).output(ServingNames.SAMPLES);
    model.signature(ServingNames.DRAW).input(ServingNames.SEED);
    model.signature(ServingNames.DRAW).output(ServingNames.SAMPLES);
  }

  /**
   * The model with an additional signature that returns in one run what otherwise takes two;
   * unchanged if those two do not read the same inputs.
   */
  static InspectedModel withOneRun(InspectedModel model) {
    Signature moments = model.signatures().get(ServingNames.DEFAULT_SIGNATURE);
    Signature sample = model.signatures().get(ServingNames.SAMPLE);
    if (moments == null
        || sample == null
        || !moments.inputs().equals(sample.inputs())
        || model.signatures().containsKey(BANK)) {
      return model;
    }
    Map<String, Signature> signatures = new HashMap<>(model.signatures());
    signatures.put(BANK, moments.with(sample));
    return new InspectedModel(
        signatures, model.definitions(), model.otd(), model.state(), model.loops());
  }

  /** Whether the signature was added; a model's own signature of that name does not count. */
  private static boolean isOneRun(InspectedModel model) {
    return model.signatures().containsKey(BANK) && model.offered(BANK).isEmpty();
  }

  /** The signatures that a model must have. */
  static Set<String> asked(InspectedModel model) {
    return isOneRun(model)
        ? Set.of(BANK, ServingNames.DRAW)
        : Set.of(ServingNames.DEFAULT_SIGNATURE, ServingNames.SAMPLE, ServingNames.DRAW);
  }

  /** Runs the bank. */
  Summary summary(InputCells cells) {
    Map<String, HostTensor> inputs = CellTensors.of(cells, description.schema());
    Map<String, HostTensor> moments;
    Map<String, HostTensor> draws;
    if (oneRun) {
      moments =
          runner.run(
              BANK, inputs, List.of(ServingNames.MEAN, ServingNames.STD, ServingNames.SAMPLES));
      draws = moments;
    } else {
      moments = runner.run(ServingNames.DEFAULT_SIGNATURE, inputs, MOMENTS);
      draws = runner.run(ServingNames.SAMPLE, inputs, List.of(ServingNames.SAMPLES));
    }
    long values = (long) cells.rows() * description.targets().size();
    return new Summary(
        floats(moments, ServingNames.MEAN, values),
        floats(moments, ServingNames.STD, values),
        samples(draws, values));
  }

  /** Draws with fresh masks, {@code [B, S, d_y]}. */
  float[] draw(InputCells cells, long[] seeds) {
    Map<String, HostTensor> inputs = CellTensors.of(cells, description.schema());
    inputs.put(ServingNames.SEED, HostTensor.of(seeds, seeds.length));
    Map<String, HostTensor> outputs =
        runner.run(ServingNames.DRAW, inputs, List.of(ServingNames.SAMPLES));
    return samples(outputs, (long) cells.rows() * description.targets().size());
  }

  private float[] samples(Map<String, HostTensor> outputs, long values) {
    return floats(outputs, ServingNames.SAMPLES, values * description.bank().size());
  }

  /** The description may disagree with the graph: both come from the model and are not trusted. */
  private static float[] floats(Map<String, HostTensor> outputs, String name, long size) {
    HostTensor tensor = outputs.get(name);
    if (tensor == null || tensor.elements() != size) {
      throw new ServingException(
          StatusCode.INTERNAL,
          "output %s: %s (expected: %s floats, as the model's description has it)"
              .formatted(name, tensor, size));
    }
    return tensor.floats();
  }
}
