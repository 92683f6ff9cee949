// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.cluster;

import io.otd.core.internal.graph.Compilation;
import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.trained.TrainingSnapshot;
import io.otd.train.internal.fit.ValidationScore;
import io.otd.train.internal.network.DivergedFitException;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.internal.network.Validation;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.progress.TrainingEvent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Carries out an order, from the last state that is in its folder.
 *
 * @param folder of the order
 * @param shared programs of this process
 * @param clock for rates and for the time between states
 */
public record OrderedFit(OrderFolder folder, Compilation shared, Clock clock) {
  /**
   * Trains the network of an order and leaves the result in its folder, also where training fails.
   * The work of a killed process continues from its last state, to the same numbers.
   *
   * @param shared programs of this process
   * @param clock for rates and for the time between states
   * @throws IOException if the folder cannot be read or written: another machine may try
   */
  public static void work(Path folder, Compilation shared, Clock clock) throws IOException {
    OrderFolder order = new OrderFolder(folder);
    if (order.result().isPresent()) {
      return; // already done; only the answer was lost
    }
    new OrderedFit(order, shared, clock).work();
  }

  private void work() throws IOException {
    try {
      NetworkOrder order = folder.order();
      requireSame("build of OTD", ClusterSite.build(), order.build());
      requireSame("native flags", NativeFlags.inForce(), order.flags());
      NetworkTrainer.Result result = trained(order);
      folder.end(
          new OrderFolder.Result(OrderFolder.Ending.valueOf(result.outcome().name()), ""),
          Optional.of(result.snapshot()));
    } catch (DivergedFitException e) {
      folder.end(
          new OrderFolder.Result(OrderFolder.Ending.DIVERGED, String.valueOf(e.getMessage())),
          Optional.of(e.lastGood().get(0)));
    } catch (UncheckedIOException e) {
      throw new IOException(e);
    } catch (RuntimeException | LinkageError e) {
      // It would fail on any other machine too.
      folder.end(new OrderFolder.Result(OrderFolder.Ending.FAILED, e.toString()), Optional.empty());
    }
  }

  private static void requireSame(String what, String here, String there) {
    if (!here.equals(there)) {
      throw new IllegalStateException(
          "%s: \"%s\" (expected: \"%s\", as where the order comes from)"
              .formatted(what, here, there));
    }
  }

  private NetworkTrainer.Result trained(NetworkOrder order) throws IOException {
    boolean validated = !order.validation().isEmpty();
    int held = order.shard().isEmpty() ? 3 : 0;
    List<float[]> rows = folder.rows(validated ? held + 3 : held);
    Optional<TrainingSnapshot> from = folder.state();
    try (EventWriter events = new EventWriter(folder.newEvents(), order.curves())) {
      Compiler compiler =
          new Compiler(order.compiled() ? shared : Compilation.NONE, events::warning);
      Optional<Validation> score = Optional.empty();
      if (validated) {
        NetworkOrder.Validated by = order.validation().get(0);
        TrainingRows scored =
            by.rows().with(rows.get(held), rows.get(held + 1), rows.get(held + 2));
        score = Optional.of(new ValidationScore(by.with(scored), compiler, events::notFinite));
      }
      try {
        return trainer(order, compiler)
            .train(
                order.model(),
                learned(order, rows),
                score,
                order.settings(),
                from,
                event -> tell(event, events));
      } finally {
        score.ifPresent(Validation::close);
      }
    }
  }

  private static TrainingRows learned(NetworkOrder order, List<float[]> rows) {
    return order.shard().stream()
        .findFirst()
        .map(NetworkOrder.Shard::opened)
        .map(
            shard ->
                order.rows().with(shard.x(), shard.y(), new float[0]).weighted(shard.weights()))
        .orElseGet(() -> order.rows().with(rows.get(0), rows.get(1), rows.get(2)));
  }

  private NetworkTrainer trainer(NetworkOrder order, Compiler compiler) {
    return new NetworkTrainer(
            compiler,
            order.precision(),
            clock,
            Duration.ofMillis(order.saveMillis()),
            folder::stopping)
        .until(order.until());
  }

  private void tell(TrainingEvent event, EventWriter events) {
    if (event instanceof TrainingEvent.Saved saved) {
      try {
        folder.state(saved.snapshots().get(0));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    events.event(event);
  }
}
