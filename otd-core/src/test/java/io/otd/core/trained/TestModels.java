package io.otd.core.trained;

import io.otd.core.calibration.Calibration;
import io.otd.core.calibration.SpreadCalibration;
import io.otd.core.flow.Flow;
import io.otd.core.flow.FlowSolver;
import io.otd.core.flow.VelocityField;
import io.otd.core.layer.Activation;
import io.otd.core.layer.Initializer;
import io.otd.core.layer.Parameter;
import io.otd.core.mask.Bernoulli;
import io.otd.core.mask.ConcreteReference;
import io.otd.core.mask.Deterministic;
import io.otd.core.mask.MaskLaw;
import io.otd.core.mask.Transported;
import io.otd.core.model.ModelSpec;
import io.otd.core.model.Weights;
import io.otd.core.network.Backbone;
import io.otd.core.network.MaskedMlp;
import io.otd.core.schema.Standardization;
import io.otd.core.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Models with small random weights, for tests that need a model but no training. The velocity is
 * large enough that the transported masks differ visibly from the reference.
 */
@SuppressWarnings("ImmutableEnumChecker") // specifications are records of values
public enum TestModels {
  /** Plain network, four Euler steps, one output, awkward column names. */
  EULER(3, 1, List.of(16, 12), Backbone.PLAIN, transported(FlowSolver.EULER, 4), 1),
  /** All backbone options, twenty Heun steps (a loop), spread calibrated. */
  HEUN(4, 1, List.of(16, 16), Backbone.TABULAR, transported(FlowSolver.HEUN, 20), 1.5),
  /** Two outputs, all backbone options, spread calibrated. */
  TWO_OUTPUTS(5, 2, List.of(24, 24, 24), Backbone.TABULAR, transported(FlowSolver.EULER, 4), 0.7),
  /** Monte Carlo dropout with masks for each row. */
  DROPOUT(3, 1, List.of(16, 12), Backbone.INVERTED, new Bernoulli(0.2, false), 1),
  /** The plain network. */
  DETERMINISTIC(3, 1, List.of(16, 12), Backbone.PLAIN, new Deterministic(), 1);

  private final int inputs;
  private final int outputs;
  private final MaskedMlp network;
  private final MaskLaw masks;
  private final double spread;

  TestModels(
      int inputs,
      int outputs,
      List<Integer> hidden,
      Backbone backbone,
      MaskLaw masks,
      double spread) {
    this.inputs = inputs;
    this.outputs = outputs;
    this.network = new MaskedMlp(hidden, Activation.GELU_TANH, Initializer.HE_NORMAL, backbone);
    this.masks = masks;
    this.spread = spread;
  }

  private static MaskLaw transported(FlowSolver solver, int steps) {
    return new Transported(
        new ConcreteReference(0.5, 1),
        new Flow(
            new VelocityField(List.of(8, 8), Activation.GELU_TANH, Initializer.HE_NORMAL),
            solver,
            steps));
  }

  /** The specification. */
  public ModelSpec spec() {
    return new ModelSpec(inputs, outputs, network, masks);
  }

  /** The model. */
  public TrainedModel model() {
    return new TrainedModel(
        spec(),
        new TableSchema(columns("in", inputs), columns("out", outputs)),
        scaling(inputs, 3),
        scaling(outputs, 40),
        Calibration.of(new SpreadCalibration(spread)),
        weights(spec(), name().hashCode()),
        20240607L,
        Map.of("test.rmse", 1.25),
        provenance());
  }

  /** Names as tables have them: blanks, brackets, a digit first, a Python keyword. */
  private static List<String> columns(String prefix, int count) {
    List<String> awkward = List.of("Cement (kg/m^3)", "2nd " + prefix, "class", "age_bytes", "x");
    return java.util.stream.IntStream.range(0, count)
        .mapToObj(j -> prefix.equals("in") ? awkward.get(j) : "target " + j)
        .toList();
  }

  private static Standardization scaling(int columns, double size) {
    List<Double> mean = new ArrayList<>();
    List<Double> scale = new ArrayList<>();
    for (int j = 0; j < columns; j++) {
      mean.add(size * (j - 1.3));
      scale.add(size / 4 + j);
    }
    return new Standardization(mean, scale);
  }

  /** Kernels of variance {@code 2 / fan_in}, biases of standard deviation 0.3. */
  public static Weights weights(ModelSpec spec, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
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

  /**
   * Rows spread over the training range.
   *
   * @param count n
   * @return {@code [n][d_x]}, in the columns' units
   */
  public float[][] rows(int count) {
    Standardization scaling = model().inputScaling();
    SplittableRandom random = new SplittableRandom(99);
    float[][] rows = new float[count][inputs];
    for (float[] row : rows) {
      for (int j = 0; j < inputs; j++) {
        row[j] = (float) scaling.restore(j, random.nextDouble(-2, 2));
      }
    }
    return rows;
  }
}
