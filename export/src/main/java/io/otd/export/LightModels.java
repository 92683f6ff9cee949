// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.flow.Flow;
import io.otd.core.flow.FlowSolver;
import io.otd.core.layer.Activation;
import io.otd.core.layer.Parameter;
import io.otd.core.mask.Bernoulli;
import io.otd.core.mask.ConcreteDropout;
import io.otd.core.mask.Deterministic;
import io.otd.core.mask.LowLatent;
import io.otd.core.mask.MaskLaw;
import io.otd.core.mask.Transported;
import io.otd.core.model.ModelSpec;
import io.otd.core.network.ConditionalMlp;
import io.otd.core.network.PredictiveNetwork;
import io.otd.core.output.Direct;
import io.otd.core.output.Gaussian;
import io.otd.core.output.GaussianMixture;
import io.otd.core.output.OutputLaw;
import io.otd.core.savedmodel.ExportDescription;
import io.otd.core.trained.TrainedMember;
import io.otd.core.trained.TrainedModel;
import io.otd.light.model.ArrayShape;
import io.otd.light.model.FlowShape;
import io.otd.light.model.LatentLaw;
import io.otd.light.model.LawOfOutputs;
import io.otd.light.model.LightMember;
import io.otd.light.model.LightModel;
import io.otd.light.model.NetworkShape;
import io.otd.light.model.UnitFunction;
import java.util.List;

/**
 * A trained model as the plain numbers that it is predicted from without TensorFlow. The records of
 * {@code otd-core} add operations to graphs and cannot be loaded without it; these are their
 * numbers.
 */
final class LightModels {
  private LightModels() {}

  /**
   * The light model of a trained one.
   *
   * @param description of the export
   * @param masks the bank, {@code [M P, d_z]}
   * @param noise of the law of the outputs, {@code [S, uniforms]}
   * @throws IllegalStateException if the two disagree on the learned arrays
   */
  static LightModel of(
      TrainedModel trained, ExportDescription description, float[] masks, float[] noise) {
    ModelSpec spec = trained.spec();
    NetworkShape network = network(spec);
    LatentLaw latents = latents(spec.masks());
    LawOfOutputs law = law(spec.law());
    requireSame(spec.parameters(), LightModel.shapes(network, latents, spec.width()));
    return new LightModel(
        trained.schema(),
        description.levels(),
        trained.calibration(),
        trained.metrics(),
        network,
        latents,
        law,
        description.bank().size(),
        trained.members().stream().map(member -> member(spec, member)).toList(),
        masks,
        noise);
  }

  private static void requireSame(List<Parameter> parameters, List<ArrayShape> shapes) {
    List<ArrayShape> expected =
        parameters.stream().map(p -> new ArrayShape(p.name(), p.size())).toList();
    if (!shapes.equals(expected)) {
      throw new IllegalStateException(
          "arrays of the light model: %s (expected: %s)".formatted(shapes, expected));
    }
  }

  private static LightMember member(ModelSpec spec, TrainedMember member) {
    return new LightMember(
        member.spread().factor(),
        spec.parameters().stream().map(p -> member.weights().get(p.name())).toList());
  }

  private static NetworkShape network(ModelSpec spec) {
    PredictiveNetwork network = spec.network();
    return new NetworkShape(
        spec.inputs(),
        network instanceof ConditionalMlp conditional ? conditional.code() : 0,
        network.hidden(),
        function(network.activation()),
        network.backbone().scaledMasks(),
        network.backbone().residual(),
        network.backbone().linearPath());
  }

  private static UnitFunction function(Activation activation) {
    return UnitFunction.valueOf(activation.name());
  }

  private static LatentLaw latents(MaskLaw law) {
    if (law instanceof Bernoulli bernoulli) {
      return new LatentLaw.Bernoulli(bernoulli.rate());
    } else if (law instanceof ConcreteDropout concrete) {
      return new LatentLaw.Concrete(concrete.rate(), concrete.temperature());
    } else if (law instanceof Transported transported) {
      return transported(transported);
    } else if (law instanceof LowLatent low) {
      return new LatentLaw.Lifted(
          low.width(),
          transported(low.code()),
          low.lift().hidden(),
          function(low.lift().activation()));
    } else if (law instanceof Deterministic) {
      return new LatentLaw.Fixed();
    }
    throw new IllegalStateException(law + ": no law of the light model");
  }

  private static LatentLaw.Transported transported(Transported law) {
    Flow flow = law.flow();
    return new LatentLaw.Transported(
        law.reference().p(),
        law.reference().temperature(),
        new FlowShape(
            flow.velocity().hidden(),
            function(flow.velocity().activation()),
            flow.solver() == FlowSolver.HEUN,
            flow.steps()));
  }

  private static LawOfOutputs law(OutputLaw law) {
    if (law instanceof Gaussian) {
      return new LawOfOutputs.Gaussian();
    } else if (law instanceof GaussianMixture mixture) {
      return new LawOfOutputs.Mixture(mixture.components());
    } else if (law instanceof Direct) {
      return new LawOfOutputs.Direct();
    }
    throw new IllegalStateException(law + ": no law of the light model");
  }
}
