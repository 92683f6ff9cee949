// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.result;

import io.otd.core.internal.trained.TrainingSnapshot;
import java.util.List;

/**
 * The training curves as a table, one row a point: {@code member} (of the ensemble, from 0), {@code
 * step}, {@code loss} (fit less dispersion), {@code fit}, {@code dispersion}, {@code action},
 * {@code validation}, all standardised; an empty cell if nothing was measured.
 */
public final class TrainingCurveFile {
  /** Its name in the directory of a run. */
  public static final String NAME = "metrics.csv";

  private TrainingCurveFile() {}

  /**
   * The text of the file.
   *
   * @param members the states of the ensemble's first members up to the last that has begun
   */
  public static String csv(List<TrainingSnapshot> members) {
    StringBuilder text = new StringBuilder("member,step,loss,fit,dispersion,action,validation\n");
    for (int member = 0; member < members.size(); member++) {
      for (TrainingSnapshot.Point point : members.get(member).history()) {
        text.append(member).append(',').append(point.step());
        append(text, point);
      }
    }
    return text.toString();
  }

  private static void append(StringBuilder text, TrainingSnapshot.Point p) {
    for (double value :
        new double[] {
          p.fit() - p.dispersion(), p.fit(), p.dispersion(), p.action(), p.validation()
        }) {
      text.append(',').append(Double.isNaN(value) ? "" : Double.toString(value));
    }
    text.append('\n');
  }
}
