// SPDX-License-Identifier: Apache-2.0
package io.otd.app.bench;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.savedmodel.VersionDirectories;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.servable.Servable;
import io.otd.serve.internal.tensor.HostTensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Times a served model, plain and compiled, interleaved: {@code serving_default} of the model of
 * {@link PredictionBenchmark}, mean, spread and quantiles.
 */
public final class CompiledBenchmark {
  private static final int WARM_UP = 20;

  /** After this number of one-row requests, the JVM has compiled the code that a run uses. */
  private static final int JVM_WARM_UP = 1000;

  private final LongSupplier nanoTime;

  /**
   * Measures by a clock.
   *
   * @param nanoTime a clock of steady nanoseconds
   */
  public CompiledBenchmark(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * The measurement.
   *
   * @param draws S of the model
   * @param rows of a run
   * @param plainMillis a run operation by operation, median
   * @param compiledMillis a compiled run, median
   * @param difference the largest of the outputs, in units of the output's largest value
   */
  @JsonPropertyOrder({"draws", "rows", "ms_plain", "ms_compiled", "ratio", "difference"})
  public record Measured(
      int draws,
      int rows,
      @JsonProperty("ms_plain") double plainMillis,
      @JsonProperty("ms_compiled") double compiledMillis,
      double difference) {
    /** The speedup. */
    @JsonProperty
    public double ratio() {
      return plainMillis / compiledMillis;
    }
  }

  /**
   * Times runs of several sizes.
   *
   * @param directory an empty one, for the exported model
   * @param draws S
   * @param rows of the runs
   * @param compiledRows row counts of compiled runs; larger runs are split into pieces of the
   *     largest
   * @param runs timed runs of each size, at least 1
   * @throws IOException if the model cannot be written or read
   */
  public List<Measured> run(
      Path directory, int draws, List<Integer> rows, List<Integer> compiledRows, int runs)
      throws IOException {
    SavedModelExporter.export(
        PredictionBenchmark.model(), directory, ExportOptions.DEFAULT.withBank(draws));
    Path version = VersionDirectories.resolve(directory).orElseThrow();
    List<Measured> results = new ArrayList<>();
    try (Servable plain = Servable.load(version, InspectionLimits.DEFAULT);
        Servable compiled = Servable.load(version, InspectionLimits.DEFAULT)) {
      List<Integer> done =
          compiled.compile(compiledRows).getOrDefault(ServingNames.DEFAULT_SIGNATURE, List.of());
      for (int n : compiledRows) {
        if (!done.contains(n)) {
          throw new IllegalStateException("%s rows could not be compiled".formatted(n));
        }
      }
      warmUp(plain, compiled, input(1), JVM_WARM_UP);
      for (int n : rows) {
        results.add(measure(plain, compiled, draws, n, runs));
      }
    }
    return results;
  }

  private Measured measure(Servable plain, Servable compiled, int draws, int rows, int runs) {
    Map<String, HostTensor> input = input(rows);
    warmUp(plain, compiled, input, WARM_UP);
    double[] slow = new double[runs];
    double[] fast = new double[runs];
    for (int i = 0; i < runs; i++) {
      slow[i] = millis(plain, input);
      fast[i] = millis(compiled, input);
    }
    Arrays.sort(slow);
    Arrays.sort(fast);
    return new Measured(
        draws,
        rows,
        slow[runs / 2],
        fast[runs / 2],
        difference(run(plain, input), run(compiled, input)));
  }

  private static Map<String, HostTensor> input(int rows) {
    return Map.of(
        ServingNames.ROWS,
        HostTensor.of(PredictionBenchmark.rows(rows), rows, PredictionBenchmark.COLUMNS));
  }

  private static void warmUp(
      Servable plain, Servable compiled, Map<String, HostTensor> input, int runs) {
    for (int i = 0; i < runs; i++) {
      run(plain, input);
      run(compiled, input);
    }
  }

  private double millis(Servable servable, Map<String, HostTensor> input) {
    long from = nanoTime.getAsLong();
    run(servable, input);
    return (nanoTime.getAsLong() - from) / 1e6;
  }

  private static Map<String, HostTensor> run(Servable servable, Map<String, HostTensor> input) {
    return servable.run(ServingNames.DEFAULT_SIGNATURE, input, List.of());
  }

  private static double difference(Map<String, HostTensor> a, Map<String, HostTensor> b) {
    double worst = 0;
    for (Map.Entry<String, HostTensor> output : a.entrySet()) {
      float[] x = output.getValue().floats();
      float[] y = Objects.requireNonNull(b.get(output.getKey())).floats();
      double largest = 0;
      double apart = 0;
      for (int i = 0; i < x.length; i++) {
        largest = Math.max(largest, Math.abs(x[i]));
        apart = Math.max(apart, Math.abs(x[i] - y[i]));
      }
      worst = Math.max(worst, apart / largest);
    }
    return worst;
  }
}
