// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.field;

import io.otd.paper.ginzburglandau.GinzburgLandauCases;
import io.otd.table.internal.fields.ParametricFields;
import io.otd.train.internal.parallel.FairThreadPool;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** Solves the requested fields; those of the quick scale take a moment. */
public final class SmallFields {
  private static final Map<GinzburgLandauCases, io.otd.table.internal.fields.ParametricFields>
      SOLVED = new ConcurrentHashMap<>();

  public static final Function<GinzburgLandauCases, ParametricFields> SOURCE =
      cases ->
          SOLVED.computeIfAbsent(
              cases,
              c -> c.solve(new FairThreadPool(1), n -> {}, () -> false).orElseThrow().fields());

  public static final FieldOptions OPTIONS = new FieldOptions(SOURCE);

  private SmallFields() {}
}
