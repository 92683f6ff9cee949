// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.flow.Flow;
import io.otd.core.internal.flow.FlowSolver;
import io.otd.core.internal.flow.VelocityField;
import io.otd.core.internal.layer.Activation;
import io.otd.core.internal.layer.InitialValues;
import io.otd.core.internal.layer.Initializer;
import io.otd.core.internal.mask.ConcreteReference;
import io.otd.core.internal.mask.Transported;
import io.otd.core.internal.model.Member;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.model.Weights;
import io.otd.core.internal.network.Backbone;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.predict.Predictor;
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
 * Times predictors in the way a service uses them: an exported SavedModel of 8 columns and two
 * layers of 64 is opened and computes whole predictions.
 */
public final class PredictionBenchmark {
  static final int COLUMNS = 8;
  private static final int WARM_UP = 50;

  private final LongSupplier nanoTime;

  /**
   * Measures by a clock.
   *
   * @param nanoTime a clock of steady nanoseconds
   */
  public PredictionBenchmark(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * The measurement.
   *
   * @param engine what computed
   * @param draws S of the model
   * @param rows of a request
   * @param millisBest a request, best
   * @param millisMedian a request, median
   * @param rowsPerSecond at the median
   * @param drawsPerSecond at the median
   */
  public record Measured(
      PredictionEngine engine,
      int draws,
      int rows,
      @JsonProperty("ms_best") double millisBest,
      @JsonProperty("ms_median") double millisMedian,
      @JsonProperty("rows_per_s") double rowsPerSecond,
      @JsonProperty("draws_per_s") double drawsPerSecond) {}

  /**
   * Times requests of several sizes, the engines in turn at each request.
   *
   * @param directory not there yet, for the exported model
   * @param draws S
   * @param rows of the requests
   * @param requests timed requests of each size, at least 1
   * @param engines that compute, at least one
   * @throws IOException if the model cannot be written or read
   */
  public List<Measured> run(
      Path directory, int draws, List<Integer> rows, int requests, List<PredictionEngine> engines)
      throws IOException {
    SavedModelExporter.export(model(), directory, ExportOptions.DEFAULT.withBank(draws));
    List<Predictor> predictors = new ArrayList<>();
    try {
      for (PredictionEngine engine : engines) {
        predictors.add(engine.open(directory, rows));
      }
      List<Measured> results = new ArrayList<>();
      for (int n : rows) {
        double[][] millis = measure(predictors, n, requests);
        for (int e = 0; e < millis.length; e++) {
          results.add(measured(engines.get(e), draws, n, millis[e]));
        }
      }
      return results;
    } finally {
      predictors.forEach(Predictor::close);
    }
  }

  /** Times of requests in ascending order, {@code [engine][request]}. */
  private double[][] measure(List<Predictor> predictors, int rows, int requests) {
    float[] x = rows(rows);
    for (Predictor predictor : predictors) {
      for (int i = 0; i < WARM_UP; i++) {
        predictor.predict(x, rows);
      }
    }
    double[][] millis = new double[predictors.size()][requests];
    for (int i = 0; i < requests; i++) {
      for (int e = 0; e < millis.length; e++) {
        long from = nanoTime.getAsLong();
        predictors.get(e).predict(x, rows);
        millis[e][i] = (nanoTime.getAsLong() - from) / 1e6;
      }
    }
    for (double[] each : millis) {
      Arrays.sort(each);
    }
    return millis;
  }

  private static Measured measured(
      PredictionEngine engine, int draws, int rows, double[] ascending) {
    double median = ascending[ascending.length / 2];
    double perSecond = rows / median * 1000;
    return new Measured(engine, draws, rows, ascending[0], median, perSecond, perSecond * draws);
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

  /** The model, with initial parameters. */
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
            Member.of(new Weights(spec.parameters(), InitialValues.draw(spec.parameters(), 0)))),
        0,
        Map.of(),
        new Provenance("none", "benchmark", "none", "none", "none", "none", "none", Map.of()));
  }
}
