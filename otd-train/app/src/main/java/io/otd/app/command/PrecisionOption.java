// SPDX-License-Identifier: Apache-2.0
package io.otd.app.command;

import io.otd.core.internal.graph.Devices;
import io.otd.core.internal.layer.Precision;
import io.otd.table.problem.InputException;
import io.otd.train.settings.OptimizationSettings.Products;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** In what precision wide layers are multiplied. */
public final class PrecisionOption {
  /** Its name in the provenance of a result. */
  public static final String ORIGIN = "precision";

  @Option(
      names = "--precision",
      paramLabel = "NAME",
      description =
          "Precision of wide layers: float32; mixed, with factors rounded to bfloat16; "
              + "or auto, mixed if the hardware multiplies bfloat16. Default: float32.")
  private @Nullable String name;

  /** As on the command line, after a space; empty if not given. */
  public String argument() {
    return name == null ? "" : " --precision " + name;
  }

  /**
   * The effective value on this machine. TensorFlow is loaded to find out: the native flags must be
   * set before.
   *
   * @param console is warned where it costs time
   * @throws InputException if there is no such precision
   */
  public Precision precision(Console console) {
    return products().here(console::warn);
  }

  /** The same in a word. */
  public String text() {
    return text(products().on(Devices::multiplyBfloat16));
  }

  private Products products() {
    if (name == null) {
      return Products.FLOAT32;
    }
    return Arrays.stream(Products.values())
        .filter(p -> text(p).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InputException(
                    "--precision: %s (expected: one of %s)"
                        .formatted(
                            name,
                            Arrays.stream(Products.values())
                                .map(PrecisionOption::text)
                                .collect(Collectors.joining(", ")))));
  }

  /** A precision in a word. */
  public static String text(Enum<?> precision) {
    return precision.name().toLowerCase(Locale.ROOT);
  }
}
