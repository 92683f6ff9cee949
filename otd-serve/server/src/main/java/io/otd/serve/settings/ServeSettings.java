// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.settings;

import io.otd.serve.drift.DriftSettings;
import io.otd.serve.registry.RegistrySettings;
import io.otd.serve.rest.RestSettings;
import io.otd.serve.server.Engine;
import io.otd.serve.server.ServerSettings;
import io.otd.serve.server.ShutdownTimes;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Everything that can be set of a server. The options of {@code otd serve}, its settings file and
 * the documentation follow from it.
 *
 * @param network where it listens
 * @param rest how the REST API answers
 * @param models which it serves
 * @param versions how they are found and loaded
 * @param compute what computes them
 * @param limits what clients may use
 * @param shutdown how it stops
 * @param security how it is protected
 * @param watch what it tells of its work
 * @param drift how live rows are compared with training rows
 */
public record ServeSettings(
    NetworkSettings network,
    AnswerSettings rest,
    ListedModelSettings models,
    VersionSettings versions,
    ComputeSettings compute,
    LimitSettings limits,
    StopSettings shutdown,
    ProtectionSettings security,
    WatchSettings watch,
    DriftSettings drift) {
  /** What no setting alone can tell: each a message for the user. */
  public List<String> problems() {
    List<String> problems = new ArrayList<>();
    limits
        .maxPendingMb()
        .filter(pending -> pending < limits.maxRequestMb())
        .ifPresent(
            pending ->
                problems.add(
                    "--max-pending-mb: %s (expected: at least --max-request-mb, %s)"
                        .formatted(pending, limits.maxRequestMb())));
    if (compute.batchingParametersFile().isPresent() && !compute.batching()) {
      problems.add("--batching-parameters-file: given without --enable-batching");
    }
    if (compute.engine() == Engine.LIGHT && !compute.compile().isEmpty()) {
      problems.add("--compile: given with --engine light (expected: without it)");
    }
    if (security.tlsCertificate().isPresent() != security.tlsKey().isPresent()) {
      problems.add("--tls-certificate, --tls-key: only one given (expected: both)");
    } else if (security.tlsClientCa().isPresent() && security.tlsCertificate().isEmpty()) {
      problems.add("--tls-client-ca: given without --tls-certificate and --tls-key");
    }
    if (models.name().isPresent() && models.basePath().isEmpty()) {
      problems.add("--model_name: given without --model_base_path");
    }
    return problems;
  }

  /**
   * In the form of the server.
   *
   * @throws IOException if the file of batching cannot be read
   */
  public ServerSettings server() throws IOException {
    ServerSettings server =
        ServerSettings.DEFAULT
            .listeningOn(network.host(), network.grpcPort(), network.restPort())
            .polling(Duration.ofSeconds(versions.pollSeconds()))
            .keeping(
                RegistrySettings.DEFAULT.givingUpAfter(
                    Duration.ofSeconds(versions.loadTimeoutSeconds())))
            .logging(watch.accessLog())
            .compiling(compute.compile())
            .computedBy(compute.engine())
            .monitoring(watch.monitorPredictions())
            .comparing(drift)
            .limiting(limits.clients())
            .stopping(
                new ShutdownTimes(
                    Duration.ofSeconds(shutdown.delaySeconds()), ShutdownTimes.DEFAULT.drain()))
            .protectedBy(security.files());
    ServerSettings joined = compute.batches().map(server::batching).orElse(server);
    return watch.opentelemetry() ? joined.exporting(Map.of()) : joined;
  }

  /** In the form of the REST API. */
  public RestSettings restApi() {
    return rest.rest();
  }
}
