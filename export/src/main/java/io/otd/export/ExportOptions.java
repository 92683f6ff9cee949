// SPDX-License-Identifier: Apache-2.0
package io.otd.export;

import java.math.BigDecimal;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * How a model is exported.
 *
 * @param bank S, draws of masks and other noise made once and shared by all rows, at least 1;
 *     rounded up to a multiple of the members of an ensemble, one for each member if nothing is
 *     random
 * @param bankSeed seed of those draws
 * @param version number of the version, greater than 0; the next free one if none is given
 * @param levels of the quantiles, exact decimals in (0, 1), increasing, at least one
 * @param onnx whether the model is written in ONNX's format as well
 * @param mlflow whether the directory is also an MLflow model; requires {@code onnx}
 */
public record ExportOptions(
    int bank,
    long bankSeed,
    OptionalLong version,
    List<BigDecimal> levels,
    boolean onnx,
    boolean mlflow) {
  /** Median, the usual quantiles, and the ends of the central 50, 75, 80, 90 and 95 % intervals. */
  public static final List<BigDecimal> LEVELS =
      Stream.of(".025", ".05", ".1", ".125", ".25", ".5", ".75", ".875", ".9", ".95", ".975")
          .map(BigDecimal::new)
          .toList();

  /** 256 masks of seed 1, the next free version, {@link #LEVELS}, no ONNX, no MLflow. */
  public static final ExportOptions DEFAULT =
      new ExportOptions(256, 1, OptionalLong.empty(), LEVELS, false, false);

  /** Checks the ranges. */
  public ExportOptions {
    levels = List.copyOf(levels);
    if (bank < 1) {
      throw new IllegalArgumentException("mask bank: " + bank + " draws (expected: >= 1)");
    }
    if (version.isPresent() && version.getAsLong() < 1) {
      throw new IllegalArgumentException("version: " + version.getAsLong() + " (expected: >= 1)");
    }
    BigDecimal last = BigDecimal.ZERO;
    for (BigDecimal level : levels) {
      if (level.compareTo(last) <= 0 || level.compareTo(BigDecimal.ONE) >= 0) {
        throw new IllegalArgumentException(
            "quantile levels: " + levels + " (expected: increasing, inside (0, 1))");
      }
      last = level;
    }
    if (mlflow && !onnx) {
      throw new IllegalArgumentException("mlflow: without onnx (expected: both)");
    }
    if (levels.isEmpty()) {
      throw new IllegalArgumentException("quantile levels: none (expected: at least one)");
    }
  }

  /** The same with another number of masks. */
  public ExportOptions withBank(int draws) {
    return new ExportOptions(draws, bankSeed, version, levels, onnx, mlflow);
  }

  /** The same with a given version. */
  public ExportOptions withVersion(long number) {
    return new ExportOptions(bank, bankSeed, OptionalLong.of(number), levels, onnx, mlflow);
  }

  /** The same with a model in ONNX format next to the SavedModel. */
  public ExportOptions withOnnx() {
    return new ExportOptions(bank, bankSeed, version, levels, true, mlflow);
  }

  /** The same as a model of MLflow, with {@link #withOnnx}. */
  public ExportOptions withMlflow() {
    return new ExportOptions(bank, bankSeed, version, levels, true, true);
  }
}
