// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import io.otd.core.internal.trained.ModelDirectory;
import io.otd.core.internal.trained.TestModels;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.serve.OtdPredictor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/** Every test model, stored, read back, exported, and opened. */
final class ServedModels implements AutoCloseable {
  private final Map<TestModels, Path> bases = new EnumMap<>(TestModels.class);
  private final Map<TestModels, OtdPredictor> predictors = new EnumMap<>(TestModels.class);

  ServedModels(Path root) throws IOException {
    for (TestModels fixture : TestModels.values()) {
      Path stored = root.resolve(fixture.name() + "-model");
      ModelDirectory.write(stored, fixture.model(), java.util.List.of());
      Path base = root.resolve(fixture.name());
      SavedModelExporter.export(ModelDirectory.read(stored).model(), base, ExportOptions.DEFAULT);
      bases.put(fixture, base);
      predictors.put(fixture, OtdPredictor.open(base));
    }
  }

  Path base(TestModels fixture) {
    return Objects.requireNonNull(bases.get(fixture));
  }

  OtdPredictor predictor(TestModels fixture) {
    return Objects.requireNonNull(predictors.get(fixture));
  }

  @Override
  public void close() {
    predictors.values().forEach(OtdPredictor::close);
  }
}
