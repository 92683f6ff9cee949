// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterValues;
import io.otd.core.internal.layer.Precision;
import io.otd.core.internal.loss.EnergyScore;
import io.otd.core.internal.loss.KineticAction;
import io.otd.core.internal.loss.Loss;
import io.otd.core.internal.loss.NegativeLogLikelihood;
import io.otd.core.internal.loss.SquaredError;
import io.otd.core.internal.mask.Bernoulli;
import io.otd.core.internal.mask.ConcreteDropout;
import io.otd.core.internal.mask.ConcreteReference;
import io.otd.core.internal.mask.Deterministic;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.mask.Noise;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.optimizer.AdamW;
import io.otd.core.internal.optimizer.Optimizer;
import io.otd.core.internal.optimizer.ParameterAverage;
import io.otd.core.internal.output.Gaussian;
import io.otd.core.internal.output.GaussianMixture;
import io.otd.core.internal.output.OutputLaw;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Graph;
import org.tensorflow.GraphOperation;
import org.tensorflow.Operand;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.types.TFloat32;

/**
 * Some operations of TensorFlow have no gradient in Java, and some of these fail silently. So every
 * operation type in the training graphs is in one of two tables. A differentiated type is tested in
 * {@link OperationGradientsTest}; for any other, the table gives the reason.
 */
class DifferentiableOperationsTest {
  private static final String NOISE = "makes the noise, which no parameter changes";
  private static final Optimizer OPTIMIZER =
      new Optimizer(0.1, 1, AdamW.of(0.1), ParameterAverage.NONE);

  private static final String DATA = "picks rows of the data, coefficients or trajectory";
  private static final String SHAPES = "computes shapes for gradients";
  private static final String GRADIENT = "is itself part of a gradient";
  private static final String UNITS = "makes the unit vectors of the pair term, held constant";
  private static final String STEP = "is part of the optimiser's step or of the trace";

  /** Operation types that no gradient passes through, with the reason. */
  private static final Map<String, String> NOT_DIFFERENTIATED =
      Map.ofEntries(
          entry("AddN", GRADIENT),
          entry("Bitcast", NOISE),
          entry("BitwiseAnd", NOISE),
          entry("BitwiseXor", NOISE),
          entry("BroadcastGradientArgs", SHAPES),
          entry("Cast", "of counters, noise and ranks; of factors of products, see DenseTest"),
          entry("ClipByValue", NOISE),
          entry("ConcatOffset", SHAPES),
          entry("Const", "has no operands"),
          entry("DynamicStitch", SHAPES),
          entry("EluGrad", GRADIENT),
          entry("Erfinv", NOISE),
          entry("Fill", GRADIENT),
          entry("GatherV2", DATA),
          entry("Greater", "gives a truth value"),
          entry("Identity", "names the outputs of functions"),
          entry("InvertPermutation", SHAPES),
          entry("Less", NOISE),
          entry("Log1p", NOISE),
          entry("Max", "is taken out of a sum of exponentials, held constant"),
          entry("Maximum", STEP),
          entry("Mod", SHAPES),
          entry("OnesLike", GRADIENT),
          entry("Pack", STEP),
          entry("Pad", GRADIENT),
          entry("Prod", SHAPES),
          entry("Range", SHAPES),
          entry("Rank", SHAPES),
          entry("Reciprocal", GRADIENT),
          entry("ReluGrad", GRADIENT),
          entry("ReverseV2", UNITS),
          entry("RightShift", NOISE),
          entry("Rsqrt", UNITS),
          entry("Shape", SHAPES),
          entry("ShapeN", SHAPES),
          entry("SigmoidGrad", GRADIENT),
          entry("Sign", UNITS),
          entry("Size", SHAPES),
          entry("SoftplusGrad", GRADIENT),
          entry("SqrtGrad", GRADIENT),
          entry("Square", GRADIENT),
          entry("StatelessRandomUniformFullIntV2", NOISE),
          entry("StatelessWhile", "its gradient is the discrete adjoint, written out"),
          entry("StopGradient", "stops the gradient on purpose"),
          entry("TanhGrad", GRADIENT),
          entry("TensorScatterUpdate", "stores the trace and the trajectory"),
          entry("Tile", GRADIENT),
          entry("TopKV2", UNITS),
          entry("ZerosLike", "is zero whatever goes in"));

  private static final Set<String> IN_GRAPHS = new TreeSet<>();
  private static final Set<String> ON_PATHS = new TreeSet<>();

