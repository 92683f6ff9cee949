// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import io.otd.core.internal.graph.Tensors;
import io.otd.core.internal.savedmodel.ExportDescription;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.metrics.Draws;
import io.otd.core.metrics.EmpiricalQuantile;
import io.otd.core.metrics.NonFiniteDrawException;
import io.otd.core.metrics.VarianceParts;
import io.otd.core.metrics.evaluation.CentralIntervals;
import io.otd.core.schema.TableSchema;
import io.otd.light.internal.file.LightModelFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.tensorflow.Result;
import org.tensorflow.SavedModelBundle;
import org.tensorflow.Session;
import org.tensorflow.Tensor;
import org.tensorflow.exceptions.TensorFlowException;
import org.tensorflow.ndarray.Shape;
import org.tensorflow.ndarray.buffer.DataBuffers;
import org.tensorflow.proto.SignatureDef;
import org.tensorflow.proto.TensorInfo;
import org.tensorflow.types.TInt64;

/**
 * Loads what was written and compares every output with the trained model's own predictions.
 *
 * @param rows to compare at, at least one
 */
record ExportVerification(
    TrainedModel trained,
    ExportDescription description,
    ReferencePredictions reference,
    List<RowCells> rows) {
  /**
   * Compares.
   *
   * @throws IOException if it does not load, or an output differs by more than float32 rounding
   */
  void run(Path directory) throws IOException {
    long bankKey = ReferencePredictions.bankKey(description.bank().seed());
    List<Draws> bank = predictions(row -> reference.fromBank(rows.get(row), bankKey));
    List<Draws> fresh = predictions(row -> reference.fresh(rows.get(row), seed(row)));
    try (SavedModelBundle bundle = SavedModelBundle.load(directory.toString(), ServingNames.TAG)) {
      for (Map.Entry<String, SignatureDef> entry :
          bundle.metaGraphDef().getSignatureDefMap().entrySet()) {
        boolean draws = entry.getKey().equals(ServingNames.DRAW);
        compare(bundle.session(), entry.getKey(), entry.getValue(), draws ? fresh : bank);
      }
    } catch (TensorFlowException | IllegalArgumentException e) {
      throw new IOException("the exported model does not run: " + e.getMessage(), e);
    }
    Path light = directory.resolve(ServingNames.EXTRA_DIRECTORY).resolve(LightModelFile.NAME);
    new LightVerification(trained, light).run(rows, bank, fresh, seeds());
  }

  /** The trained model's own draws of each row. */
  private List<Draws> predictions(IntFunction<Draws> ofRow) throws IOException {
    List<Draws> predictions = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      try {
        predictions.add(ofRow.apply(i));
      } catch (NonFiniteDrawException e) {
        throw new IOException("the model does not predict: " + e.getMessage(), e);
      }
    }
    return predictions;
  }

  private void compare(Session session, String name, SignatureDef signature, List<Draws> samples)
      throws IOException {
    List<Tensor> inputs = new ArrayList<>();
    try {
      Session.Runner runner = session.runner();
      for (Map.Entry<String, TensorInfo> input : signature.getInputsMap().entrySet()) {
        Tensor tensor =
            name.equals(ServingNames.BY_NAME) ? column(input.getKey()) : input(input.getKey());
        inputs.add(tensor);
        runner.feed(input.getValue().getName(), tensor);
      }
      List<String> outputs = List.copyOf(signature.getOutputsMap().keySet());
      outputs.forEach(key -> runner.fetch(signature.getOutputsOrThrow(key).getName()));
      try (Result result = runner.run()) {
        for (int i = 0; i < outputs.size(); i++) {
          compare(name, outputs.get(i), Tensors.floats(result.get(i)), samples);
        }
      }
    } finally {
      inputs.forEach(Tensor::close);
    }
  }

  private Tensor column(String identifier) {
    TableSchema schema = trained.schema();
    return description
        .column(identifier)
        .<Tensor>match(
            number -> numbers(schema.numeric().indexOf(number), 1, rows.size()),
            text -> texts(schema.text().indexOf(text), 1, rows.size()));
  }

  /** Some columns of numbers of all rows. */
  private Tensor numbers(int first, int count, long... shape) {
    float[] values = new float[rows.size() * count];
    for (int i = 0; i < values.length; i++) {
      values[i] = rows.get(i / count).numbers()[first + i % count];
    }
    return Tensors.of(values, shape);
  }

  /** Some columns of texts of all rows. */
  private Tensor texts(int first, int count, long... shape) {
    String[] values = new String[rows.size() * count];
    for (int i = 0; i < values.length; i++) {
      values[i] = rows.get(i / count).texts().get(first + i % count);
    }
    return Tensors.of(values, shape);
  }

  private Tensor input(String key) {
    int outputs = trained.outputs();
    return switch (key) {
      case ServingNames.ROWS -> {
        int columns = trained.schema().numeric().size();
        yield numbers(0, columns, rows.size(), columns);
      }
      case ServingNames.TEXTS -> {
        int columns = trained.schema().text().size();
        yield texts(0, columns, rows.size(), columns);
      }
      case ServingNames.THRESHOLD -> {
        float[] thresholds = new float[rows.size() * outputs];
        for (int i = 0; i < thresholds.length; i++) {
          thresholds[i] = threshold(i % outputs);
        }
        yield Tensors.of(thresholds, rows.size(), outputs);
      }
      case ServingNames.SEED -> {
        yield TInt64.tensorOf(Shape.of(rows.size()), DataBuffers.of(seeds()));
      }
      default -> throw new IllegalStateException("unknown input " + key);
    };
  }

  private long[] seeds() {
    long[] seeds = new long[rows.size()];
    Arrays.setAll(seeds, ExportVerification::seed);
    return seeds;
  }

  /** Seeds of both signs, and 0. */
  private static long seed(int row) {
    return 0x5DEECE66DL * (row - 1);
  }

  private float threshold(int output) {
    return (float) trained.schema().targets().get(output).back(0);
  }

  private void compare(String signature, String output, float[] actual, List<Draws> samples)
      throws IOException {
    int outputs = trained.outputs();
    int each = actual.length / (rows.size() * outputs);
    for (int i = 0; i < rows.size(); i++) {
      for (int j = 0; j < outputs; j++) {
        double[] expected = expected(output, i, samples.get(i), j);
        Rounding rounding = Rounding.of(trained.schema().targets().get(j), samples.get(i).of(0, j));
        float[] values = new float[each];
        for (int q = 0; q < each; q++) {
          values[q] = actual[(i * each + q) * outputs + j];
        }
        if (output.equals(ServingNames.SAMPLES) && !trained.calibration().isotonic().absent()) {
          // Draws that are equal up to rounding may swap ranks, and then move differently.
          Arrays.sort(values);
          Arrays.sort(expected);
        }
        for (int q = 0; q < each; q++) {
          float value = values[q];
          double slack = rounding.error(output, expected[q]);
          if (value != (float) expected[q] && !(Math.abs(value - expected[q]) <= slack)) {
            throw new IOException(
                "exported model: signature %s, output %s[%s, %s, %s]: %s (expected: %s, within %s)"
                    .formatted(signature, output, i, q, j, value, expected[q], slack));
          }
        }
      }
    }
  }

  /** An output of one target of one row, from its draws. */
  private double[] expected(String output, int row, Draws draws, int target) {
    return switch (output) {
      case ServingNames.SAMPLES -> draws.of(0, target);
      case ServingNames.MEAN -> new double[] {draws.mean(0, target)};
      case ServingNames.STD -> new double[] {draws.standardDeviation(0, target)};
      case ServingNames.WITHIN -> new double[] {parts(draws, target).within()};
      case ServingNames.BETWEEN -> new double[] {parts(draws, target).between()};
      case ServingNames.QUANTILES -> {
        double[] ascending = draws.sorted(0, target);
        yield description.levels().stream()
            .mapToDouble(level -> new EmpiricalQuantile(level).of(ascending))
            .toArray();
      }
      case ServingNames.BELOW -> {
        float threshold = threshold(target);
        yield new double[] {
          Arrays.stream(draws.of(0, target))
              .map(y -> (float) y <= threshold ? 1 : 0)
              .average()
              .orElseThrow()
        };
      }
      case ServingNames.LOWER ->
          intervals(row, draws).stream().mapToDouble(interval -> interval.low(0, target)).toArray();
      case ServingNames.UPPER ->
          intervals(row, draws).stream()
              .mapToDouble(interval -> interval.high(0, target))
              .toArray();
      default -> throw new IllegalStateException("unknown output " + output);
    };
  }

  private VarianceParts parts(Draws draws, int target) {
    return draws.variance(0, target, description.bank().networks());
  }

  private List<CentralIntervals> intervals(int row, Draws draws) {
    RowCells cells = rows.get(row);
    return trained.intervals(draws, trained.schema().encode(cells.numbers(), cells.texts()));
  }
}
