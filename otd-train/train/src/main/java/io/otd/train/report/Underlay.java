package io.otd.train.report;

import java.awt.Graphics2D;

/** What a chart has below its series. */
@FunctionalInterface
interface Underlay {
  /** Paints it, in CSS pixels. */
  void paint(Graphics2D g, Frame frame);
}
