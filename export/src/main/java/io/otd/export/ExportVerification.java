package io.otd.export;

import io.otd.core.graph.Tensors;
import io.otd.core.savedmodel.ExportDescription;
import io.otd.core.savedmodel.ServingNames;
import io.otd.core.trained.TrainedModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
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

/** Loads what was written and compares every output with the trained model's own predictions. */
final class ExportVerification {
  /** Largest difference, relative to the scale of the target and the size of the value. */
  private static final double TOLERANCE = 2e-5;

  private final TrainedModel trained;
  private final ExportDescription description;
  private final ReferencePredictions reference;
  private final float[][] rows;

  /**
   * Takes both sides.
   *
   * @param rows inputs to compare at, in the columns' units, at least one
   */
  ExportVerification(
      TrainedModel trained,
      ExportDescription description,
      ReferencePredictions reference,
      float[][] rows) {
    this.trained = trained;
    this.description = description;
    this.reference = reference;
    this.rows = rows;
  }

  /**
   * Compares.
   *
   * @param directory of the SavedModel
   * @throws IOException if it does not load, or an output differs by more than float32 rounding
   */
  void run(Path directory) throws IOException {
    try (SavedModelBundle bundle = SavedModelBundle.load(directory.toString(), ServingNames.TAG)) {
      double[][][] bank = new double[rows.length][][];
      double[][][] fresh = new double[rows.length][][];
      for (int i = 0; i < rows.length; i++) {
        bank[i] =
            reference.samples(rows[i], ReferencePredictions.bankKey(description.bank().seed()));
        fresh[i] = reference.samples(rows[i], seed(i));
      }
      for (Map.Entry<String, SignatureDef> entry :
          bundle.metaGraphDef().getSignatureDefMap().entrySet()) {
        boolean draws = entry.getKey().equals(ServingNames.DRAW);
        compare(bundle.session(), entry.getKey(), entry.getValue(), draws ? fresh : bank);
      }
    } catch (TensorFlowException | IllegalArgumentException e) {
      throw new IOException("the exported model does not run: " + e.getMessage(), e);
    }
  }

  private void compare(Session session, String name, SignatureDef signature, double[][][] samples)
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
    List<String> identifiers =
        description.inputs().stream().map(ExportDescription.Column::identifier).toList();
    int j = identifiers.indexOf(identifier);
    float[] column = new float[rows.length];
    for (int i = 0; i < rows.length; i++) {
      column[i] = rows[i][j];
    }
    return Tensors.of(column, rows.length);
  }

  private Tensor input(String key) {
    int columns = trained.spec().inputs();
    int outputs = trained.spec().outputs();
    return switch (key) {
      case ServingNames.ROWS -> {
        float[] x = new float[rows.length * columns];
        for (int i = 0; i < rows.length; i++) {
          System.arraycopy(rows[i], 0, x, i * columns, columns);
        }
        yield Tensors.of(x, rows.length, columns);
      }
      case ServingNames.THRESHOLD -> {
        float[] thresholds = new float[rows.length * outputs];
        for (int i = 0; i < thresholds.length; i++) {
          thresholds[i] = threshold(i % outputs);
        }
        yield Tensors.of(thresholds, rows.length, outputs);
      }
      case ServingNames.SEED -> {
        long[] seeds = new long[rows.length];
        Arrays.setAll(seeds, ExportVerification::seed);
        yield TInt64.tensorOf(Shape.of(rows.length), DataBuffers.of(seeds));
      }
      default -> throw new IllegalStateException("unknown input " + key);
    };
  }

  /** Seeds of both signs, and 0. */
  private static long seed(int row) {
    return 0x5DEECE66DL * (row - 1);
  }

  private float threshold(int output) {
    return trained.targetScaling().mean().get(output).floatValue();
  }

  private void compare(String signature, String output, float[] actual, double[][][] samples)
      throws IOException {
    int outputs = trained.spec().outputs();
    int each = actual.length / (rows.length * outputs);
    for (int i = 0; i < rows.length; i++) {
      for (int j = 0; j < outputs; j++) {
        int column = j;
        double[] draws = Arrays.stream(samples[i]).mapToDouble(y -> y[column]).toArray();
        double[] expected =
            isInterval(output) ? ends(output, samples[i], j) : expected(output, draws, j);
        float[] values = new float[each];
        for (int q = 0; q < each; q++) {
          values[q] = actual[(i * each + q) * outputs + j];
        }
        if (output.equals(ServingNames.SAMPLES) && !trained.calibration().isotonic().absent()) {
          // Two draws that are equal to rounding may change places, and then move differently.
          Arrays.sort(values);
          Arrays.sort(expected);
        }
        for (int q = 0; q < each; q++) {
          float value = values[q];
          double slack = slack(output, j, expected[q]);
          if (value != (float) expected[q] && !(Math.abs(value - expected[q]) <= slack)) {
            throw new IOException(
                "exported model: signature %s, output %s[%d, %d, %d]: %s (expected: %s, within %s)"
                    .formatted(signature, output, i, q, j, value, expected[q], slack));
          }
        }
      }
    }
  }

  private static boolean isInterval(String output) {
    return output.equals(ServingNames.LOWER) || output.equals(ServingNames.UPPER);
  }

  /** The ends of the conformal intervals of one target. */
  private double[] ends(String output, double[][] samples, int target) {
    return trained.calibration().conformal().intervals(ReferencePredictions.draws(samples)).stream()
        .mapToDouble(i -> output.equals(ServingNames.LOWER) ? i.low(0, target) : i.high(0, target))
        .toArray();
  }

  private double[] expected(String output, double[] draws, int target) {
    EmpiricalLaw law = new EmpiricalLaw(draws);
    return switch (output) {
      case ServingNames.SAMPLES -> draws;
      case ServingNames.MEAN -> new double[] {law.mean()};
      case ServingNames.STD -> new double[] {law.std()};
      case ServingNames.QUANTILES ->
          description.levels().stream().mapToDouble(law::quantile).toArray();
      case ServingNames.BELOW -> new double[] {law.below(threshold(target))};
      default -> throw new IllegalStateException("unknown output " + output);
    };
  }

  /** A probability may be off by a draw that lies at the threshold to within rounding. */
  private double slack(String output, int target, double expected) {
    return output.equals(ServingNames.BELOW)
        ? 1.5 / description.bank().size()
        : TOLERANCE * (trained.targetScaling().scale().get(target) + Math.abs(expected));
  }
}
