// SPDX-License-Identifier: Apache-2.0
package io.otd.core.internal.savedmodel;

import io.otd.core.internal.calibration.ConformalCalibration;
import io.otd.core.internal.provenance.Provenance;
import io.otd.core.schema.InputColumn;
import io.otd.core.schema.TableSchema;
import io.otd.core.schema.TargetColumn;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code assets.extra/otd.json} says about an exported model beyond its signatures.
 *
 * @param format version of this record
 * @param inputs the input columns: those of numbers are the columns of {@link ServingNames#ROWS},
 *     in this order, those of texts the columns of {@link ServingNames#TEXTS}
 * @param targets the outputs in their order
 * @param levels of the quantiles, exact decimals in (0, 1), increasing
 * @param bank the latents that all rows share
 * @param spread factor of the spread calibration of the pooled draws
 * @param conformal intervals of {@link ServingNames#LOWER} and {@link ServingNames#UPPER}, possibly
 *     none
 * @param model the specification
 * @param memberSpreads factor of the calibration of each member's own draws, before they are
 *     pooled; M of them, at least one: draw k is of member {@code k mod M}
 * @param seed of the training run
 * @param metrics of the training run, in the targets' units
 * @param provenance of the model
 */
public record ExportDescription(
    int format,
    List<Input> inputs,
    List<Target> targets,
    List<BigDecimal> levels,
    Bank bank,
    double spread,
    ConformalCalibration conformal,
    ModelDescription model,
    List<Double> memberSpreads,
    long seed,
    Map<String, Double> metrics,
    Provenance provenance) {
  /** The version that is written, and the only one that is read. */
  public static final int FORMAT = 3;

  /** Keeps the orders; checks the sizes. */
  public ExportDescription {
    inputs = List.copyOf(inputs);
    targets = List.copyOf(targets);
    levels = List.copyOf(levels);
    memberSpreads = List.copyOf(memberSpreads);
    if (memberSpreads.isEmpty()) {
      throw new IllegalArgumentException("member spreads: none (expected: one a member)");
    }
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    int width = inputs.stream().mapToInt(input -> input.column().width()).sum();
    if (width != model.inputs() || targets.size() != model.outputs()) {
      throw new IllegalArgumentException(
          "columns: %d inputs, %d targets (expected: %d and %d, as the model has)"
              .formatted(width, targets.size(), model.inputs(), model.outputs()));
    }
    conformal.requireOutputs(model.outputs());
  }

  /** All columns. */
  public TableSchema schema() {
    return new TableSchema(
        inputs.stream().map(Input::column).toList(), targets.stream().map(Target::column).toList());
  }

  /**
   * The input column of an identifier.
   *
   * @param identifier one of those of {@link #inputs}
   * @throws java.util.NoSuchElementException if there is none
   */
  public InputColumn column(String identifier) {
    return inputs.stream()
        .filter(input -> input.identifier().equals(identifier))
        .findFirst()
        .orElseThrow()
        .column();
  }

  /**
   * An input column.
   *
   * @param identifier its name as an input of {@link ServingNames#BY_NAME}
   * @param column how it is encoded, with its name as the table has it
   */
  public record Input(String identifier, InputColumn column) {}

  /**
   * A target.
   *
   * @param identifier a name of the same form
   * @param column how it is transformed, with its name as the table has it
   */
  public record Target(String identifier, TargetColumn column) {}

  /**
   * The draws that all rows share: masks, and noise of the output law where it takes any.
   *
   * @param size S, at least 1
   * @param seed they were drawn with
   */
  public record Bank(int size, long seed) {
    /** Checks the size. */
    public Bank {
      if (size < 1) {
        throw new IllegalArgumentException("mask bank: " + size + " draws (expected: >= 1)");
      }
    }
  }
}
