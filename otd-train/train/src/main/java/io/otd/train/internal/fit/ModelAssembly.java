// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.layer.ParameterVector;
import io.otd.core.internal.model.Weights;
import io.otd.core.internal.program.SampledKind;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.internal.trained.TrainedKind;
import io.otd.core.internal.trained.TrainedMember;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.TableSchema;
import io.otd.train.settings.Settings;
import java.util.List;
import java.util.Map;

/**
 * Assembles a model from the trained networks.
 *
 * @param settings of the run
 * @param data the table
 * @param provenance of the model
 */
record ModelAssembly(Settings settings, PreparedTable data, Provenance provenance) {
  /**
   * A kind with its networks.
   *
   * @param name of its method
   * @param kind what was trained
   */
  static TrainedKind trained(String name, SampledKind kind) {
    List<Parameter> all = kind.model().parameters();
    ParameterVector vector = new ParameterVector(all);
    return new TrainedKind(
        name,
        kind.model(),
        kind.weight(),
        kind.members().stream()
            .map(m -> new TrainedMember(new Weights(all, vector.split(m.parameters())), m.spread()))
            .toList());
  }

  /** A model whose targets are in the table's units. */
  TrainedModel model(
      List<TrainedKind> kinds, Calibration calibration, Map<String, Double> metrics) {
    return model(kinds, data.schema(), calibration, metrics);
  }

  /**
   * A model.
   *
   * @param kinds what is pooled
   * @param schema of the table
   * @param calibration of its draws
   * @param metrics so far
   */
  TrainedModel model(
      List<TrainedKind> kinds,
      TableSchema schema,
      Calibration calibration,
      Map<String, Double> metrics) {
    return new TrainedModel(
        kinds, schema, calibration, settings.training().seed(), metrics, provenance);
  }
}
