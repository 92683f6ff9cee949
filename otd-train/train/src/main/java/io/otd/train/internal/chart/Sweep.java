// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.chart;

import io.otd.train.internal.plot.Canvas;
import io.otd.train.internal.plot.Marker;
import io.otd.train.internal.plot.Palette;
import io.otd.train.internal.plot.Picture;
import io.otd.train.internal.plot.Plot;
import java.awt.Color;
import java.util.Map;

/**
 * A measure over one setting, with bars of a standard deviation up and down.
 *
 * @param canvas title and size
 * @param settingTitle name and unit of the setting
 * @param measureTitle name and unit of the measure
 * @param logarithmicSetting whether the horizontal axis is logarithmic
 * @param logarithmicMeasure whether the vertical axis is
 */
public record Sweep(
    Canvas canvas,
    String settingTitle,
    String measureTitle,
    boolean logarithmicSetting,
    boolean logarithmicMeasure) {
  /**
   * One curve.
   *
   * @param mean at each setting
   * @param sd at each setting, 0 if there is none
   */
  public record Curve(double[] mean, double[] sd) {}

  /**
   * Draws it. On a logarithmic axis a bar that would reach 0 ends at a tenth of the mean.
   *
   * @param setting rising
   * @param curves by name
   */
  public Picture draw(double[] setting, Map<String, Curve> curves) {
    Plot plot =
        new Plot(canvas, settingTitle, measureTitle)
            .logarithmic(logarithmicSetting, logarithmicMeasure)
            .xTicks(setting)
            .legend(curves.size() > 1);
    int i = 0;
    for (Map.Entry<String, Curve> entry : curves.entrySet()) {
      double[] mean = entry.getValue().mean();
      double[] sd = entry.getValue().sd();
      double[] low = new double[mean.length];
      double[] high = new double[mean.length];
      for (int j = 0; j < mean.length; j++) {
        low[j] = logarithmicMeasure ? Math.max(mean[j] - sd[j], .1 * mean[j]) : mean[j] - sd[j];
        high[j] = mean[j] + sd[j];
      }
      Color color = Palette.series(i);
      plot.segments("", setting, low, high, Palette.tint(color, .6), 2.4f)
          .curve(entry.getKey(), setting, mean, color, i % 2 == 0 ? Marker.DISC : Marker.RING);
      i++;
    }
    return plot.picture(measureTitle + " over " + settingTitle);
  }
}
