// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;

/** The sign that a point of a chart is drawn as. */
public enum Marker {
  /** A filled disc. */
  DISC {
    @Override
    void paint(Graphics2D g, double x, double y, double size) {
      g.fill(new Ellipse2D.Double(x - size / 2, y - size / 2, size, size));
    }
  },
  /** A ring, so that marks below stay visible. */
  RING {
    @Override
    void paint(Graphics2D g, double x, double y, double size) {
      g.setStroke(new BasicStroke(1.4f));
      g.draw(new Ellipse2D.Double(x - size / 2, y - size / 2, size, size));
    }
  },
  /** A diagonal cross. */
  CROSS {
    @Override
    void paint(Graphics2D g, double x, double y, double size) {
      g.setStroke(new BasicStroke(1.8f));
      double h = size / 2;
      g.draw(new Line2D.Double(x - h, y - h, x + h, y + h));
      g.draw(new Line2D.Double(x - h, y + h, x + h, y - h));
    }
  };

  /**
   * Paints it in the colour that is set.
   *
   * @param size across
   */
  abstract void paint(Graphics2D g, double x, double y, double size);
}
