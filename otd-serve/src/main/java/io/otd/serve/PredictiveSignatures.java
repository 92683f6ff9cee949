package io.otd.serve;

import io.otd.core.savedmodel.ExportDescription;
import io.otd.core.savedmodel.ServingNames;
import io.otd.serve.inspection.InspectedModel;
import io.otd.serve.servable.SignatureRunner;
import io.otd.serve.status.ServingException;
import io.otd.serve.status.StatusCode;
import io.otd.serve.tensor.HostTensor;
import java.util.List;
import java.util.Map;

/**
 * A served model by its signatures, one run each: what is between them and the graph, such as the
 * joining of requests, sees them as any others.
 */
final class PredictiveSignatures implements PredictiveModel {
  private final ExportDescription description;
  private final SignatureRunner runner;

  private PredictiveSignatures(ExportDescription description, SignatureRunner runner) {
    this.description = description;
    this.runner = runner;
  }

  /**
   * A model by its signatures.
   *
   * @throws ServingException INVALID_ARGUMENT, if it was not exported by otd
   */
  static PredictiveSignatures of(InspectedModel offers, SignatureRunner runner) {
    ExportDescription description =
        offers
            .otd()
            .description()
            .orElseThrow(
                () ->
                    new ServingException(
                        StatusCode.INVALID_ARGUMENT,
                        "The model has no distributions: " + offers.otd().problem()));
    try {
      require(offers, description);
    } catch (IllegalArgumentException e) {
      throw new ServingException(
          StatusCode.INVALID_ARGUMENT,
          "The model has no distributions, its description does not fit: " + e.getMessage(),
          e);
    }
    return new PredictiveSignatures(description, runner);
  }

  /**
   * Checks that the signatures are there.
   *
   * @throws IllegalArgumentException naming what is not
   */
  static void require(InspectedModel model, ExportDescription description) {
    for (String input : InputCells.inputs(description.schema())) {
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

  @Override
  public ExportDescription description() {
    return description;
  }

  @Override
  public Summary summary(InputCells cells) {
    Map<String, HostTensor> inputs = cells.tensors(description.schema());
    Map<String, HostTensor> moments =
        runner.run(
            ServingNames.DEFAULT_SIGNATURE, inputs, List.of(ServingNames.MEAN, ServingNames.STD));
    long values = (long) cells.rows() * description.targets().size();
    return new Summary(
        floats(moments, ServingNames.MEAN, values),
        floats(moments, ServingNames.STD, values),
        samples(ServingNames.SAMPLE, inputs, values));
  }

  @Override
  public float[] draw(InputCells cells, long[] seeds) {
    Map<String, HostTensor> inputs = cells.tensors(description.schema());
    inputs.put(ServingNames.SEED, HostTensor.of(seeds, seeds.length));
    return samples(ServingNames.DRAW, inputs, (long) cells.rows() * description.targets().size());
  }

  private float[] samples(String signature, Map<String, HostTensor> inputs, long values) {
    Map<String, HostTensor> outputs = runner.run(signature, inputs, List.of(ServingNames.SAMPLES));
    return floats(outputs, ServingNames.SAMPLES, values * description.bank().size());
  }

  /** The description may say one thing and the graph do another: it is the model's, not ours. */
  private static float[] floats(Map<String, HostTensor> outputs, String name, long size) {
    HostTensor tensor = outputs.get(name);
    if (tensor == null || tensor.elements() != size) {
      throw new ServingException(
          StatusCode.INTERNAL,
          "output %s: %s (expected: %d floats, as the model's description has it)"
              .formatted(name, tensor, size));
    }
    return tensor.floats();
  }
}
