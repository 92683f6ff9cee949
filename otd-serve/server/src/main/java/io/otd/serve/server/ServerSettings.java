// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import io.otd.serve.drift.DriftSettings;
import io.otd.serve.internal.batching.BatchingSettings;
import io.otd.serve.internal.inspection.InspectionLimits;
import io.otd.serve.registry.RegistrySettings;
import io.otd.serve.security.SecuritySettings;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * How a server runs.
 *
 * @param host address to listen on
 * @param grpcPort 0 for any that is free
 * @param restPort 0 for any that is free
 * @param threads that run requests, at least 1; where requests are joined, more wait for answers
 * @param queue requests that may wait for a thread, at least 1; further ones are rejected at once
 * @param poll how long between two looks for versions; zero for none after the first
 * @param stopping how long stopping takes
 * @param limits to the size of models
 * @param registry how models are kept
 * @param loggedShare of the requests that the access log shows, from 0 to 1
 * @param batching how requests are joined; nothing if they are not
 * @param security of both ports
 * @param clients limits of each client
 * @param compiledRows numbers of rows for which signatures are compiled when a version is loaded,
 *     each at least 1; empty for none
 * @param monitored predictions that are remembered until they are observed, of all models together;
 *     0 for none
 * @param engine what computes the models; only TensorFlow compiles
 * @param drift how live rows are compared with training rows
 * @param openTelemetry nothing to send no spans and metrics; otherwise properties of
 *     OpenTelemetry's SDK, before those of the environment
 */
