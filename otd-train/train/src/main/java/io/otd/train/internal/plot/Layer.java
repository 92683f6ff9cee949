// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.plot;

import java.awt.Graphics2D;

/** One thing that a chart shows in its frame: a series, a grid, a heat map. */
@FunctionalInterface
interface Layer {
  /** Paints it, in CSS pixels. */
  void paint(Graphics2D g, Frame frame);
}
