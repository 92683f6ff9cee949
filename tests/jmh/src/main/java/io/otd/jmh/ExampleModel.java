// SPDX-License-Identifier: Apache-2.0
package io.otd.jmh;

import io.otd.core.internal.model.Component;
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
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/** The model that is measured: 8 columns, two layers of 64, initial parameters. */
final class ExampleModel {
  /** Number of columns of a row. */
  static final int COLUMNS = 8;

  private ExampleModel() {}

  /** Exports the model: {@code DIRECTORY DRAWS}. */
  public static void main(String[] args) throws IOException {
    SavedModelExporter.export(
        model(), Path.of(args[0]), ExportOptions.DEFAULT.withBank(Integer.parseInt(args[1])));
  }

  /** Rows of numbers from -1 to 1, {@code [rows][COLUMNS]}. */
  static float[][] rows(int rows) {
    SplittableRandom random = new SplittableRandom(0);
    float[][] x = new float[rows][COLUMNS];
    for (float[] row : x) {
      for (int j = 0; j < COLUMNS; j++) {
        row[j] = (float) random.nextDouble(-1, 1);
      }
    }
    return x;
  }

  private static TrainedModel model() {
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
    Weights weights = new Weights(spec.parameters(), InitialValues.draw(spec.parameters(), 0));
    return new TrainedModel(
        List.of(Component.only(spec, List.of(Member.of(weights)))),
        new TableSchema(List.copyOf(columns), List.of(TargetColumn.plain("y"))),
        Calibration.NONE,
        0,
        Map.of(),
        new Provenance("none", "benchmark", "none", "none", "none", "none", "none", Map.of()));
  }
}