  /** Every variant of every family, at least once. */
  private static List<TrainingPlan> plans() {
    List<TrainingPlan> plans = new ArrayList<>();
    for (Activation activation : Activation.values()) {
      MaskLaw law = flow(activation, FlowSolver.HEUN, 2);
      plans.add(plan(activation, law, Backbone.TABULAR, new EnergyScore(4), 2, 3));
    }
    MaskLaw rolled = flow(Activation.TANH, FlowSolver.HEUN, 9);
    MaskLaw euler = flow(Activation.TANH, FlowSolver.EULER, 9);
    MaskLaw zero = flow(Activation.TANH, FlowSolver.EULER, 0);
    Activation tanh = Activation.TANH;
    plans.add(plan(tanh, rolled, Backbone.PLAIN, new EnergyScore(4), 1, 5));
    plans.add(plan(tanh, euler, Backbone.PLAIN, new SquaredError(2), 1, 5));
    plans.add(plan(tanh, zero, Backbone.PLAIN, new EnergyScore(1), 1, 5));
    Bernoulli perRow = new Bernoulli(0.1, false);
    plans.add(plan(tanh, perRow, Backbone.INVERTED, new EnergyScore(300), 1, 5));
    plans.add(plan(tanh, new Bernoulli(0.1, true), Backbone.TABULAR, new SquaredError(1), 1, 3));
    plans.add(plan(tanh, new Deterministic(), Backbone.PLAIN, new SquaredError(1), 3, 5));
    NegativeLogLikelihood likelihood = new NegativeLogLikelihood(1);
    plans.add(plan(tanh, new Deterministic(), new GaussianMixture(2), likelihood));
    plans.add(plan(tanh, new ConcreteDropout(.1, .1, 1), new Gaussian(), likelihood));
    plans.add(plan(tanh, zero, new Gaussian(), new EnergyScore(4)));
    plans.add(plan(tanh, Plans.lowLatent(2), Backbone.TABULAR, new EnergyScore(4), 1, 3));
    plans.add(Plans.plan(Plans.conditional(2), 5, 3));
    plans.add(wide().with(Precision.MIXED));
    return plans;
  }

  /** Wide enough for mixed precision. */
  private static TrainingPlan wide() {
    ModelSpec model =
        new ModelSpec(
            2,
            1,
            new MaskedMlp(
                List.of(32, 32), Activation.TANH, Initializer.HE_NORMAL, Backbone.TABULAR),
            new Bernoulli(0.1, false));
    return Plans.plan(model, 5, 3);
  }

  private static MaskLaw flow(Activation activation, FlowSolver solver, int steps) {
    return new Transported(
        ConcreteReference.UNIFORM,
        new Flow(new VelocityField(List.of(4), activation, Initializer.HE_NORMAL), solver, steps));
  }

  private static TrainingPlan plan(
      Activation activation, MaskLaw law, OutputLaw output, Loss loss) {
    ModelSpec model =
        new ModelSpec(
            2,
            2,
            new MaskedMlp(List.of(3, 3), activation, Initializer.HE_NORMAL, Backbone.TABULAR),
            law,
            output);
    return new TrainingPlan(model, loss, KineticAction.NONE, OPTIMIZER, BatchPlan.ofRows(5, 5));
  }

  private static TrainingPlan plan(
      Activation activation, MaskLaw law, Backbone backbone, Loss loss, int outputs, int batch) {
    ModelSpec model =
        new ModelSpec(
            2,
            outputs,
            new MaskedMlp(List.of(3, 3), activation, Initializer.HE_NORMAL, backbone),
            law);
    KineticAction action =
        law instanceof Transported ? new KineticAction(3, 0.1) : KineticAction.NONE;
    return new TrainingPlan(model, loss, action, OPTIMIZER, BatchPlan.ofRows(5, batch));
  }

  @BeforeAll
  static void readTheGraphs() {
    for (TrainingPlan plan : plans()) {
      try (ConcreteFunction function = new TrainingGraph(plan, 2, plan.rows()).build();
          Graph graph = new Graph()) {
        graph.attachFunction(function);
        for (FunctionDef f : graph.toGraphDef().getLibrary().getFunctionList()) {
          f.getNodeDefList().forEach(node -> IN_GRAPHS.add(node.getOp()));
        }
      }
      if (!rolled(plan)) {
        ON_PATHS.addAll(path(plan));
      }
    }
  }