public record ServerSettings(
    String host,
    int grpcPort,
    int restPort,
    int threads,
    int queue,
    Duration poll,
    ShutdownTimes stopping,
    InspectionLimits limits,
    RegistrySettings registry,
    double loggedShare,
    Optional<BatchingSettings> batching,
    SecuritySettings security,
    ClientLimits clients,
    List<Integer> compiledRows,
    int monitored,
    Engine engine,
    DriftSettings drift,
    Optional<Map<String, String>> openTelemetry) {
  /** TensorFlow Serving's ports, on this machine alone. */
  public static final ServerSettings DEFAULT =
      new ServerSettings(
          "127.0.0.1",
          8500,
          8501,
          2 * Runtime.getRuntime().availableProcessors(),
          1000,
          Duration.ofSeconds(1),
          ShutdownTimes.DEFAULT,
          InspectionLimits.DEFAULT,
          RegistrySettings.DEFAULT,
          0,
          Optional.empty(),
          SecuritySettings.NONE,
          ClientLimits.DEFAULT,
          List.of(),
          100_000,
          Engine.TENSORFLOW,
          DriftSettings.DEFAULT,
          Optional.empty());

  /** Checks the ranges. */
  public ServerSettings {
    requirePort("gRPC port", grpcPort);
    requirePort("REST port", restPort);
    if (threads < 1 || queue < 1) {
      throw new IllegalArgumentException(
          "threads %s, queue %s (expected: each >= 1)".formatted(threads, queue));
    }
    compiledRows = List.copyOf(compiledRows);
    openTelemetry = openTelemetry.map(Map::copyOf);
    if (compiledRows.stream().anyMatch(rows -> rows < 1)) {
      throw new IllegalArgumentException(
          "compiled rows: %s (expected: each >= 1)".formatted(compiledRows));
    }
    if (engine == Engine.LIGHT && !compiledRows.isEmpty()) {
      throw new IllegalArgumentException(
          "compiled rows: %s (expected: none with the light engine)".formatted(compiledRows));
    }
    if (!(loggedShare >= 0 && loggedShare <= 1)) {
      throw new IllegalArgumentException(
          "logged share: %s (expected: from 0 to 1)".formatted(loggedShare));
    }
    if (monitored < 0) {
      throw new IllegalArgumentException("monitored: %s (expected: >= 0)".formatted(monitored));
    }
    if (poll.isNegative()) {
      throw new IllegalArgumentException("poll: %s (expected: not negative)".formatted(poll));
    }
  }

  private static void requirePort(String name, int port) {
    if (port < 0 || port > 0xffff) {
      throw new IllegalArgumentException(
          "%s: %s (expected: from 0 to 65535)".formatted(name, port));
    }
  }

  /**
   * The same with other addresses.
   *
   * @param newHost to listen on
   * @param newGrpcPort 0 for any that is free
   * @param newRestPort 0 for any that is free
   */
  public ServerSettings listeningOn(String newHost, int newGrpcPort, int newRestPort) {
    return changed(
        b -> {
          b.host = newHost;
          b.grpcPort = newGrpcPort;
          b.restPort = newRestPort;
        });
  }

  /**
   * The same with another interval between two looks for versions.
   *
   * @param newPoll zero for none after the first
   */
  public ServerSettings polling(Duration newPoll) {
    return changed(b -> b.poll = newPoll);
  }

  /** The same, keeping models in another way. */
  public ServerSettings keeping(RegistrySettings newRegistry) {
    return changed(b -> b.registry = newRegistry);
  }

  /** The same with other times for stopping. */
  public ServerSettings stopping(ShutdownTimes newStopping) {
    return changed(b -> b.stopping = newStopping);
  }

  /**
   * The same with another share of requests in the access log.
   *
   * @param newLoggedShare from 0 to 1
   */
  public ServerSettings logging(double newLoggedShare) {
    return changed(b -> b.loggedShare = newLoggedShare);
  }

  /** The same, joining requests. */
  public ServerSettings batching(BatchingSettings newBatching) {
    return changed(b -> b.batching = Optional.of(newBatching));
  }

  /** The same, protected. */
  public ServerSettings protectedBy(SecuritySettings newSecurity) {
    return changed(b -> b.security = newSecurity);
  }

  /** The same with other limits on clients. */
  public ServerSettings limiting(ClientLimits newClients) {
    return changed(b -> b.clients = newClients);
  }

  /**
   * The same, with compiled signatures.
   *
   * @param newCompiledRows of the runs that they are compiled for, each at least 1
   */
  public ServerSettings compiling(List<Integer> newCompiledRows) {
    return changed(b -> b.compiledRows = newCompiledRows);
  }

  /**
   * The same, remembering another number of predictions.
   *
   * @param newMonitored of all models together; 0 for none
   */
  public ServerSettings monitoring(int newMonitored) {
    return changed(b -> b.monitored = newMonitored);
  }

  /** The same, computing models by another engine. */
  public ServerSettings computedBy(Engine newEngine) {
    return changed(b -> b.engine = newEngine);
  }

  /** The same, comparing live rows in another way. */
  public ServerSettings comparing(DriftSettings newDrift) {
    return changed(b -> b.drift = newDrift);
  }

  /**
   * The same, sending spans and metrics to a collector.
   *
   * @param properties of OpenTelemetry's SDK, before those of the environment
   */
  public ServerSettings exporting(Map<String, String> properties) {
    return changed(b -> b.openTelemetry = Optional.of(properties));
  }

  private ServerSettings changed(Consumer<Change> change) {
    Change next = new Change(this);
    change.accept(next);
    return new ServerSettings(
        next.host,
        next.grpcPort,
        next.restPort,
        threads,
        queue,
        next.poll,
        next.stopping,
        limits,
        next.registry,
        next.loggedShare,
        next.batching,
        next.security,
        next.clients,
        next.compiledRows,
        next.monitored,
        next.engine,
        next.drift,
        next.openTelemetry);
  }

  /** A builder of settings. */
  private static final class Change {
    private String host;
    private int grpcPort;
    private int restPort;
    private Duration poll;
    private RegistrySettings registry;
    private ShutdownTimes stopping;
    private double loggedShare;
    private Optional<BatchingSettings> batching;
    private SecuritySettings security;
    private ClientLimits clients;
    private List<Integer> compiledRows;
    private int monitored;
    private Engine engine;
    private DriftSettings drift;
    private Optional<Map<String, String>> openTelemetry;

    private Change(ServerSettings from) {
      host = from.host;
      grpcPort = from.grpcPort;
      restPort = from.restPort;
      poll = from.poll;
      registry = from.registry;
      stopping = from.stopping;
      loggedShare = from.loggedShare;
      batching = from.batching;
      security = from.security;
      clients = from.clients;
      compiledRows = from.compiledRows;
      monitored = from.monitored;
      engine = from.engine;
      drift = from.drift;
      openTelemetry = from.openTelemetry;
    }
  }

  /** A port of {@link #host}, as in a URL: an IPv6 address is in brackets. */
  public String address(int port) {
    boolean bare = host.contains(":") && !host.startsWith("[");
    return (bare ? "[%s]:%s" : "%s:%s").formatted(host, port);
  }

  /** Threads that wait for answers. */
  int waitingThreads() {
    return batching.map(b -> b.waitingThreads(threads)).orElse(threads);
  }
}
