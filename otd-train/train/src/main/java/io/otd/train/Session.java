// SPDX-License-Identifier: Apache-2.0
package io.otd.train;

import io.otd.core.internal.graph.Compiler;
import io.otd.core.internal.graph.SharedCompilation;
import io.otd.table.problem.InputException;
import io.otd.train.internal.cluster.ClusterSite;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.network.NetworkTrainer;
import io.otd.train.internal.network.TrainingSettings;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.settings.Settings;
import java.nio.file.Path;
import java.util.Optional;

/** The resources of one fit, cross-validation or search: the programs that its runs share. */
final class Session implements AutoCloseable {
  /** One core for each of the parallel runs: threads inside products would slow them down. */
  private static final long ONE_CORE_EACH = 0;

  private final SharedCompilation compilation;
  private final NetworkTrainer trainer;
  private final Optional<ClusterSite> cluster;

  private Session(
      Settings settings, Observers observers, Machine machine, Optional<ClusterSite> cluster) {
    this.compilation = new SharedCompilation();
    this.cluster = cluster;
    NetworkTrainer here =
        TableFit.trainer(
            settings,
            new Compiler(compilation, observers.warnings()),
            machine.clock(),
            observers.stop());
    this.trainer = cluster.map(here::at).orElse(here);
  }

  /** For several runs in parallel. */
  static Session ofSeveral(
      Settings settings, Observers observers, Machine machine, Path directory) {
    return open(settings, observers, machine, ONE_CORE_EACH, Optional.of(directory));
  }

  /**
   * For one fit. Members of an ensemble get one core each, whether or not several are trained at a
   * time, because the numbers may depend on the threads inside a product.
   *
   * @param directory of the run, if it has one
   */
  static Session ofOne(
      Settings settings,
      PreparedTable data,
      Observers observers,
      Machine machine,
      Optional<Path> directory) {
    return open(
        settings,
        observers,
        machine,
        data.plan().members() > 1 ? ONE_CORE_EACH : largestProduct(settings, data),
        directory);
  }

  private static long largestProduct(Settings settings, PreparedTable data) {
    TrainingSettings training = data.trainingSettings(settings);
    int rows = data.memberRows().get(0).train().length;
    return NativeFlags.largestProduct(
        settings.modelSpec(data.schema().width(), data.schema().targets().size()),
        training.loss().draws(),
        training.batch().of(rows, data.points()).batchRows());
  }

  /** The flags are set before anything loads the native library, which reads them. */
  private static Session open(
      Settings settings,
      Observers observers,
      Machine machine,
      long largestProduct,
      Optional<Path> directory) {
    if (machine.nativeFlags()) {
      NativeFlags.set(largestProduct);
    }
    return new Session(
        settings, observers, machine, machine.spark().map(s -> cluster(s, settings, directory)));
  }

  private static ClusterSite cluster(
      Machine.Spark spark, Settings settings, Optional<Path> directory) {
    return ClusterSite.start(
        spark.master(),
        spark.settings(),
        directory.orElseThrow(
            () ->
                new InputException(
                    "spark: %s without a directory (expected: fitIn, crossValidateIn or searchIn,"
                            .formatted(spark.master())
                        + " with a directory that all machines see)")),
        new ClusterSite.Conditions(
            TableFit.checkpoints(settings), settings.output().tensorboard()));
  }

  /**
   * Rejects a time limit: only a single run on one machine may have one.
   *
   * @param what cannot have a limit, and why
   * @throws InputException if the settings have a time limit
   */
  static void requireUnbounded(Settings settings, String what) {
    settings
        .training()
        .budgetSeconds()
        .ifPresent(
            seconds -> {
              throw new InputException(
                  "training.budget_seconds: %s with %s (expected: null)".formatted(seconds, what));
            });
  }

  /** Trains every network. */
  NetworkTrainer trainer() {
    return trainer;
  }

  /** The native flags in force. */
  String flags() {
    return NativeFlags.inForce();
  }

  @Override
  public void close() {
    cluster.ifPresent(ClusterSite::close);
    compilation.close();
  }
}
