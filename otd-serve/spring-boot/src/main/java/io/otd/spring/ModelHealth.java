// SPDX-License-Identifier: Apache-2.0
package io.otd.spring;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Health of the models.
 *
 * @param up whether all of them answer
 * @param details by model: engine, version, problems
 */
record ModelHealth(boolean up, Map<String, Object> details) {
  /**
   * Checks each model. A version that did not take over is not a failure: the previous one answers.
   */
  static ModelHealth of(OtdModels models) {
    boolean up = true;
    Map<String, Object> details = new LinkedHashMap<>();
    for (Map.Entry<String, OpenModel> entry : models.opened().entrySet()) {
      OpenModel model = entry.getValue();
      Map<String, Object> detail = new LinkedHashMap<>();
      detail.put("engine", model.engine().name().toLowerCase(Locale.ROOT));
      model.predictor().version().ifPresent(version -> detail.put("version", version));
      model.failures().last().ifPresent(failure -> detail.put("notLoaded", failure));
      try {
        // No rows: this tests whether the predictor is open, without running the model.
        int unused = model.predictor().predict(List.<Map<String, Object>>of()).size();
      } catch (RuntimeException e) {
        up = false;
        detail.put("error", String.valueOf(e.getMessage()));
      }
      details.put(entry.getKey(), detail);
    }
    return new ModelHealth(up, details);
  }
}
