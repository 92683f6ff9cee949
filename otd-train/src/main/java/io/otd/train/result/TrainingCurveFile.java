package io.otd.train.result;

import io.otd.core.trained.TrainingSnapshot;
import java.util.List;

/**
 * The training curves as a table, one row a point: {@code epoch}, {@code loss} (fit less
 * dispersion), {@code fit}, {@code dispersion}, {@code action}, {@code validation}, all
 * standardised; an empty cell where nothing was measured.
 */
public final class TrainingCurveFile {
  /** Its name in the directory of a run. */
  public static final String NAME = "metrics.csv";

  private TrainingCurveFile() {}

  /** The text of the file. */
  public static String csv(List<TrainingSnapshot.Point> history) {
    StringBuilder text = new StringBuilder("epoch,loss,fit,dispersion,action,validation\n");
    for (TrainingSnapshot.Point p : history) {
      text.append(p.epoch());
      for (double value :
          new double[] {
            p.fit() - p.dispersion(), p.fit(), p.dispersion(), p.action(), p.validation()
          }) {
        text.append(',').append(Double.isNaN(value) ? "" : Double.toString(value));
      }
      text.append('\n');
    }
    return text.toString();
  }
}
