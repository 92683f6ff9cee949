// SPDX-License-Identifier: Apache-2.0
package io.otd.app.completion;

import io.otd.paper.experiment.Experiment;
import io.otd.paper.field.FieldOptions;
import io.otd.paper.reproduction.Experiments;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/** What {@code otd reproduce} runs. */
public final class ExperimentNames implements Iterable<String> {
  /** Beside the experiments with networks. */
  private static final List<String> OTHERS = List.of("openml", "uci", "timing", "all", "list");

  @Override
  public Iterator<String> iterator() {
    FieldOptions none =
        new FieldOptions(
            cases -> {
              throw new UnsupportedOperationException("names alone");
            });
    return Stream.concat(Experiments.all(none).stream().map(Experiment::id), OTHERS.stream())
        .iterator();
  }
}
