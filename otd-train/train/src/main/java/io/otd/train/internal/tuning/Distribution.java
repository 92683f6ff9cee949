// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.tuning;

import io.otd.core.internal.text.NumberText;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Collections;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;

/** The law by which values of a setting are drawn. A value is a text as on a command line. */
public sealed interface Distribution {
  /**
   * Draws a value.
   *
   * @param uniform independent numbers in [0, 1), by their numbers from 0
   */
  String value(IntToDoubleFunction uniform);

  /** Values that show whether all values suit the setting. */
  List<String> examples();

  /** The distribution as written in a file, e.g. {@code {log_uniform: [0.001, 0.1]}}. */
  String yaml();

  /** Whether values are numbers of a range. */
  default boolean ranges() {
    return false;
  }

  /** Whether they are spread evenly in their logarithm. */
  default boolean logarithmic() {
    return false;
  }

  /**
   * One of some values, each equally likely.
   *
   * @param values at least one
   */
  record Choice(List<String> values) implements Distribution {
    /** Checks their number. */
    public Choice {
      values = List.copyOf(values);
      if (values.isEmpty()) {
        throw new IllegalArgumentException("choice: [] (expected: at least one value)");
      }
    }

    @Override
    public String value(IntToDoubleFunction uniform) {
      return values.get((int) (uniform.applyAsDouble(0) * values.size()));
    }

    @Override
    public List<String> examples() {
      return values;
    }

    @Override
    public String yaml() {
      return values.stream()
          .map(v -> v.contains(",") ? '"' + v + '"' : v)
          .collect(Collectors.joining(", ", "{choice: [", "]}"));
    }
  }

  /** Uniform on an interval, to three significant digits. */
  static Distribution uniform(double low, double high) {
    return new Interval("uniform", low, high, false);
  }

  /** Uniform in the logarithm, to three significant digits; both ends above 0. */
  static Distribution logUniform(double low, double high) {
    return new Interval("log_uniform", low, high, true);
  }

  /**
   * Uniform on an interval, or in the logarithm, to three significant digits.
   *
   * @param name in a file
   * @param low lower end
   * @param high upper end, above the lower
   * @param logarithmic whether the logarithm is uniform; then both ends are above 0
   */
  record Interval(String name, double low, double high, boolean logarithmic)
      implements Distribution {
    /** Checks the ends. */
    public Interval {
      requireRising(name, low, high);
      if (logarithmic && !(low > 0)) {
        throw new IllegalArgumentException(
            "%s: [%s, %s] (expected: both above 0)"
                .formatted(name, NumberText.exact(low), NumberText.exact(high)));
      }
    }

    @Override
    public String value(IntToDoubleFunction uniform) {
      double share = uniform.applyAsDouble(0);
      double value = logarithmic ? low * Math.pow(high / low, share) : low + (high - low) * share;
      double near = new BigDecimal(value).round(new MathContext(3)).doubleValue();
      return NumberText.exact(Math.max(low, Math.min(high, near)));
    }

    @Override
    public List<String> examples() {
      return List.of(NumberText.exact(low), value(i -> .4321), NumberText.exact(high));
    }

    @Override
    public String yaml() {
      return "{%s: [%s, %s]}".formatted(name, NumberText.exact(low), NumberText.exact(high));
    }

    @Override
    public boolean ranges() {
      return true;
    }
  }

  /**
   * A whole number, each of a range equally likely.
   *
   * @param low the smallest
   * @param high the largest, above the smallest
   */
  record Whole(int low, int high) implements Distribution {
    /** Checks the ends. */
    public Whole {
      requireRising("integer", low, high);
    }

    @Override
    public String value(IntToDoubleFunction uniform) {
      return Long.toString(
          low + (long) (uniform.applyAsDouble(0) * ((double) high - (double) low + 1)));
    }

    @Override
    public List<String> examples() {
      return List.of(Integer.toString(low), Integer.toString(high));
    }

    @Override
    public String yaml() {
      return "{integer: [%s, %s]}".formatted(low, high);
    }

    @Override
    public boolean ranges() {
      return true;
    }
  }

  /**
   * Widths of layers that are all equally wide.
   *
   * @param depth numbers of layers, each equally likely
   * @param width widths, each equally likely
   */
  record Layers(List<Integer> depth, List<Integer> width) implements Distribution {
    private static final int DEEPEST = 100;

    /** Checks the numbers. */
    public Layers {
      depth = List.copyOf(depth);
      width = List.copyOf(width);
      if (depth.isEmpty() || depth.stream().anyMatch(d -> d < 1 || d > DEEPEST)) {
        throw new IllegalArgumentException(
            "depth: %s (expected: whole numbers from 1 to %s)".formatted(depth, DEEPEST));
      }
      if (width.isEmpty()) {
        throw new IllegalArgumentException("width: [] (expected: at least one width)");
      }
    }

    @Override
    public String value(IntToDoubleFunction uniform) {
      return layers(
          depth.get((int) (uniform.applyAsDouble(0) * depth.size())),
          width.get((int) (uniform.applyAsDouble(1) * width.size())));
    }

    private static String layers(int depth, int width) {
      return String.join(",", Collections.nCopies(depth, Integer.toString(width)));
    }

    @Override
    public List<String> examples() {
      return width.stream().map(w -> layers(depth.get(0), w)).toList();
    }

    @Override
    public String yaml() {
      return "{depth: %s, width: %s}".formatted(depth, width);
    }
  }

  private static void requireRising(String name, double low, double high) {
    if (!(high > low && Double.isFinite(high - low))) {
      throw new IllegalArgumentException(
          "%s: [%s, %s] (expected: two numbers, the second larger)"
              .formatted(name, NumberText.exact(low), NumberText.exact(high)));
    }
  }
}
