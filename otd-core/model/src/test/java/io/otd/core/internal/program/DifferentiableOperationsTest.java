// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.program;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.graph.Gradients;
import io.otd.core.internal.graph.GraphRun;
import io.otd.core.internal.graph.Tensors;
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
import io.otd.core.internal.optimizer.Optimizer;
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
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tensorflow.ConcreteFunction;
import org.tensorflow.Graph;
import org.tensorflow.GraphOperation;
import org.tensorflow.Operand;
import org.tensorflow.Result;
import org.tensorflow.Session;
import org.tensorflow.Tensor;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.op.Ops;
import org.tensorflow.op.core.Placeholder;
import org.tensorflow.op.core.Squeeze;
import org.tensorflow.proto.FunctionDef;
import org.tensorflow.proto.NodeDef;
import org.tensorflow.types.TFloat32;

/**
 * Some operations of TensorFlow have no gradient here, and some of those go wrong in silence. So
 * every type of operation in the training graphs stands in one of two tables: differentiated, and
 * then it is differentiated below; or not, and then the reason is given.
 */
class DifferentiableOperationsTest {
  /** One use of each type, of a vector of six. */
  private static final Map<String, BiFunction<Ops, Operand<TFloat32>, Operand<TFloat32>>>
      DIFFERENTIATED =
          Map.ofEntries(
              entry("Abs", (tf, x) -> tf.math.abs(x)),
              entry("Add", (tf, x) -> tf.math.add(x, twoRows(tf, x))),
              entry("ConcatV2", (tf, x) -> twoRows(tf, x)),
              entry("Div", (tf, x) -> tf.math.div(twoRows(tf, x), x)),
              entry("Elu", (tf, x) -> tf.nn.elu(x)),
              entry("Erf", (tf, x) -> tf.math.erf(x)),
              entry("Exp", (tf, x) -> tf.math.exp(x)),
              entry("ExpandDims", (tf, x) -> tf.expandDims(x, tf.constant(1))),
              entry("Log", (tf, x) -> tf.math.log(tf.math.add(tf.constant(2f), tf.math.mul(x, x)))),
              entry("MatMul", (tf, x) -> tf.linalg.matMul(twoRows(tf, x), transposed(tf, x))),
              entry("Mean", (tf, x) -> tf.math.mean(twoRows(tf, x), tf.constant(0))),
              entry("Mul", (tf, x) -> tf.math.mul(x, twoRows(tf, x))),
              entry("Neg", (tf, x) -> tf.math.neg(x)),
              entry(
                  "PadV2",
                  (tf, x) -> tf.pad(x, tf.constant(new int[][] {{1, 2}}), tf.constant(.5f))),
              entry("Relu", (tf, x) -> tf.nn.relu(x)),
              entry("Reshape", (tf, x) -> tf.reshape(x, tf.constant(new int[] {2, 3}))),
              entry(
                  "SelectV2",
                  (tf, x) ->
                      tf.select(
                          tf.math.greater(x, tf.constant(0f)), tf.math.mul(x, x), tf.constant(1f))),
              entry("Sigmoid", (tf, x) -> tf.math.sigmoid(x)),
              entry(
                  "Slice",
                  (tf, x) -> tf.slice(x, tf.constant(new int[] {2}), tf.constant(new int[] {3}))),
              entry("Softplus", (tf, x) -> tf.math.softplus(x)),
              entry("Sqrt", (tf, x) -> tf.math.sqrt(tf.math.mul(x, x))),
              entry(
                  "Squeeze",
                  (tf, x) ->
                      tf.squeeze(tf.expandDims(x, tf.constant(1)), Squeeze.axis(List.of(1L)))),
              entry("Sub", (tf, x) -> tf.math.sub(twoRows(tf, x), x)),
              entry("Sum", (tf, x) -> tf.reduceSum(twoRows(tf, x), tf.constant(1))),
              entry("Tanh", (tf, x) -> tf.math.tanh(x)),
              entry("Transpose", DifferentiableOperationsTest::transposed));

  private static final String NOISE = "makes the noise, which no parameter changes";
  private static final String DATA = "picks rows of the data, coefficients or trajectory";
  private static final String SHAPES = "computes shapes for gradients";
  private static final String GRADIENT = "is itself part of a gradient";
  private static final String UNITS = "makes the unit vectors of the pair term, held constant";
  private static final String STEP = "is part of the optimiser's step or of the trace";

