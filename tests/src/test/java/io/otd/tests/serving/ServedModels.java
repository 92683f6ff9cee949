// SPDX-License-Identifier: Apache-2.0
package io.otd.tests.serving;

import io.otd.core.internal.trained.TestModels;
import io.otd.export.TestExports;
import io.otd.serve.OtdPredictor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;

/** The exports of the test models, each opened when it is first asked for. */
final class ServedModels implements AutoCloseable {
  private final Map<TestModels, OtdPredictor> predictors = new EnumMap<>(TestModels.class);

  Path base(TestModels fixture) {
    try {
      return TestExports.base(fixture);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  OtdPredictor predictor(TestModels fixture) {
    return predictors.computeIfAbsent(
        fixture,
        model -> {
          try {
            return OtdPredictor.open(base(model));
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        });
  }

  @Override
  public void close() {
    predictors.values().forEach(OtdPredictor::close);
  }
}
