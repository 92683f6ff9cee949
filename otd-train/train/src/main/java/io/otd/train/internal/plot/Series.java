// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.geom.Path2D;

/**
 * Points of a chart in order; one that is not finite has no place and ends the stroke before it.
 *
 * @param xs horizontal values
 * @param ys vertical values, as many
 * @param color of everything
 */
record Series(double[] xs, double[] ys, Color color) {
  /** A stroke from point to point. */
  Layer line(BasicStroke stroke) {
    return (g, frame) -> {
      g.setColor(color);
      g.setStroke(stroke);
      g.draw(path(frame));
    };
  }

  /** The area that the points enclose. */
  Layer area() {
    return (g, frame) -> {
      g.setColor(color);
      g.fill(path(frame));
    };
  }

  /**
   * A marker at each point.
   *
   * @param size across, in CSS pixels
   */
  Layer markers(Marker marker, double size) {
    return (g, frame) -> {
      g.setColor(color);
      for (int i = 0; i < xs.length; i++) {
        if (finite(i)) {
          marker.paint(g, frame.screenX(xs[i]), frame.screenY(ys[i]), size);
        }
      }
    };
  }

  private Path2D path(Frame frame) {
    Path2D path = new Path2D.Double();
    boolean pen = false;
    for (int i = 0; i < xs.length; i++) {
      if (!finite(i)) {
        pen = false;
      } else if (pen) {
        path.lineTo(frame.screenX(xs[i]), frame.screenY(ys[i]));
      } else {
        path.moveTo(frame.screenX(xs[i]), frame.screenY(ys[i]));
        pen = true;
      }
    }
    return path;
  }

  private boolean finite(int i) {
    return Double.isFinite(xs[i]) && Double.isFinite(ys[i]);
  }
}
