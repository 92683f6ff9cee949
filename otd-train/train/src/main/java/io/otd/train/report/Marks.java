package io.otd.train.report;

import java.awt.BasicStroke;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Line2D;
import org.knowm.xchart.style.markers.Marker;

/** Markers drawn to the fraction of a pixel; the library's are rounded to whole ones. */
final class Marks {
  /** A filled disc. */
  static final Marker DISC = new Disc();

  /** A ring, which shows what lies below. */
  static final Marker RING = new Ring();

  /** A diagonal cross. */
  static final Marker CROSS = new Cross();

  private Marks() {}

  private static Shape circle(double x, double y, double size) {
    return new Ellipse2D.Double(x - size / 2, y - size / 2, size, size);
  }

  private static final class Disc extends Marker {
    @Override
    public void paint(Graphics2D g, double x, double y, int size) {
      g.fill(circle(x, y, size));
    }
  }

  private static final class Ring extends Marker {
    @Override
    public void paint(Graphics2D g, double x, double y, int size) {
      g.setStroke(new BasicStroke(1.4f));
      g.draw(circle(x, y, size));
    }
  }

  private static final class Cross extends Marker {
    @Override
    public void paint(Graphics2D g, double x, double y, int size) {
      g.setStroke(new BasicStroke(1.8f));
      double h = size / 2.0;
      g.draw(new Line2D.Double(x - h, y - h, x + h, y + h));
      g.draw(new Line2D.Double(x - h, y + h, x + h, y - h));
    }
  }
}
