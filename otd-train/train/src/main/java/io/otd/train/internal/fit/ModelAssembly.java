// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.core.internal.calibration.Calibration;
import io.otd.core.internal.model.Component;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.internal.trained.TrainedModel;
import io.otd.core.schema.TableSchema;
import io.otd.train.internal.preparation.PreparedTable;
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
  /** A model whose targets are in the table's units. */
  TrainedModel model(
      List<Component> components, Calibration calibration, Map<String, Double> metrics) {
    return model(components, data.schema(), calibration, metrics);
  }

  /**
   * A model.
   *
   * @param components what is pooled
   * @param metrics so far
   */
  TrainedModel model(
      List<Component> components,
      TableSchema schema,
      Calibration calibration,
      Map<String, Double> metrics) {
    return new TrainedModel(
        components, schema, calibration, settings.training().seed(), metrics, provenance);
  }
}
