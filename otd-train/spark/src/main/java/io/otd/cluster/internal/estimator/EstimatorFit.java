// SPDX-License-Identifier: Apache-2.0
package io.otd.cluster.internal.estimator;

import io.otd.cluster.internal.ExecutorPrograms;
import io.otd.core.internal.files.DurableFiles;
import io.otd.core.internal.graph.Compiler;
import io.otd.export.ExportOptions;
import io.otd.export.SavedModelExporter;
import io.otd.train.internal.cluster.ClusterSite;
import io.otd.train.internal.fit.TableFit;
import io.otd.train.internal.parallel.FairThreadPool;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.preparation.PreparedTable;
import io.otd.train.internal.run.ModelProvenance;
import io.otd.train.progress.TrainingOutcome;
import io.otd.train.settings.Settings;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/** Trains on a data set: its rows to files, networks from these, a model from the networks. */
public final class EstimatorFit {
  private static final System.Logger LOG = System.getLogger("io.otd.cluster");
  private static final String EXPORT = "export";

  /** Networks whose orders are given at a time; Spark queues those for which it has no core. */
  private static final int MOST_NETWORKS = 64;

  private final EstimatorPlan plan;
  private final JavaSparkContext context;

  /** A fit in an application that runs. */
  public EstimatorFit(EstimatorPlan plan, SparkSession session) {
    this.plan = plan;
    this.context = JavaSparkContext.fromSparkContext(session.sparkContext());
  }

  /**
   * Trains and exports.
   *
   * @return directory of the exported version
   * @throws IllegalArgumentException if the rows are invalid
   * @throws IOException if the directory cannot be written
   */
  public Path run(Dataset<Row> rows) throws IOException {
    Path base = Files.createDirectories(plan.directory().toAbsolutePath());
    // One per fit: several may run in the same directory.
    Path work = Files.createTempDirectory(base, "fit-");
    try {
      NativeFlags.set(0);
      Shards shards = new Shards(plan, work.toString());
      PreparedTable data = shards.of(rows);
      data.notices().forEach(notice -> LOG.log(Level.INFO, notice));
      return SavedModelExporter.export(
              trained(data, work).model(), base.resolve(EXPORT), ExportOptions.DEFAULT)
          .directory();
    } finally {
      DurableFiles.deleteTree(work);
    }
  }

  private TableFit.Result trained(PreparedTable data, Path work) {
    Settings settings = plan.settings();
    ClusterSite.Conditions conditions =
        new ClusterSite.Conditions(TableFit.checkpoints(settings), false);
    try (ClusterSite site = ClusterSite.of(new SessionCluster(context), work, conditions)) {
      var trainer =
          TableFit.trainer(
                  settings,
                  new Compiler(
                      ExecutorPrograms.shared(), warning -> LOG.log(Level.WARNING, warning)),
                  Clock.systemUTC(),
                  () -> context.sc().isStopped())
              .at(site);
      TableFit.Result result =
          new TableFit(
                  settings,
                  data,
                  ModelProvenance.of(settings, data, NativeFlags.inForce(), Clock.systemUTC()),
                  trainer,
                  new FairThreadPool(MOST_NETWORKS))
              .run(List.of(), event -> {});
      if (result.outcome() == TrainingOutcome.INTERRUPTED) {
        throw new IllegalStateException("training: stopped, as the application of Spark has ended");
      }
      return result;
    }
  }
}
