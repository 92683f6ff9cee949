// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * What a chart says under the pointer: the values of its curves at a place of the horizontal axis,
 * of its bars, and of single points.
 */
final class Readings {
  private static final int MOST_STRIPS = 60;
  private static final int MOST_POINTS = 800;

  private record Curve(String name, double[] xs, double[] ys) {
    DoubleStream places() {
      return Arrays.stream(xs).filter(Double::isFinite);
    }

    double last() {
      return places().max().orElse(Double.NEGATIVE_INFINITY);
    }

    /** Its value at the nearest of its places; NaN before the first and after the last. */
    double at(double x) {
      double first = places().min().orElse(Double.POSITIVE_INFINITY);
      if (x < first || x > last()) {
        return Double.NaN;
      }
      return IntStream.range(0, xs.length)
          .boxed()
          .min(
              Comparator.comparingDouble(
                  i -> Double.isNaN(xs[i]) ? Double.MAX_VALUE : Math.abs(xs[i] - x)))
          .map(i -> ys[i])
          .orElse(Double.NaN);
    }
  }

  private record Points(double[] xs, double[] ys, List<String> texts) {}

  private record Bars(String name, double[] edges, double[] heights) {}

  private Function<Frame, List<Spot>> below = frame -> List.of();
  private final List<Curve> curves = new ArrayList<>();
  private final List<Points> points = new ArrayList<>();
  private final List<Bars> bars = new ArrayList<>();
  private final String xTitle;
  private final String yTitle;

  Readings(String xTitle, String yTitle) {
    this.xTitle = xTitle;
    this.yTitle = yTitle;
  }

  /**
   * A curve, read with the others at common places. One of two points is a line of reference, which
   * says nothing.
   *
   * @param name empty for one more curve of the name before
   */
  void curve(String name, double[] xs, double[] ys) {
    if (xs.length > 2) {
      boolean more = name.isEmpty() && !curves.isEmpty();
      curves.add(new Curve(more ? curves.get(curves.size() - 1).name() : name, xs, ys));
    }
  }

  /** Points, each read by itself; empty texts for their coordinates. */
  void points(double[] xs, double[] ys, List<String> texts) {
    points.add(new Points(xs, ys, List.copyOf(texts)));
  }

  /** What lies below everything else. */
  void below(Function<Frame, List<Spot>> spots) {
    below = spots;
  }

  /** Bars that touch. */
  void bars(String name, double[] edges, double[] heights) {
    bars.add(new Bars(name, edges, heights));
  }

  /** All of them where they are on a chart. */
  List<Spot> spots(Frame frame) {
    List<Spot> spots = new ArrayList<>(below.apply(frame));
    bars.forEach(b -> spots.addAll(ofBars(b, frame)));
    if (!curves.isEmpty()) {
      spots.addAll(strips(frame));
    }
    points.forEach(p -> spots.addAll(ofPoints(p, frame)));
    return spots;
  }

  private static List<Spot> ofBars(Bars bars, Frame frame) {
    double[] edges = bars.edges();
    return IntStream.range(0, bars.heights().length)
        .mapToObj(
            i ->
                strip(
                    frame,
                    edges[i],
                    edges[i + 1],
                    "%s to %s\n%s"
                        .formatted(
                            frame.x().text(edges[i]),
                            frame.x().text(edges[i + 1]),
                            line(bars.name(), frame.y().text(bars.heights()[i])))))
        .toList();
  }

  private static Spot strip(Frame frame, double from, double to, String text) {
    double left = frame.screenX(from);
    return new Spot(left, frame.top(), frame.screenX(to) - left, frame.height(), text);
  }

  /** A strip around each of the places of the curve that reaches furthest, of very many some. */
  private List<Spot> strips(Frame frame) {
    double[] all =
        curves.stream()
            .max(Comparator.comparingDouble(Curve::last).thenComparingInt(c -> c.xs().length))
            .map(c -> c.places().sorted().distinct().toArray())
            .orElseThrow();
    int every = (all.length + MOST_STRIPS - 1) / MOST_STRIPS;
    double[] at =
        IntStream.range(0, all.length)
            .filter(i -> i % every == 0)
            .mapToDouble(i -> all[i])
            .toArray();
    List<Spot> spots = new ArrayList<>();
    for (int i = 0; i < at.length; i++) {
      double x = frame.screenX(at[i]);
      double left = i == 0 ? frame.left() : (frame.screenX(at[i - 1]) + x) / 2;
      double right =
          i == at.length - 1 ? frame.left() + frame.width() : (frame.screenX(at[i + 1]) + x) / 2;
      if (right > left && x >= frame.left() && x <= frame.left() + frame.width()) {
        spots.add(new Spot(left, frame.top(), right - left, frame.height(), at(at[i], frame)));
      }
    }
    return spots;
  }

  /** The values at a place; of several curves of one name, the least and the greatest. */
  private String at(double x, Frame frame) {
    Map<String, double[]> ranges = new LinkedHashMap<>();
    for (Curve curve : curves) {
      double y = curve.at(x);
      if (Double.isFinite(y)) {
        ranges.merge(
            curve.name(),
            new double[] {y, y},
            (a, b) -> new double[] {Math.min(a[0], b[0]), Math.max(a[1], b[1])});
      }
    }
    StringBuilder text = new StringBuilder(line(xTitle, frame.x().text(x)));
    ranges.forEach(
        (name, range) -> {
          String low = frame.y().text(range[0]);
          String high = frame.y().text(range[1]);
          text.append('\n')
              .append(
                  line(
                      name.isEmpty() ? yTitle : name,
                      low.equals(high) ? low : low + " to " + high));
        });
    return text.toString();
  }

  private List<Spot> ofPoints(Points of, Frame frame) {
    int every = (of.xs().length + MOST_POINTS - 1) / MOST_POINTS;
    List<Spot> spots = new ArrayList<>();
    for (int i = 0; i < of.xs().length; i += every) {
      double x = frame.screenX(of.xs()[i]);
      double y = frame.screenY(of.ys()[i]);
      if (frame.holds(x, y)) {
        String text =
            of.texts().isEmpty()
                ? line(xTitle, frame.x().text(of.xs()[i]))
                    + "\n"
                    + line(yTitle, frame.y().text(of.ys()[i]))
                : of.texts().get(i);
        spots.add(Spot.around(x, y, text));
      }
    }
    return spots;
  }

  private static String line(String name, String value) {
    return name.isEmpty() ? value : name + ": " + value;
  }
}
