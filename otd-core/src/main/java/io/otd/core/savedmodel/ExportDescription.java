package io.otd.core.savedmodel;

import io.otd.core.model.ModelSpec;
import io.otd.core.trained.Provenance;
import java.math.BigDecimal;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What {@code assets.extra/otd.json} says about an exported model beyond its signatures.
 *
 * @param format version of this record
 * @param inputs the input columns in the order of {@link ServingNames#ROWS}
 * @param targets the outputs in their order
 * @param levels of the quantiles, exact decimals in (0, 1), increasing
 * @param bank the latents that all rows share
 * @param spread factor of the spread calibration
 * @param model the specification
 * @param members M, at least 1: draw k is of member {@code k mod M}
 * @param seed of the training run
 * @param metrics of the training run, in the targets' units
 * @param provenance of the model
 */
public record ExportDescription(
    int format,
    List<Column> inputs,
    List<Column> targets,
    List<BigDecimal> levels,
    Bank bank,
    double spread,
    ModelSpec model,
    int members,
    long seed,
    Map<String, Double> metrics,
    Provenance provenance) {
  /** The version that is written, and the only one that is read. */
  public static final int FORMAT = 2;

  /** Keeps the orders; checks the sizes. */
  public ExportDescription {
    inputs = List.copyOf(inputs);
    targets = List.copyOf(targets);
    levels = List.copyOf(levels);
    if (members < 1) {
      throw new IllegalArgumentException("members: " + members + " (expected: >= 1)");
    }
    metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    if (inputs.size() != model.inputs() || targets.size() != model.outputs()) {
      throw new IllegalArgumentException(
          "columns: %d inputs, %d targets (expected: %d and %d, as the model has)"
              .formatted(inputs.size(), targets.size(), model.inputs(), model.outputs()));
    }
  }

  /**
   * A column.
   *
   * @param name as the table has it
   * @param identifier its name as an input of {@link ServingNames#BY_NAME}; for a target, a name of
   *     the same form
   * @param mean of the training rows, in the column's units
   * @param scale standard deviation of the training rows, or 1 for a constant column
   */
  public record Column(String name, String identifier, double mean, double scale) {}

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
