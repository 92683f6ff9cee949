// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.calibration.SpreadCalibration;
import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.mask.Bernoulli;
import io.otd.core.internal.mask.ConcreteDropout;
import io.otd.core.internal.mask.ConcreteReference;
import io.otd.core.internal.mask.Deterministic;
import io.otd.core.internal.mask.Lift;
import io.otd.core.internal.mask.LowLatent;
import io.otd.core.internal.mask.MaskLaw;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.model.Weights;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.ConditionalMlp;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.network.Mlp;
import io.otd.core.internal.network.PredictiveNetwork;
import io.otd.core.internal.output.Direct;
import io.otd.core.internal.output.Gaussian;
import io.otd.core.internal.output.GaussianMixture;
import io.otd.core.internal.output.OutputLaw;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.core.schema.TextInput;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Models with small random weights, for tests that need a model but no training. The velocity is
 * large enough that the transported masks differ visibly from the reference.
 */
@SuppressWarnings("ImmutableEnumChecker") // specifications are plain value records
public enum TestModels {
  /** Plain network, four Euler steps, one output, awkward column names. */
  EULER(
      TestSchemas.numeric(3, 1),
      List.of(16, 12),
      Backbone.PLAIN,
      transported(FlowSolver.EULER, 4),
      1),
  /** All backbone options, twenty Heun steps (a loop), spread calibrated. */
  HEUN(
      TestSchemas.numeric(4, 1),
      List.of(16, 16),
      Backbone.TABULAR,
      transported(FlowSolver.HEUN, 20),
      1.5),
  /** Two outputs, all backbone options, spread calibrated. */
  TWO_OUTPUTS(
      TestSchemas.numeric(5, 2),
      List.of(24, 24, 24),
      Backbone.TABULAR,
      transported(FlowSolver.EULER, 4),
      0.7),
  /** Monte Carlo dropout with masks for each row. */
  DROPOUT(
      TestSchemas.numeric(3, 1), List.of(16, 12), Backbone.INVERTED, new Bernoulli(0.2, false), 1),
  /** The plain network. */
  DETERMINISTIC(TestSchemas.numeric(3, 1), List.of(16, 12), Backbone.PLAIN, new Deterministic(), 1),
  /** A Gaussian for each row, spread calibrated. */
  GAUSSIAN(
      TestSchemas.numeric(3, 1),
      List.of(16, 12),
      Backbone.PLAIN,
      new Deterministic(),
      1.4,
      new Gaussian(),
      1),
  /** A mixture density network of two outputs. */
  MIXTURE(
      TestSchemas.numeric(3, 2),
      List.of(12, 12),
      Backbone.TABULAR,
      new Deterministic(),
      1,
      new GaussianMixture(3),
      1),
  /** Concrete Dropout with a Gaussian for each row. */
  CONCRETE_DROPOUT(
      TestSchemas.numeric(3, 1),
      List.of(16, 12),
      Backbone.PLAIN,
      new ConcreteDropout(.1, .1, 1e-4),
      1,
      new Gaussian(),
      1),
  /** Three networks of OTD, with the spread of each and of the pool calibrated. */
  OTD_ENSEMBLE(
      TestSchemas.numeric(3, 1),
      List.of(8, 8),
      Backbone.TABULAR,
      transported(FlowSolver.EULER, 2),
      1.2,
      new Direct(),
      3),
  /** Two networks that give a Gaussian for each row, two outputs, the spread of each calibrated. */
  DEEP_ENSEMBLE(
      TestSchemas.numeric(3, 2),
      List.of(12, 8),
      Backbone.PLAIN,
      new Deterministic(),
      1,
      new Gaussian(),
      2),
  /** Two networks of low-latent OTD, the spread of each calibrated. */
  LOW_LATENT(
      TestSchemas.numeric(3, 1),
      masked(List.of(12, 12), Backbone.TABULAR),
      new LowLatent(
          3,
          transported(FlowSolver.EULER, 4),
          new Lift(List.of(6), Activation.GELU_TANH, Initializer.HE_NORMAL)),
      1,
      new Direct(),
      2),
  /** Conditional OTD, two outputs, twelve Heun steps (a loop), spread calibrated. */
  CONDITIONAL(
      TestSchemas.numeric(3, 2),
      new ConditionalMlp(
          4,
          List.of(12, 12),
          Activation.GELU_TANH,
          Initializer.HE_NORMAL,
          new Backbone(false, true, true)),
      transported(FlowSolver.HEUN, 12),
      1.3,
      new Direct(),
      1),
  /** Every kind of column and of target transform. */
  MIXED(
      TestSchemas.MIXED, List.of(16, 16), Backbone.TABULAR, transported(FlowSolver.EULER, 4), 1.2),
  /** A pool of two kinds with two networks each: OTD, and a mixture density network. */
  POOL(
      TestSchemas.numeric(3, 2),
      List.of(10, 10),
      Backbone.TABULAR,
      transported(FlowSolver.EULER, 2),
      1.2,
      new Direct(),
      2),
  /** A pool of three kinds with two members each: OTD, a forest, and boosted trees. */
  FOREST(
      TestSchemas.numeric(3, 2),
      List.of(10, 10),
      Backbone.TABULAR,
      transported(FlowSolver.EULER, 2),
      1.2,
      new Direct(),
      2),
  /** Text columns only. */
  TEXTS(TestSchemas.TEXTS, List.of(16, 12), Backbone.PLAIN, transported(FlowSolver.EULER, 4), 1);

