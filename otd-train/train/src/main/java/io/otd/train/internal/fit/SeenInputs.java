// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.network.MaskedMlp;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.settings.Settings;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The inputs that the networks of a kind see: all of them, all but the pieces of numeric columns,
 * or none. The networks are trained on what they see. Afterwards they become networks of all
 * inputs, whose outputs do not depend on the others, so that the kinds of a model are alike.
 */
final class SeenInputs {
  private final Settings kind;
  private final TableSchema schema;
  private final int[] places;

  /**
   * What a kind sees of a table.
   *
   * @param kind its settings
   * @param schema of the table
   */
  SeenInputs(Settings kind, TableSchema schema) {
    this.kind = kind;
    this.schema = schema;
    this.places = kind.model().pieces() ? all(schema.width()) : withoutPieces(schema);
  }

  private static int[] all(int width) {
    return IntStream.range(0, width).toArray();
  }

  private static int[] withoutPieces(TableSchema schema) {
    List<Integer> seen = new ArrayList<>();
    int from = 0;
    for (InputColumn column : schema.inputs()) {
      int pieces = column.match(number -> number.pieces().size(), text -> 0);
      IntStream.range(from, from + column.width() - pieces).forEach(seen::add);
      from += column.width();
    }
    return seen.stream().mapToInt(Integer::intValue).toArray();
  }

  private boolean some() {
    return places.length < schema.width();
  }

  /** The networks that are trained. */
  ModelSpec trained() {
    return kind.modelSpec(places.length, schema.targets().size());
  }

  /** The networks of all inputs. */
  ModelSpec whole() {
    return kind.modelSpec(schema.width(), schema.targets().size());
  }

  /** The rows as the networks see them. */
  TrainingRows of(TrainingRows rows) {
    TrainingRows seen = some() ? SelectedInputs.of(rows, schema, places) : rows;
    return kind.model().inputs() ? seen : ConstantInputs.on(seen);
  }

  /**
   * The parameters of the network of all inputs.
   *
   * @param parameters of a trained one, {@code [P]}
   */
  float[] whole(float[] parameters) {
    float[] folded =
        kind.model().inputs() ? parameters : ConstantInputs.folded(trained(), parameters);
    return some() ? widened(folded) : folded;
  }

  /** Rows of zeros in the kernels that read the inputs, for those that are not seen. */
  private float[] widened(float[] parameters) {
    ModelSpec narrow = trained();
    List<Parameter> all = narrow.parameters();
    List<float[]> arrays = new ArrayList<>(new ParameterVector(all).split(parameters));
    for (String name : ((MaskedMlp) narrow.network()).inputKernels().kernels()) {
      int at =
          IntStream.range(0, all.size())
              .filter(i -> all.get(i).name().equals(name))
              .findFirst()
              .orElseThrow();
      arrays.set(at, widenedKernel(arrays.get(at)));
    }
    return new ParameterVector(whole().parameters()).join(arrays);
  }

  private float[] widenedKernel(float[] kernel) {
    int outputs = kernel.length / places.length;
    float[] wide = new float[schema.width() * outputs];
    for (int i = 0; i < places.length; i++) {
      System.arraycopy(kernel, i * outputs, wide, places[i] * outputs, outputs);
    }
    return wide;
  }
}
