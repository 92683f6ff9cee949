// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.otd.serve.RowPredictor;
import io.otd.serve.grpc.RecordedRequests;
import io.otd.serve.internal.batching.BatchScheduler;
import io.otd.serve.internal.batching.BatchedModel;
import io.otd.serve.internal.inspection.GraphInspection;
import io.otd.serve.internal.inspection.InspectedModel;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.internal.lifecycle.VersionId;
import io.otd.serve.internal.parallel.ParallelPieces;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.servable.Servable;
import io.otd.serve.internal.servable.ServedModel;
import io.otd.serve.internal.servable.SignatureRunner;
import io.otd.serve.internal.settings.Engine;
import io.otd.serve.light.LightServable;
import io.otd.serve.otlp.OtlpExport;
import io.otd.serve.registry.VersionLoader;
import io.otd.serve.settings.ServeSettings;
import io.otd.serve.telemetry.AbandonedWork;
import io.otd.serve.telemetry.Telemetry;
import io.otd.serve.telemetry.WatchedModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Makes a version ready to answer: loads it with the engine of the server, and warms it up.
 *
 * @param settings engine, limits
 * @param pieces runs the pieces of large compiled runs
 * @param telemetry receives batches
 * @param work receives runs and loads
 * @param otlp receives runs, if there are spans
 * @param batches joins requests, if they are joined
 * @param compilation compiles what is loaded
 * @param answers whether the model of a name has a version that answers
 */
record VersionPreparation(
    ServeSettings settings,
    ParallelPieces pieces,
    Telemetry telemetry,
    AbandonedWork work,
    Optional<OtlpExport> otlp,
    Optional<BatchScheduler> batches,
    VersionCompilation compilation,
    Predicate<String> answers)
    implements VersionLoader {
  @Override
  @SuppressWarnings("try") // It ends with the load.
  public ServedModel load(VersionId id, Path directory, Caller caller) throws IOException {
    try (AbandonedWork.Work load = work.begin(AbandonedWork.Kind.LOAD, id, "", caller)) {
      return load(id, directory);
    }
  }

  private ServedModel load(VersionId id, Path directory) throws IOException {
    if (settings.compute().engine() == Engine.LIGHT) {
      return warmed(
          watched(LightServable.load(directory, InspectionLimits.DEFAULT), id), id, directory);
    }
    InspectedModel inspected = GraphInspection.inspect(directory, InspectionLimits.DEFAULT);
    Servable servable = Servable.load(directory, RowPredictor.prepared(inspected), pieces);
    ServedModel served = servable;
    try {
      served = warmed(watched(servable, id), id, directory);
      compilation.of(servable, id, answers.test(id.model()));
      return served;
    } catch (IOException | RuntimeException | Error e) {
      served.close();
      throw e;
    }
  }

  /** Runs are found if they go on for nobody, and have spans, if there are spans. */
  private ServedModel watched(ServedModel servable, VersionId id) {
    ServedModel found = new WatchedModel(servable, id, work);
    return otlp.map(export -> export.session(found)).orElse(found);
  }

  /**
   * Warmed up, and around it what joins requests, where they are joined. Closed, with its queue, if
   * that fails, whatever is thrown.
   */
  private ServedModel warmed(ServedModel servable, VersionId id, Path directory)
      throws IOException {
    ServedModel served = servable;
    try {
      SignatureRunner first = servable;
      if (batches.isPresent()) {
        BatchedModel batched =
            new BatchedModel(servable, batches.get(), new WatchedBatches(telemetry, id));
        served = batched;
        served = otlp.map(export -> export.batch(batched)).orElse(batched);
        first = batched.warming();
      }
      warm(first, servable.model(), directory);
      return served;
    } catch (IOException | RuntimeException | Error e) {
      served.close();
      throw e;
    }
  }

  private void warm(SignatureRunner runner, InspectedModel model, Path directory)
      throws IOException {
    RecordedRequests.replay(
        settings.compute().engine() == Engine.LIGHT ? LightServable.warming(runner) : runner,
        model,
        directory,
        settings.limits().requestBytes());
  }
}
