// SPDX-License-Identifier: Apache-2.0
package io.otd.app.distribution;

import io.otd.core.internal.check.Check;
import io.otd.core.internal.text.NumberText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A histogram of draws in characters: one line a bin, from the first bin to the last that has half
 * a percent of the draws.
 *
 * @param width of a bin, in the target's units, above 0
 * @param longest number of characters of the longest bar, at least 1
 */
public record TerminalHistogram(double width, int longest) {
  private static final double SMALLEST_SHARE = .005;

  /** Checks the sizes. */
  public TerminalHistogram {
    Check.that(width > 0, "width", width, "above 0");
    Check.that(longest >= 1, "longest", longest, "at least 1");
  }

  /**
   * The lines: lower and upper edge of the bin, share of the draws, bar.
   *
   * @param draws at least one, finite
   */
  public List<String> lines(double[] draws) {
    long first = bin(Arrays.stream(draws).min().orElseThrow());
    long last = bin(Arrays.stream(draws).max().orElseThrow());
    int[] counts = new int[Math.toIntExact(last - first + 1)];
    for (double y : draws) {
      counts[Math.toIntExact(bin(y) - first)]++;
    }
    int most = Arrays.stream(counts).max().orElseThrow();
    List<String> lines = new ArrayList<>();
    int[] shown =
        IntStream.range(0, counts.length)
            .filter(i -> counts[i] >= SMALLEST_SHARE * draws.length || counts[i] == most)
            .toArray();
    for (int i = shown[0]; i <= shown[shown.length - 1]; i++) {
      String bar = "#".repeat((int) Math.round((double) longest * counts[i] / most));
      lines.add(
          "%6s to %3s %5s %%  %s"
              .formatted(
                  NumberText.fixed((first + i) * width, 0),
                  NumberText.fixed((first + i + 1) * width, 0),
                  NumberText.fixed(100.0 * counts[i] / draws.length, 0),
                  bar)
              .stripTrailing());
    }
    return lines;
  }

  private long bin(double y) {
    return (long) Math.floor(y / width);
  }
}
