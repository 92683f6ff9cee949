// SPDX-License-Identifier: Apache-2.0
package io.otd.train.internal.cluster;

import io.otd.core.internal.files.DurableFiles;
import io.otd.table.problem.InputException;
import io.otd.train.internal.fit.ValidationScore;
import io.otd.train.internal.network.DivergedFitException;
import io.otd.train.internal.network.NetworkFit;
import io.otd.train.internal.network.NetworkSite;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.network.TrainingRows;
import io.otd.train.internal.network.Validation;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.preparation.ShardFile;
import io.otd.train.internal.run.BuildVersion;
import io.otd.train.progress.TrainingListener;
import io.otd.train.progress.TrainingOutcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/**
 * Has networks trained on a cluster. The input for another machine is in a shared folder; the
 * calling thread waits, reports the events that it reads there, and passes on a request to stop.
 */
public final class ClusterSite implements NetworkSite, AutoCloseable {
  /** The files in the directory of a run while its networks are trained elsewhere. */
  private static final String FOLDER = "cluster";

  /** Default number of networks that are submitted at a time: the cluster queues them. */
  public static final int JOBS = 64;

  private static final long LOOK_MILLIS = 200;

  private final NetworkCluster cluster;
  private final Path folder;
  private final Conditions conditions;
  private final AtomicInteger orders = new AtomicInteger();

  private ClusterSite(NetworkCluster cluster, Path folder, Conditions conditions) {
    this.cluster = cluster;
    this.folder = folder;
    this.conditions = conditions;
  }

  /**
   * The common part of all networks.
   *
   * @param saves time between two states that are saved
   * @param curves whether the parameters are needed at each point of the training curves
   */
  public record Conditions(Duration saves, boolean curves) {}

  /**
   * Starts a cluster, of the one library there is that can.
   *
   * @param address of the cluster
   * @param settings of the cluster
   * @param directory of the run, which all machines must see, and only this run writes to
   * @throws InputException if there is no such library, or the cluster cannot be reached
   */
  public static ClusterSite start(
      String address, List<String> settings, Path directory, Conditions conditions) {
    NetworkClusterProvider provider =
        ServiceLoader.load(NetworkClusterProvider.class)
            .findFirst()
            .orElseThrow(
                () ->
                    new InputException(
                        "--spark: %s (expected: otd-train-spark on the class path; the otd launcher"
                                .formatted(address)
                            + " adds it)"));
    return of(
        folder ->
            provider.start(new ClusterRequest(address, settings, NativeFlags.inForce(), folder)),
        directory,
        conditions);
  }

  /**
   * A cluster that this process has already.
   *
   * @param cluster works with any folder
   * @param directory that all machines see, and only this run writes to
   */
  public static ClusterSite of(NetworkCluster cluster, Path directory, Conditions conditions) {
    return of(folder -> cluster, directory, conditions);
  }

  static ClusterSite of(
      Function<Path, NetworkCluster> start, Path directory, Conditions conditions) {
    try {
      Path folder = directory.toRealPath().resolve(FOLDER);
      DurableFiles.deleteTree(folder); // left by a process that was killed
      Files.createDirectory(folder);
      return new ClusterSite(start.apply(folder), folder, conditions);
    } catch (IOException e) {
      throw new InputException(
          "%s: cannot create a folder for a cluster in it: %s".formatted(directory, e));
    }
  }

  /** Version and commit. */
  static String build() {
    return BuildVersion.version() + " " + BuildVersion.commit();
  }

  @Override
  public NetworkTrainer.Result train(
      NetworkTrainer trainer, NetworkFit fit, TrainingListener listener) {
    boolean shard = ShardFile.of(fit.rows()).isPresent();
    if (fit.rows().stored().isPresent() && !shard) {
      throw new InputException(
          "--spark: %s rows that are read from disk while a network is trained (expected: rows in"
                  .formatted(fit.rows().rows())
              + " memory, as of a sample, or training without --spark)");
    }
    Optional<ValidationScore> score = fit.validation().map(ClusterSite::describable);
    try {
      Path path = Files.createDirectory(folder.resolve("network-" + orders.getAndIncrement()));
      OrderFolder order = new OrderFolder(path);
      // The rows of a shard are read from its own file.
      List<float[]> rows = new ArrayList<>(shard ? List.of() : arrays(fit.rows()));
      score.ifPresent(s -> rows.addAll(arrays(s.scored().rows())));
      if (fit.resumed().isPresent()) {
        order.state(fit.resumed().get());
      }
      order.order(NetworkOrder.of(trainer, fit, score, conditions), rows);
      follow(order, trainer, new EventReader(order, listener, trainer.warnings(), score));
      NetworkTrainer.Result result = result(order);
      DurableFiles.deleteTree(path);
      return result;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ValidationScore describable(Validation validation) {
    if (validation instanceof ValidationScore score) {
      return score;
    }
    throw new IllegalArgumentException(
        "validation: %s (expected: one that another process can do)".formatted(validation));
  }

  private void follow(OrderFolder order, NetworkTrainer trainer, EventReader events)
      throws IOException {
    CompletableFuture<Void> end = cluster.submit(order.path());
    boolean stopped = false;
    boolean interrupted = false;
    try {
      while (true) {
        if (!stopped && (interrupted || trainer.stop().getAsBoolean())) {
          stopped = true;
          order.stop();
        }
        try {
          end.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
          events.look();
          return;
        } catch (TimeoutException e) {
          events.look();
        } catch (InterruptedException e) {
          interrupted = true; // the other machine stops at a safe point, as this one would
        } catch (ExecutionException e) {
          throw new IOException(order.path() + ": no result: " + message(e), e);
        }
      }
    } finally {
      if (!end.isDone()) {
        order.stop(); // the listener has failed
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static String message(ExecutionException e) {
    Throwable cause = e.getCause();
    return String.valueOf(cause == null ? e.getMessage() : cause.getMessage());
  }

  private static List<float[]> arrays(TrainingRows rows) {
    return List.of(rows.x(), rows.y(), rows.weights());
  }

  private static NetworkTrainer.Result result(OrderFolder order) throws IOException {
    OrderFolder.Result result =
        order.result().orElseThrow(() -> new IOException(order.path() + ": no result in it"));
    return switch (result.ending()) {
      case COMPLETED, STOPPED_EARLY, INTERRUPTED -> {
        var end = order.lastState();
        yield new NetworkTrainer.Result(
            end.best().clone(), end, TrainingOutcome.valueOf(result.ending().name()));
      }
      case DIVERGED -> throw new DivergedFitException(result.message(), order.lastState());
      case FAILED ->
          throw new IllegalStateException("a machine of the cluster: " + result.message());
    };
  }

  @Override
  public void close() {
    cluster.close();
    try {
      DurableFiles.deleteTree(folder);
    } catch (IOException e) {
      // A process that is ending may still hold files; the next run removes them.
      return;
    }
  }
}
