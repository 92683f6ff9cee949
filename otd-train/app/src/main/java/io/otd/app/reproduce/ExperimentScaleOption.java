// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.paper.experiment.Scale;
import java.util.Arrays;
import java.util.Iterator;
import picocli.CommandLine.Option;

/** The scale of an experiment, any of them. */
public final class ExperimentScaleOption {
  @Option(
      names = "--scale",
      completionCandidates = Names.class,
      paramLabel = "SCALE",
      description =
          "quick (seconds, a smoke test), reduced (a quarter of an hour at most; smaller"
              + " if the paper's scale takes hours), large (the paper's fields, networks and"
              + " steps, but fewer points per step if the paper's scale takes days) or paper."
              + " Default: ${DEFAULT-VALUE}.")
  private String scale = Scale.REDUCED.label();

  /** The scales for completion. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Scale.values()).map(Scale::label).iterator();
    }
  }

  /** The scale. */
  public Scale scale() {
    return ScaleName.scale(scale, Scale.values());
  }
}
