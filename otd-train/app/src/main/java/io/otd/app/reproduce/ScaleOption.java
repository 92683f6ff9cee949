// SPDX-License-Identifier: Apache-2.0
package io.otd.app.reproduce;

import io.otd.paper.experiment.Scale;
import io.otd.table.problem.InputException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import picocli.CommandLine.Option;

/** How much of a study is done. */
final class ScaleOption {
  /** The scales of what is as large at reduced as in the paper: tables and timings. */
  static final List<Scale> WITHOUT_LARGE = List.of(Scale.QUICK, Scale.REDUCED, Scale.PAPER);

  @Option(
      names = "--scale",
      completionCandidates = Names.class,
      paramLabel = "SCALE",
      description =
          "quick (seconds, a smoke test); reduced (fewer steps than in the paper, at most a quarter"
              + " of an hour for an experiment); large (the paper's fields, networks and steps, with"
              + " fewer points per step where the paper's scale takes days; for experiments only);"
              + " or paper. Default: ${DEFAULT-VALUE}.")
  private String scale = Scale.REDUCED.label();

  /** The scales for completion. */
  static final class Names implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
      return Arrays.stream(Scale.values()).map(Scale::label).iterator();
    }
  }

  /** The scale, which must be one of several. */
  Scale among(List<Scale> scales) {
    List<String> names = scales.stream().map(Scale::label).toList();
    int index = names.indexOf(scale);
    if (index < 0) {
      int last = names.size() - 1;
      throw new InputException(
          "--scale: %s (expected: %s or %s)"
              .formatted(scale, String.join(", ", names.subList(0, last)), names.get(last)));
    }
    return scales.get(index);
  }
}