  private final TableSchema schema;
  private final PredictiveNetwork network;
  private final MaskLaw masks;
  private final double spread;
  private final OutputLaw law;
  private final int members;

  TestModels(
      TableSchema schema, List<Integer> hidden, Backbone backbone, MaskLaw masks, double spread) {
    this(schema, hidden, backbone, masks, spread, new Direct(), 1);
  }

  TestModels(
      TableSchema schema,
      List<Integer> hidden,
      Backbone backbone,
      MaskLaw masks,
      double spread,
      OutputLaw law,
      int members) {
    this(schema, masked(hidden, backbone), masks, spread, law, members);
  }

  TestModels(
      TableSchema schema,
      PredictiveNetwork network,
      MaskLaw masks,
      double spread,
      OutputLaw law,
      int members) {
    this.schema = schema;
    this.network = network;
    this.masks = masks;
    this.spread = spread;
    this.law = law;
    this.members = members;
  }

  private static MaskedMlp masked(List<Integer> hidden, Backbone backbone) {
    return new MaskedMlp(hidden, Activation.GELU_TANH, Initializer.HE_NORMAL, backbone);
  }

  private static Transported transported(FlowSolver solver, int steps) {
    return new Transported(
        new ConcreteReference(0.5, 1),
        new Flow(
            new VelocityField(List.of(8, 8), Activation.GELU_TANH, Initializer.HE_NORMAL),
            solver,
            steps));
  }

  /** The specification; of a pool, that of its first kind. */
  public ModelSpec spec() {
    return new ModelSpec(schema.width(), schema.targets().size(), network, masks, law);
  }

  /** The model. */
  public TrainedModel model() {
    return new TrainedModel(
        components(),
        schema,
        Calibration.of(new SpreadCalibration(spread)),
        20240607L,
        Map.of("test.rmse", 1.25),
        provenance());
  }

  /** A model of any columns, with one target: a plain network. */
  public static TrainedModel of(TableSchema schema) {
    ModelSpec spec =
        new ModelSpec(
            schema.width(),
            1,
            masked(List.of(24, 16), Backbone.PLAIN),
            transported(FlowSolver.EULER, 2),
            new Direct());
    Member member = new Member(weights(spec, 12), SpreadCalibration.NONE);
    return new TrainedModel(
        List.of(Component.only(spec, List.of(member))),
        schema,
        Calibration.of(SpreadCalibration.NONE),
        20240607L,
        Map.of(),
        provenance());
  }

  /** The same with other targets. */
  public TrainedModel withTargets(UnaryOperator<TargetColumn> change) {
    TrainedModel model = model();
    return new TrainedModel(
        model.components(),
        new TableSchema(schema.inputs(), schema.targets().stream().map(change).toList()),
        model.calibration(),
        model.seed(),
        model.metrics(),
        model.provenance());
  }

