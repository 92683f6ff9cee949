// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.internal.settings;

import io.otd.core.internal.settings.Flags;
import io.otd.core.internal.settings.Setting;
import java.util.List;

/**
 * What computes the models.
 *
 * @param engine of all models
 * @param compile numbers of rows for which signatures are compiled; empty for none
 * @param batching whether concurrent requests are joined
 */
public record ComputeSettings(
    @Setting(
            "Engine that computes the models: tensorflow, or light (plain Java, only for models exported by otd).")
        @Flags(value = "--engine", label = "ENGINE")
        Engine engine,
    @Setting(
            value =
                "Compile signatures with XLA for these numbers of rows, such as 1,16,64: worthwhile for large models or many draws.",
            atLeast = 1)
        @Flags(value = "--compile", label = "ROWS")
        List<Integer> compile,
    @Setting(
            "Batch concurrent requests of the same signature. Results may differ in the last digits.")
        @Flags({"--enable-batching", "--enable_batching"})
        boolean batching) {
  /** Copies the list. */
  public ComputeSettings {
    compile = List.copyOf(compile);
  }

  /**
   * An engine that neither compiles nor joins requests.
   *
   * @param engine of all models
   */
  public static ComputeSettings plain(Engine engine) {
    return new ComputeSettings(engine, List.of(), false);
  }
}
