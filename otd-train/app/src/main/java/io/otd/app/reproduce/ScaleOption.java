// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.paper.experiment.Scale;
import java.util.Iterator;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** The scale of what is as large at reduced as in the paper: tables and timings. */
public final class ScaleOption {
  private static final Scale[] SCALES = {Scale.QUICK, Scale.REDUCED, Scale.PAPER};

  @Option(
      names = "--scale",
      completionCandidates = Names.class,
      paramLabel = "SCALE",
      description =
          "quick (seconds, a smoke test), reduced (fewer steps than in the paper) or paper."
              + " Default: ${DEFAULT-VALUE}.")
  private String scale = Scale.REDUCED.label();

  /** The scales for completion. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Stream.of(SCALES).map(Scale::label).iterator();
    }
  }

  /** The scale. */
  public Scale scale() {
    return ScaleName.scale(scale, SCALES);
  }
}
