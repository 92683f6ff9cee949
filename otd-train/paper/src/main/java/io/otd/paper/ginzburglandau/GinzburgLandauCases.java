// SPDX-License-Identifier: Apache-2.0
package io.otd.paper.ginzburglandau;

import io.otd.core.internal.check.Check;
import io.otd.train.internal.parallel.Outcome;
import io.otd.train.internal.parallel.Workers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntConsumer;

/**
 * Equally spaced values of mu, {@code i / (M - 1)}, and the equation to be solved for each.
 *
 * @param equation with its grid
 * @param cases M, at least 2
 */
public record GinzburgLandauCases(GinzburgLandau equation, int cases) {
  /** As in the paper: 256 values on a 64 x 64 grid. */
  public static final GinzburgLandauCases PAPER =
      new GinzburgLandauCases(GinzburgLandau.PAPER, 256);

  /** Checks the range. */
  public GinzburgLandauCases {
    Check.that(cases >= 2, "cases", cases, "at least 2");
  }

  /**
   * A value of the parameter.
   *
   * @param index from 0 to M - 1
   */
  public double mu(int index) {
    return index / (cases - 1.0);
  }

  /**
   * Solves all cases; the numbers do not depend on the workers.
   *
   * @param workers that process the cases in parallel
   * @param done receives the number of finished cases, from several threads
   * @param stop whether to stop, called at intervals
   * @return the fields; nothing if it was to stop
   */
  public Optional<GinzburgLandauFields> solve(
      Workers workers, IntConsumer done, BooleanSupplier stop) {
    AtomicInteger count = new AtomicInteger();
    List<Workers.Task<Optional<Equilibrium>>> tasks = new ArrayList<>();
    for (int i = 0; i < cases; i++) {
      double mu = mu(i);
      tasks.add(
          turn -> {
            Optional<Equilibrium> end = equation.solve(mu, stop);
            end.ifPresent(e -> done.accept(count.incrementAndGet()));
            return end;
          });
    }
    List<Optional<Equilibrium>> ends = workers.run(tasks).stream().map(Outcome::unchecked).toList();
    return ends.stream().allMatch(Optional::isPresent)
        ? Optional.of(
            GinzburgLandauFields.of(equation, ends.stream().flatMap(Optional::stream).toList()))
        : Optional.empty();
  }
}
