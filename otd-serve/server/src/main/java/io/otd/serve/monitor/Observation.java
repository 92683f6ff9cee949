// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.monitor;

import io.otd.core.internal.text.NumberText;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The observed values of a predicted row.
 *
 * @param id of the prediction
 * @param row its place in that request, from 0; may be left out where the request had one row
 * @param values of its targets
 */
public record Observation(String id, OptionalInt row, Values values) {
  /** Checks the range. */
  public Observation {
    if (row.isPresent() && row.getAsInt() < 0) {
      throw new IllegalArgumentException("row: %s (expected: >= 0)".formatted(row.getAsInt()));
    }
  }

  /** Values of targets; NaN for one that was not observed. */
  public sealed interface Values {
    /**
     * The values in the order of the targets.
     *
     * @param targets their names
     * @return one value per target; NaN if none was observed
     * @throws IllegalArgumentException if they are not those of these targets
     */
    double[] of(List<String> targets);
  }

  /**
   * Values in the order of the targets.
   *
   * @param values finite, or NaN
   */
  public record InOrder(List<Double> values) implements Values {
    @Override
    public double[] of(List<String> targets) {
      if (values.size() != targets.size()) {
        throw new IllegalArgumentException(
            "observed: %s (expected: %s, for %s)"
                .formatted(NumberText.counted(values.size(), "value"), targets.size(), targets));
      }
      return values.stream().mapToDouble(Double::doubleValue).toArray();
    }
  }

  /**
   * Values by the names of the targets; an omitted one was not observed.
   *
   * @param values finite, or NaN
   */
  public record ByName(Map<String, Double> values) implements Values {
    /** Copies the map, in its order. */
    public ByName {
      values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
    }

    @Override
    public double[] of(List<String> targets) {
      double[] result = new double[targets.size()];
      Arrays.fill(result, Double.NaN);
      values.forEach(
          (name, value) -> {
            int place = targets.indexOf(name);
            if (place < 0) {
              throw new IllegalArgumentException(
                  "observed: unknown target \"%s\" (expected: %s)".formatted(name, targets));
            }
            result[place] = value;
          });
      return result;
    }
  }
}
