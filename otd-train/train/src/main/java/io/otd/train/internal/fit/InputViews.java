// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.fit;

import io.otd.train.internal.parallel.Workers;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.preparation.SeenInputs;
import io.otd.train.settings.Settings;
import java.util.List;

/** What the components of a fit see of the inputs: those with {@code model.relevance} scaled. */
final class InputViews {
  private final Settings settings;
  private final PreparedTable data;
  private final Workers workers;

  /** Found when first needed; empty before. */
  private List<Float> scales = List.of();

  InputViews(Settings settings, PreparedTable data, Workers workers) {
    this.settings = settings;
    this.data = data;
    this.workers = workers;
  }

  /** What the networks of a component see. */
  synchronized SeenInputs of(Settings component) {
    if (!component.model().relevance() || !component.model().inputs()) {
      return new SeenInputs(component, data.schema());
    }
    if (scales.isEmpty()) {
      scales = Forests.scales(settings, data, workers);
    }
    return new SeenInputs(component, data.schema(), scales);
  }
}
