// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.mask.Bernoulli;
import io.otd.core.internal.mask.ConcreteDropout;
import io.otd.core.internal.mask.Deterministic;
import io.otd.core.internal.mask.LowLatent;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.mask.Uniform;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.ConditionalMlp;
import io.otd.core.internal.network.Forest;
import io.otd.core.internal.network.Mlp;
import io.otd.core.internal.output.Direct;
import io.otd.core.internal.output.Gaussian;
import io.otd.core.internal.output.GaussianMixture;
import io.otd.core.internal.output.OutputLaw;
import io.otd.core.internal.program.DrawRounds;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.light.internal.model.ArrayShape;
import io.otd.light.internal.model.FlowShape;
import io.otd.light.internal.model.ForestShape;
import io.otd.light.internal.model.LatentLaw;
import io.otd.light.internal.model.LawOfOutputs;
import io.otd.light.internal.model.LayeredShape;
import io.otd.light.internal.model.LightKind;
import io.otd.light.internal.model.LightMember;
import io.otd.light.internal.model.LightModel;
import io.otd.light.internal.model.NetworkShape;
import io.otd.light.internal.model.UnitFunction;
import java.util.ArrayList;
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
   * @throws IllegalStateException if the two disagree on the learned arrays
   */
  static LightModel of(TrainedModel trained, ExportDescription description, List<KindBank> banks) {
    DrawRounds rounds = trained.rounds(description.bank().size());
    List<LightKind> kinds = new ArrayList<>();
    for (int c = 0; c < banks.size(); c++) {
      kinds.add(kind(trained.components().get(c), rounds.count(c) * trained.size(), banks.get(c)));
    }
    return new LightModel(
        trained.schema(),
        description.levels(),
        trained.calibration(),
        trained.metrics(),
        kinds,
        rounds.components());
  }

  private static LightKind kind(Component component, int draws, KindBank bank) {
    ModelSpec spec = component.spec();
    NetworkShape network = network(spec);
    LatentLaw latents = latents(spec.masks());
    LawOfOutputs law = law(spec.law());
    requireSame(spec.parameters(), LightKind.shapes(network, latents, spec.width()));
    return new LightKind(
        spec.outputs(),
        network,
        latents,
        law,
        draws,
        component.members().stream().map(LightModels::member).toList(),
        bank.masks(),
        bank.noise());
  }

  private static void requireSame(List<Parameter> parameters, List<ArrayShape> shapes) {
    List<ArrayShape> expected =
        parameters.stream().map(p -> new ArrayShape(p.name(), p.size())).toList();
    if (!shapes.equals(expected)) {
      throw new IllegalStateException(
          "arrays of the light model: %s (expected: %s)".formatted(shapes, expected));
    }
  }

  private static LightMember member(Member member) {
    return new LightMember(member.spread().factor(), member.values().arrays());
  }

  private static NetworkShape network(ModelSpec spec) {
    if (spec.network() instanceof Mlp layers) {
      return layers(spec.inputs(), layers);
    } else if (spec.network() instanceof Forest forest) {
      return new ForestShape(
          spec.inputs(), forest.trees(), forest.nodes(), forest.depth(), forest.rows());
    }
    throw new IllegalStateException(spec.network() + ": no network of the light model");
  }

  private static LayeredShape layers(int inputs, Mlp network) {
    return new LayeredShape(
        inputs,
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
    } else if (law instanceof Uniform) {
      return new LatentLaw.Uniform();
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