  /** Types that no gradient passes through, and why not. */
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

  private static Operand<TFloat32> twoRows(Ops tf, Operand<TFloat32> x) {
    Operand<TFloat32> more = tf.math.sub(tf.constant(0.5f), tf.math.mul(x, x));
    return tf.concat(
        List.of(tf.expandDims(x, tf.constant(0)), tf.expandDims(more, tf.constant(0))),
        tf.constant(0));
  }

  private static Operand<TFloat32> transposed(Ops tf, Operand<TFloat32> x) {
    return tf.linalg.transpose(twoRows(tf, x), tf.constant(new int[] {1, 0}));
  }

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
    return new TrainingPlan(model, loss, KineticAction.NONE, 0.1, Optimizer.adamW(0.1), 1, 5, 5);
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
    return new TrainingPlan(model, loss, action, 0.1, Optimizer.adamW(0.1), 1, 5, batch);
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

  /** Types between the parameters and what is minimised. */
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

  /** What the parameters change, through floats and no stopped gradient. */
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
  void every_type_in_the_training_graphs_is_in_one_of_the_tables() {
    Set<String> known = new TreeSet<>(DIFFERENTIATED.keySet());
    known.addAll(NOT_DIFFERENTIATED.keySet());
    assertThat(IN_GRAPHS).as("types in the graphs and in the tables").isEqualTo(known);
    assertThat(DIFFERENTIATED.keySet()).doesNotContainAnyElementsOf(NOT_DIFFERENTIATED.keySet());
  }

  @Test
  void what_lies_between_parameters_and_objective_is_differentiated() {
    Set<String> expected = new TreeSet<>(DIFFERENTIATED.keySet());
    expected.add("ZerosLike"); // the absent dispersion of a single draw
    assertThat(ON_PATHS).isEqualTo(expected);
  }

  static Stream<String> types() {
    return DIFFERENTIATED.keySet().stream().sorted();
  }

  /** At step 1/64 the differences are off by 1/24,000 of the third derivative, and by rounding. */
  @ParameterizedTest
  @MethodSource("types")
  void the_gradient_of_each_type_meets_central_differences(String type) {
    float[] at = {-1.3f, -0.45f, 0.3f, 0.8f, 1.7f, 2.1f};
    try (Graph graph = new Graph();
        Session session = new Session(graph)) {
      Ops tf = Ops.create(graph);
      Operand<TFloat32> x = tf.placeholder(TFloat32.class, Placeholder.shape(Shape.of(6)));
      Operand<TFloat32> sum = weighted(tf, DIFFERENTIATED.get(type).apply(tf, x));
      assertThat(graph.toGraphDef().getNodeList()).extracting(NodeDef::getOp).contains(type);
      Operand<TFloat32> gradient =
          Gradients.of(tf, List.of(sum), List.of(tf.constant(1f)), List.of(x), List.of("x")).get(0);
      float[] got = run(session, x, gradient, at);
      float step = 1 / 64f;
      for (int i = 0; i < at.length; i++) {
        float[] up = at.clone();
        float[] down = at.clone();
        up[i] += step;
        down[i] -= step;
        float difference =
            (run(session, x, sum, up)[0] - run(session, x, sum, down)[0]) / (up[i] - down[i]);
        assertThat(got[i])
            .as("%s, element %d", type, i)
            .isCloseTo(difference, within(2e-3f * Math.max(1, Math.abs(difference))));
      }
    }
  }

  /** A sum with weights that all differ, so that an adjoint in the wrong place shows. */
  private static Operand<TFloat32> weighted(Ops tf, Operand<TFloat32> y) {
    int size = (int) y.shape().size();
    float[] weights = new float[size];
    for (int i = 0; i < size; i++) {
      weights[i] = (float) Math.cos(1.1 * i) + 0.1f * i;
    }
    Operand<TFloat32> flat = tf.reshape(y, tf.constant(new int[] {size}));
    return tf.reduceSum(tf.math.mul(flat, GraphRun.constant(tf, weights, size)), tf.constant(0));
  }

  private static float[] run(
      Session session, Operand<TFloat32> x, Operand<TFloat32> fetched, float[] at) {
    try (Tensor value = Tensors.of(at, at.length);
        Result result = session.runner().feed(x, value).fetch(fetched).run()) {
      return Tensors.floats(result.get(0));
    }
  }
}
