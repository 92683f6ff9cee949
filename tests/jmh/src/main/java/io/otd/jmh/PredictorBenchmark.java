// SPDX-License-Identifier: Apache-2.0
package io.otd.jmh;

import io.otd.light.LightPredictor;
import io.otd.predict.Prediction;
import io.otd.predict.Predictor;
import io.otd.serve.OtdPredictor;
import io.otd.serve.PredictorOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One request to an open predictor, as in a service: rows in, predictions out, whose mean is read.
 * The model is {@link ExampleModel}.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SampleTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 3, time = 2)
public class PredictorBenchmark {
  /** A directory of versions. */
  @Param("")
  public String model = "";

  /** The engine. */
  @Param({"TENSORFLOW", "COMPILED", "LIGHT"})
  public Engine engine = Engine.LIGHT;

  /** Rows per request. */
  @Param({"1", "16", "256"})
  public int rows = 1;

  @SuppressWarnings("NullAway.Init") // JMH calls open first.
  private Predictor predictor;

  private float[][] request = new float[0][];

  /** The engine. */
  public enum Engine {
    /** {@link OtdPredictor}. */
    TENSORFLOW,
    /** {@link OtdPredictor}, compiled for the size of the request. */
    COMPILED,
    /** {@link LightPredictor}. */
    LIGHT
  }

  /** Opens the predictor. */
  @Setup
  public void open() throws IOException {
    Path directory = Path.of(model);
    predictor =
        switch (engine) {
          case TENSORFLOW -> OtdPredictor.open(directory);
          case COMPILED ->
              OtdPredictor.open(directory, PredictorOptions.DEFAULT.compiling(List.of(rows)));
          case LIGHT -> LightPredictor.open(directory);
        };
    request = ExampleModel.rows(rows);
  }

  /** Closes it. */
  @TearDown
  public void close() {
    predictor.close();
  }

  /** One request. */
  @Benchmark
  public double predict() {
    double sum = 0;
    for (Prediction prediction : predictor.predict(request)) {
      sum += prediction.mean();
    }
    return sum;
  }
}