  /** A rolled flow takes the steps of the unrolled one, inside a loop. */
  private static boolean rolled(TrainingPlan plan) {
    return plan.model().masks() instanceof Transported law && law.flow().steps() > 8;
  }

  /** Operation types between the parameters and the objective. */
  private static Set<String> path(TrainingPlan plan) {
    try (Graph graph = new Graph()) {
      Ops tf = Ops.create(graph);
      List<Parameter> parameters = plan.model().parameters();
      List<Operand<TFloat32>> values = new ArrayList<>();
      for (Parameter p : parameters) {
        values.add(tf.placeholder(TFloat32.class, Placeholder.shape(Shape.of(p.dimensions()))));
      }
      Noise constant = (ops, axis, shape) -> ops.fill(ops.constant(shape), ops.constant(0.3f));
      Objective objective =
          Objective.add(
              tf,
              plan,
              ParameterValues.of(parameters, values),
              new ModelNoise(constant, constant),
              tf.zeros(tf.constant(new int[] {plan.batches().batchRows(), 2}), TFloat32.class),
              tf.zeros(
                  tf.constant(new int[] {plan.batches().batchRows(), plan.model().outputs()}),
                  TFloat32.class),
              tf.fill(tf.constant(new int[] {plan.batches().batchRows()}), tf.constant(1f)),
              tf.fill(tf.constant(new int[] {plan.batches().batchRows()}), tf.constant(1f)));
      Map<String, NodeDef> nodes = new LinkedHashMap<>();
      graph.toGraphDef().getNodeList().forEach(node -> nodes.put(node.getName(), node));
      Set<String> ahead = ahead(graph, nodes, names(values));
      Set<String> found =
          behind(
              nodes,
              ahead,
              names(List.of(objective.fit(), objective.dispersion(), objective.action())));
      found.removeAll(names(values));
      Set<String> types = new TreeSet<>();
      found.forEach(name -> types.add(nodes.get(name).getOp()));
      return types;
    }
  }

  private static Set<String> names(List<Operand<TFloat32>> operands) {
    Set<String> names = new HashSet<>();
    operands.forEach(o -> names.add(o.op().name()));
    return names;
  }

  /** Operations that depend on the parameters, through floats and without a stopped gradient. */
  private static Set<String> ahead(Graph graph, Map<String, NodeDef> nodes, Set<String> from) {
    Set<String> found = new HashSet<>(from);
    int before;
    do {
      before = found.size();
      for (NodeDef node : nodes.values()) {
        if (!node.getOp().equals("StopGradient")
            && giveFloats(graph.operation(node.getName()))
            && node.getInputList().stream().anyMatch(i -> found.contains(source(i)))) {
          found.add(node.getName());
        }
      }
    } while (found.size() > before);
    return found;
  }

  private static boolean giveFloats(GraphOperation operation) {
    return operation.numOutputs() > 0 && TFloat32.class.equals(operation.output(0).type());
  }

  private static Set<String> behind(
      Map<String, NodeDef> nodes, Set<String> among, Set<String> outputs) {
    Set<String> found = new HashSet<>(outputs);
    found.retainAll(among);
    Deque<String> open = new ArrayDeque<>(found);
    while (!open.isEmpty()) {
      for (String input : nodes.get(open.pop()).getInputList()) {
        if (among.contains(source(input)) && found.add(source(input))) {
          open.add(source(input));
        }
      }
    }
    return found;
  }

  private static String source(String input) {
    return input.replaceFirst("^\\^", "").replaceFirst(":[0-9]+$", "");
  }

  @Test
  void every_operation_type_in_the_training_graphs_is_listed_in_a_table() {
    Set<String> known = new TreeSet<>(DifferentiatedOperations.BY_TYPE.keySet());
    known.addAll(NOT_DIFFERENTIATED.keySet());
    assertThat(IN_GRAPHS).as("types in the graphs and in the tables").isEqualTo(known);
    assertThat(DifferentiatedOperations.BY_TYPE.keySet())
        .doesNotContainAnyElementsOf(NOT_DIFFERENTIATED.keySet());
  }

  @Test
  void all_operations_between_parameters_and_objective_are_differentiated() {
    Set<String> expected = new TreeSet<>(DifferentiatedOperations.BY_TYPE.keySet());
    expected.add("ZerosLike"); // the absent dispersion of a single draw
    assertThat(ON_PATHS).isEqualTo(expected);
  }
}