  private List<Component> components() {
    if (this == FOREST) {
      return List.of(
          component("otd", spec(), .5, 0),
          component("extra-trees", RandomTrees.forest(spec()), .25, members),
          component("boosted-trees", RandomTrees.boosted(spec()), .25, 2 * members));
    } else if (this != POOL) {
      return List.of(Component.only(spec(), members(spec(), 0)));
    }
    ModelSpec mixture =
        new ModelSpec(
            spec().inputs(),
            spec().outputs(),
            masked(List.of(10), Backbone.PLAIN),
            new Deterministic(),
            new GaussianMixture(2));
    return List.of(component("otd", spec(), .625, 0), component("mdn", mixture, .375, members));
  }

  private Component component(String name, ModelSpec spec, double weight, int first) {
    return new Component(name, spec, weight, members(spec, first));
  }

  private List<Member> members(ModelSpec spec, int first) {
    return IntStream.range(first, first + members).mapToObj(m -> member(spec, m)).toList();
  }

  private Member member(ModelSpec spec, int number) {
    return new Member(
        weights(spec, name().hashCode() + number),
        members == 1 ? SpreadCalibration.NONE : new SpreadCalibration(0.6 + 0.4 * number));
  }

  /** Kernels of variance {@code 2 / fan_in}, biases of standard deviation 0.3; random trees. */
  public static Weights weights(ModelSpec spec, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    if (!(spec.network() instanceof Mlp)) {
      return RandomTrees.weights(spec, random);
    }
    List<float[]> arrays = new ArrayList<>();
    for (Parameter p : spec.parameters()) {
      double sd = p.shape().size() == 2 ? Math.sqrt(2.0 / p.shape().get(0)) : 0.3;
      float[] values = new float[p.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = (float) (sd * random.nextGaussian());
      }
      arrays.add(values);
    }
    return new Weights(spec.parameters(), arrays);
  }

  private static Provenance provenance() {
    return new Provenance(
        "2026-01-01T00:00:00Z", "0.1.0", "2.18.0", "17", "none", "unknown", "none", Map.of());
  }

  /** Whether every column is numeric. */
  public boolean numeric() {
    return schema.text().isEmpty();
  }

  /**
   * Numeric cells of rows spread over the training range.
   *
   * @param count n
   * @return {@code [n][columns of numbers]}, in the columns' units
   */
  public float[][] rows(int count) {
    List<NumericInput> columns = schema.numeric();
    SplittableRandom random = new SplittableRandom(99);
    float[][] rows = new float[count][columns.size()];
    for (float[] row : rows) {
      for (int j = 0; j < row.length; j++) {
        row[j] = (float) columns.get(j).restore(random.nextDouble(-2, 2));
      }
    }
    return rows;
  }

  /**
   * Text cells of the same number of rows.
   *
   * @param count n
   * @return {@code [n][columns of texts]}
   */
  public List<List<String>> texts(int count) {
    SplittableRandom random = new SplittableRandom(77);
    List<List<String>> rows = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      List<String> row = new ArrayList<>();
      for (TextInput column : schema.text()) {
        row.add(column.examples().get(random.nextInt(column.examples().size())));
      }
      rows.add(List.copyOf(row));
    }
    return rows;
  }

  /**
   * The same rows by column name.
   *
   * @param count n
   */
  public List<Map<String, Object>> named(int count) {
    float[][] numbers = rows(count);
    List<List<String>> texts = texts(count);
    List<Map<String, Object>> named = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Map<String, Object> row = new HashMap<>();
      for (int j = 0; j < numbers[i].length; j++) {
        row.put(schema.numeric().get(j).name(), numbers[i][j]);
      }
      for (int j = 0; j < texts.get(i).size(); j++) {
        row.put(schema.text().get(j).name(), texts.get(i).get(j));
      }
      named.add(row);
    }
    return named;
  }

  /**
   * The largest size, in the units of a target, of one unit of the network's scale.
   *
   * @param draws in its units
   */
  public double unit(int target, double... draws) {
    TargetColumn column = schema.targets().get(target);
    return Arrays.stream(draws).map(column::unit).max().orElseThrow();
  }
}
