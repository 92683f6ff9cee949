package io.otd.app.bench;

import io.otd.core.calibration.Calibration;
import io.otd.core.flow.Flow;
import io.otd.core.flow.FlowSolver;
import io.otd.core.flow.VelocityField;
import io.otd.core.layer.Activation;
import io.otd.core.layer.InitialValues;
import io.otd.core.layer.Initializer;
import io.otd.core.mask.ConcreteReference;
import io.otd.core.mask.Transported;
import io.otd.core.model.ModelSpec;
import io.otd.core.model.Weights;
import io.otd.core.network.Backbone;
import io.otd.core.network.MaskedMlp;
import io.otd.core.provenance.Provenance;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.core.trained.TrainedMember;
import io.otd.core.trained.TrainedModel;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.serve.OtdPredictor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * Times the predictor on the way a service takes: an exported SavedModel of 8 columns and two
 * layers of 64, opened and asked for whole predictions.
 *
 * @param nanoTime a clock of steady nanoseconds
 */
public record PredictionBenchmark(LongSupplier nanoTime) {
  static final int COLUMNS = 8;
  private static final int WARM_UP = 20;

  /**
   * What was measured.
   *
   * @param draws S of the model
   * @param rows of a request
   * @param millisBest a request, best
   * @param millisMedian a request, median
   * @param rowsPerSecond at the median
   * @param drawsPerSecond at the median
   */
  public record Measured(
      int draws,
      int rows,
      double millisBest,
      double millisMedian,
      double rowsPerSecond,
      double drawsPerSecond) {}

  /**
   * Times requests of several sizes.
   *
   * @param directory not there yet, for the exported model
   * @param draws S
   * @param rows of the requests
   * @param requests timed requests of each size, at least 1
   * @throws IOException if the model cannot be written or read
   */
  public List<Measured> run(Path directory, int draws, List<Integer> rows, int requests)
      throws IOException {
    SavedModelExporter.export(model(), directory, ExportOptions.DEFAULT.withBank(draws));
    List<Measured> results = new ArrayList<>();
    try (OtdPredictor predictor = OtdPredictor.open(directory)) {
      for (int n : rows) {
        results.add(measure(predictor, n, requests));
      }
    }
    return results;
  }

  private Measured measure(OtdPredictor predictor, int rows, int requests) {
    float[] x = rows(rows);
    for (int i = 0; i < WARM_UP; i++) {
      predictor.predict(x, rows);
    }
    double[] millis = new double[requests];
    for (int i = 0; i < requests; i++) {
      long from = nanoTime.getAsLong();
      predictor.predict(x, rows);
      millis[i] = (nanoTime.getAsLong() - from) / 1e6;
    }
    Arrays.sort(millis);
    double median = millis[requests / 2];
    double perSecond = rows / median * 1000;
    return new Measured(
        predictor.draws(), rows, millis[0], median, perSecond, perSecond * predictor.draws());
  }

  /** Rows for the model, from -1 to 1. */
  static float[] rows(int rows) {
    SplittableRandom random = new SplittableRandom(rows);
    float[] x = new float[rows * COLUMNS];
    for (int i = 0; i < x.length; i++) {
      x[i] = (float) (random.nextDouble() * 2 - 1);
    }
    return x;
  }

  /** The model, with parameters as they are drawn for training. */
  static TrainedModel model() {
    ModelSpec spec =
        new ModelSpec(
            COLUMNS,
            1,
            new MaskedMlp(
                List.of(64, 64), Activation.GELU_TANH, Initializer.HE_NORMAL, Backbone.TABULAR),
            new Transported(
                ConcreteReference.UNIFORM,
                new Flow(
                    new VelocityField(List.of(32, 32), Activation.GELU_TANH, Initializer.HE_NORMAL),
                    FlowSolver.EULER,
                    4)));
    List<NumericInput> columns =
        IntStream.range(0, COLUMNS).mapToObj(i -> NumericInput.plain("x" + i)).toList();
    return new TrainedModel(
        spec,
        new TableSchema(List.copyOf(columns), List.of(TargetColumn.plain("y"))),
        Calibration.NONE,
        List.of(
            TrainedMember.of(
                new Weights(spec.parameters(), InitialValues.draw(spec.parameters(), 0)))),
        0,
        Map.of(),
        new Provenance("none", "benchmark", "none", "none", "none", "none", "none", Map.of()));
  }
}
