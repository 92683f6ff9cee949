// SPDX-License-Identifier: Apache-2.0
package io.otd.light.internal.model;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.savedmodel.ServingNames;
import io.otd.core.schema.TableSchema;
import io.otd.light.internal.tape.Element;
import io.otd.light.internal.tape.Tape;
import io.otd.light.internal.tape.TapeType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An exported model.
 *
 * @param schema columns and targets
 * @param levels of the SavedModel's quantiles, exact decimals
 * @param conformal intervals of the predictions
 * @param metrics of the training run, by name
 * @param networks the number of each draw's network, from 0, S of them
 * @param tape the program, from encoded rows to the outputs of the SavedModel and {@link #DRAWN}
 */
public record LightModel(
    TableSchema schema,
    List<BigDecimal> levels,
    ConformalCalibration conformal,
    Map<String, Double> metrics,
    List<Integer> networks,
    Tape tape) {
  /** Output of draws from a seed, {@code [S, d_y]}. */
  public static final String DRAWN = "drawn";

  /** Checks that the sizes agree. */
  public LightModel {
    levels = List.copyOf(levels);
    networks = List.copyOf(networks);
    int draws = networks.size();
    if (networks.stream().anyMatch(n -> n < 0 || n >= draws)) {
      throw new IllegalArgumentException(
          "networks of the draws: %s (expected: each from 0 and below %s)"
              .formatted(networks, draws));
    }
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    conformal.requireOutputs(schema.targets().size());
    conformal.columns(schema);
    if (tape.inputs() != schema.width()) {
      throw new IllegalArgumentException(
          "inputs of the program: %s (expected: %s)".formatted(tape.inputs(), schema.width()));
    }
    int outputs = schema.targets().size();
    require(tape, ServingNames.MEAN, List.of(outputs));
    require(tape, ServingNames.STD, List.of(outputs));
    require(tape, ServingNames.SAMPLES, List.of(draws, outputs));
    require(tape, DRAWN, List.of(draws, outputs));
    require(tape, ServingNames.QUANTILES, List.of(levels.size(), outputs));
    for (int output : tape.outputs().values()) {
      if (tape.type(output).element() != Element.FLOAT) {
        throw new IllegalArgumentException(
            "output: %s (expected: one of FLOAT)".formatted(tape.type(output)));
      }
    }
    if (!conformal.absent()) {
      require(tape, ServingNames.LOWER, List.of(conformal.levels().size(), outputs));
      require(tape, ServingNames.UPPER, List.of(conformal.levels().size(), outputs));
    }
  }

  private static void require(Tape tape, String name, List<Integer> dims) {
    TapeType type = tape.type(tape.output(name));
    if (type.element() != Element.FLOAT || !type.dims().equals(dims)) {
      throw new IllegalArgumentException(
          "output %s: %s (expected: %s of FLOAT)".formatted(name, type, dims));
    }
  }

  /** S. */
  public int draws() {
    return networks.size();
  }

  /** Names of the outputs with the draws of the bank: those of the SavedModel. */
  public List<String> outputNames() {
    List<String> names = new ArrayList<>(tape.outputs().keySet());
    names.remove(DRAWN);
    return List.copyOf(names);
  }

  /** d_y. */
  public int outputs() {
    return schema.targets().size();
  }
}
