package io.otd.train.report;

import java.awt.Graphics2D;
import java.util.Locale;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.XYStyler;

/** The library's chart, reduced to its series: no frame, no titles, no margins, no background. */
final class SeriesCanvas {
  private SeriesCanvas() {}

  static XYChart empty() {
    XYChart chart = new XYChartBuilder().build();
    XYStyler s = chart.getStyler();
    s.setLocale(Locale.ROOT);
    s.setChartTitleVisible(false);
    s.setLegendVisible(false);
    s.setAxisTitlesVisible(false);
    s.setAxisTicksVisible(false);
    s.setPlotGridLinesVisible(false);
    s.setPlotBorderVisible(false);
    s.setPlotTicksMarksVisible(false);
    s.setChartBackgroundColor(Palette.CLEAR);
    s.setPlotBackgroundColor(Palette.CLEAR);
    s.setChartPadding(0);
    s.setPlotMargin(0);
    s.setPlotContentSize(1);
    s.setMarkerSize(6);
    return chart;
  }

  /** Paints the series into the frame. */
  static void paint(XYChart chart, Graphics2D g, Frame frame) {
    XYStyler s = chart.getStyler();
    s.setXAxisLogarithmic(frame.x().isLogarithmic());
    s.setYAxisLogarithmic(frame.y().isLogarithmic());
    s.setXAxisMin(frame.x().min());
    s.setXAxisMax(frame.x().max());
    s.setYAxisMin(frame.y().min());
    s.setYAxisMax(frame.y().max());
    Graphics2D inner = (Graphics2D) g.create();
    try {
      inner.translate(frame.left(), frame.top());
      chart.paint(inner, frame.width(), frame.height());
    } finally {
      inner.dispose();
    }
  }
}
