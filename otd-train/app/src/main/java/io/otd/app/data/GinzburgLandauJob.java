// SPDX-License-Identifier: Apache-2.0
package io.otd.app.data;

import io.otd.app.command.Console;
import io.otd.app.progress.CountProgress;
import io.otd.paper.ginzburglandau.GinzburgLandauCache;
import io.otd.paper.ginzburglandau.GinzburgLandauCases;
import io.otd.paper.ginzburglandau.GinzburgLandauFields;
import io.otd.table.internal.fields.FieldsFile;
import io.otd.table.internal.fields.ParametricFields;
import io.otd.train.internal.parallel.FairThreadPool;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Solves Ginzburg-Landau cases with progress, or finds them in the cache.
 *
 * @param console for progress and Ctrl-C
 * @param cache where solved cases are kept
 * @param sideBySide most cases solved at a time
 */
public record GinzburgLandauJob(Console console, GinzburgLandauCache cache, int sideBySide) {
  /**
   * A job that keeps its cases with other data.
   *
   * @param directory for data
   */
  public static GinzburgLandauJob in(Path directory, Console console, int sideBySide) {
    return new GinzburgLandauJob(
        console, new GinzburgLandauCache(directory.resolve("fields")), sideBySide);
  }

  /**
   * Solves cases and keeps them.
   *
   * @return their card; nothing if the user stopped it
   * @throws IOException if they cannot be written
   */
  Optional<GinzburgLandauCache.Card> solve(GinzburgLandauCases cases) throws IOException {
    console.interruption().guard();
    Optional<GinzburgLandauFields> fields;
    try (CountProgress progress = console.counting("fields", "solved", cases.cases())) {
      fields =
          cases.solve(
              new FairThreadPool(sideBySide), progress::done, console.interruption()::requested);
    }
    return fields.isEmpty() ? Optional.empty() : Optional.of(cache.put(cases, fields.get()));
  }

  /**
   * Sees to it that cases are in the cache.
   *
   * @return whether they are; not if the user stopped it
   * @throws IOException if they cannot be written
   */
  public boolean prepare(GinzburgLandauCases cases) throws IOException {
    return cache.find(cases).isPresent() || solve(cases).isPresent();
  }

  /** Reads cases that are in the cache, each once. */
  public Function<GinzburgLandauCases, ParametricFields> source() {
    Map<GinzburgLandauCases, ParametricFields> read = new ConcurrentHashMap<>();
    return cases -> read.computeIfAbsent(cases, c -> FieldsFile.read(cache.file(c)));
  }
}
