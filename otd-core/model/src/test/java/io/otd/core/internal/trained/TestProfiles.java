// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.trained;

import io.otd.core.internal.profile.NumberProfile;
import io.otd.core.internal.profile.PredictionProfile;
import io.otd.core.internal.profile.TextKinds;
import io.otd.core.internal.profile.TextProfile;
import io.otd.core.internal.profile.TrainingProfile;
import io.otd.core.schema.DateInput;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.ListedInput;
import io.otd.core.schema.NumericInput;
import io.otd.core.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Profiles of imaginary training rows: numbers evenly spaced from two standard deviations below the
 * mean to two above, all texts equally often, a tenth missing.
 */
public final class TestProfiles {
  /** Rows of each profile. */
  public static final int ROWS = 1000;

  private TestProfiles() {}

  /** The profile of rows of a schema, with predictions from 0 to 1 and of deviations about 1. */
  public static TrainingProfile of(TableSchema schema) {
    List<NumberProfile> numbers = new ArrayList<>();
    for (InputColumn column : schema.inputs()) {
      numbers.addAll(
          column.match(
              number -> List.of(even(number.name(), number)),
              text -> text.matchText(listed -> List.of(), TestProfiles::date)));
    }
    List<TextProfile> texts =
        TrainingProfile.listed(schema).stream().map(TestProfiles::even).toList();
    return new TrainingProfile(
        ROWS,
        numbers,
        texts,
        ROWS,
        schema.targetNames().stream()
            .map(
                target ->
                    new PredictionProfile(
                        target,
                        NumberProfile.of(target + ": mean", even(0, 1)),
                        NumberProfile.of(target + ": std", even(.5, 1.5))))
            .toList());
  }

  private static List<NumberProfile> date(DateInput date) {
    return date.parts().stream()
        .map(part -> even(date.name() + ": " + part.part().word(), part.number()))
        .toList();
  }

  private static NumberProfile even(String name, NumericInput number) {
    double[] present = even(number.mean() - 2 * number.scale(), number.mean() + 2 * number.scale());
    return NumberProfile.of(name, present);
  }

  private static double[] even(double from, double to) {
    return IntStream.range(0, ROWS).mapToDouble(i -> from + (to - from) * i / (ROWS - 1)).toArray();
  }

  private static TextProfile even(ListedInput column) {
    List<String> kinds = new TextKinds(column).names();
    int gaps = ROWS / 10;
    int each = (ROWS - gaps) / kinds.size();
    return TextProfile.of(
        column.name(), kinds, Collections.nCopies(kinds.size(), each), gaps, ROWS);
  }
}
