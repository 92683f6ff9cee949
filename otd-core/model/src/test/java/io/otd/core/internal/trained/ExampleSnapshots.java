// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.layer.Parameter;
import io.otd.core.internal.model.ModelSpec;
import io.otd.core.internal.program.TrainingState;
import java.util.List;
import java.util.SplittableRandom;

/** Training states with numbers of all kinds. */
final class ExampleSnapshots {
  private ExampleSnapshots() {}

  static TrainingSnapshot of(TrainedModel model, long step) {
    return of(model.components().get(0).spec(), step);
  }

  static TrainingSnapshot of(ModelSpec spec, long step) {
    int size = spec.parameters().stream().mapToInt(Parameter::size).sum();
    SplittableRandom random = new SplittableRandom(step);
    TrainingState state =
        new TrainingState(
            step,
            vector(random, size),
            vector(random, size),
            vector(random, size),
            vector(random, size));
    return TrainingSnapshot.of(state)
        .withBest(vector(random, size), 0.125, 2)
        .withCurves(
            List.of(
                new TrainingSnapshot.Point(1, 0.5, 0.25, 0.1, 0.3),
                new TrainingSnapshot.Point(2, 0.4, 0.2, 1e-300, 0.1)),
            new TrainingSnapshot.Sums(0.1, 1.0 / 3, 1e-30, 17));
  }

  private static float[] vector(SplittableRandom random, int size) {
    float[] vector = new float[size];
    for (int i = 0; i < size; i++) {
      vector[i] = Float.intBitsToFloat(random.nextInt(0x7f800000));
    }
    return vector;
  }
}
