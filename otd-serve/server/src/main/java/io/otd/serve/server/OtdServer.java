// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.grpc.UnframedGrpcErrorHandler;
import com.linecorp.armeria.server.healthcheck.SettableHealthChecker;
import io.otd.serve.adapt.Adaptation;
import io.otd.serve.adapt.GroupCheck;
import io.otd.serve.drift.Drift;
import io.otd.serve.drift.DriftMetrics;
import io.otd.serve.grpc.GrpcServices;
import io.otd.serve.inference.Inference;
import io.otd.serve.inference.RequestLimits;
import io.otd.serve.internal.batching.BatchScheduler;
import io.otd.serve.internal.parallel.DaemonThreads;
import io.otd.serve.internal.servable.Caller;
import io.otd.serve.internal.servable.Servable;
import io.otd.serve.internal.settings.Engine;
import io.otd.serve.monitor.Monitor;
import io.otd.serve.monitor.MonitorCalls;
import io.otd.serve.monitor.MonitorMetrics;
import io.otd.serve.otlp.OtlpExport;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.registry.ModelRegistry;
import io.otd.serve.registry.RegistrySettings;
import io.otd.serve.registry.VersionLoader;
import io.otd.serve.rest.Methods;
import io.otd.serve.rest.RestExtension;
import io.otd.serve.security.Guard;
import io.otd.serve.settings.ServeSettings;
import io.otd.serve.telemetry.AbandonedWork;
import io.otd.serve.telemetry.Telemetry;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A model server that answers TensorFlow Serving's clients: gRPC on one port and, with a {@link
 * RestDoor}, HTTP on another, which publishes the metrics too.
 */
public final class OtdServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(OtdServer.class);

  /** Between two looks at the files of certificates and keys. */
  private static final Duration FILES = Duration.ofSeconds(1);

  /** For work that nobody waits for: between two looks, and when the server stops. */
  private static final Duration ABANDONED = Duration.ofSeconds(1);

  /** Time between two files of what intervals learn. */
  private static final Duration SAVES = Duration.ofSeconds(10);

  /** Requests under way on one connection: others wait with the client. */
  static final int MAX_STREAMS = 1000;

  private final ServeSettings settings;
  private final Guard guard;
  private final RequestThreads threads;
  private final Telemetry telemetry;
  private final AbandonedWork work;
  private final Optional<Adaptation> adaptation;
  private final Optional<OtlpExport> otlp;
  private final Executor requests;
  private final Optional<BatchScheduler> batches;
  private final PendingBytes pending;
  private final ModelRegistry registry;
  private final SettableHealthChecker ready = new SettableHealthChecker(false);
  private final OpenConnections connections = new OpenConnections();
  private final Server grpc;
  private final Optional<Server> rest;
  private final CompletableFuture<Void> loaded;
  private final AtomicBoolean stopping = new AtomicBoolean();
  private volatile @Nullable ScheduledFuture<?> polling;

  private OtdServer(
      ServeSettings settings,
      List<ModelConfig> models,
      Guard guard,
      Clock clock,
      List<RestDoor> doors) {
    this.settings = settings;
    this.guard = guard;
    this.threads = RequestThreads.of(settings);
    if (settings.compute().engine() == Engine.TENSORFLOW) {
      threads.loading().execute(OtdServer::loadLibrary);
    }
    this.telemetry = Telemetry.logging(settings.watch().accessLog());
    this.work =
        new AbandonedWork(
            RequestThreads.running(settings), AbandonedWork.PATIENCE, System::nanoTime);
    telemetry.show(work);
    this.adaptation =
        settings.adapt().intervals()
            ? Optional.of(new Adaptation(settings.adapt(), this::basePath))
            : Optional.empty();
    Monitor monitor =
        new Monitor(
            settings.watch().monitorPredictions(), clock, adaptation, settings.watch().monitorBy());
    telemetry.show(new MonitorMetrics(monitor));
    Drift drift = new Drift(settings.drift(), System::nanoTime);
    telemetry.show(new DriftMetrics(drift));
    this.otlp =
        settings.watch().opentelemetry()
            ? Optional.of(OtlpExport.start(telemetry, clock, System::nanoTime))
            : Optional.empty();
    this.pending = new PendingBytes(settings.limits().pendingBytes());
    telemetry.showPending(pending::now, pending::ofReplies);
    this.requests =
        pending.until(
            otlp.map(export -> export.queue(threads.requests())).orElseGet(threads::requests));
    this.batches =
        settings.compute().batching()
            ? Optional.of(new BatchScheduler(settings.batching(), new DaemonThreads("otd-batch")))
            : Optional.empty();
    VersionLoader loader =
        new VersionPreparation(
            settings,
            threads.pieces(),
            telemetry,
            work,
            otlp,
            batches,
            new VersionCompilation(settings.compute().compile(), threads.compiling()),
            this::answers);
    this.registry =
        new ModelRegistry(
            GroupCheck.checking(settings, loader),
            RegistrySettings.DEFAULT.givingUpAfter(settings.versions().loadTimeout()),
            threads.loading(),
            clock,
            new VersionEvents(
                id -> {
                  monitor.forget(id);
                  drift.forget(id);
                },
                this::tellReady));
    // Models load while the ports are prepared.
    this.loaded = CompletableFuture.runAsync(() -> registry.start(models), threads.control());
    Supplier<Caller> waiting = () -> RequestCaller.current(System::nanoTime);
    Supplier<Caller> callers = otlp.map(export -> export.callers(waiting)).orElse(waiting);
    Inference inference =
        new Inference(
            registry,
            drift,
            callers,
            RequestLimits.of(settings.limits()),
            pending::reserve,
            work::leavesThreads);
    this.rest =
        doors.isEmpty()
            ? Optional.empty()
            : Optional.of(rest(inference, new MonitorCalls(inference, monitor, drift), doors));
    this.grpc = // Last, because prepare() may still be running.
        new GrpcPort(settings.limits().requestBytes(), settings.limits().grpcDeadline(), ready)
            .open(
                builder(Server.builder(), settings.network().grpcPort()),
                GrpcServices.of(
                    inference,
                    this::reload,
                    requests,
                    threads.control(),
                    settings.limits().requestBytes()));
  }

  private static void loadLibrary() {
    try {
      Servable.prepare();
    } catch (LinkageError e) {
      // Each load of a model reports it.
    }
  }

  /**
   * Does the slow work of the first server of a process, so that it can run in parallel with other
   * work: Armeria generates classes for JSON that this server does not offer.
   */
  public static void prepare() {
    UnframedGrpcErrorHandler unused = UnframedGrpcErrorHandler.ofJson();
  }

  /**
   * Starts a server: opens its ports, loads what can be loaded of the models, and looks for new
   * versions at intervals. A model that cannot be loaded is in the status; one that takes long is
   * loaded meanwhile.
   *
   * @param settings how it runs
   * @param models none twice
   * @param clock for the intervals between trials of loading
   * @param doors what answers over HTTP, possibly nothing
   * @throws IOException if a port cannot be had, or a file of the settings not be read
   */
  public static OtdServer start(
      ServeSettings settings, List<ModelConfig> models, Clock clock, List<RestDoor> doors)
      throws IOException {
    Guard guard = Guard.of(settings.security());
    ListeningPort.grpc(settings.network()).requireFree();
    if (!doors.isEmpty()) {
      ListeningPort.rest(settings.network()).requireFree();
    }
    OtdServer server = new OtdServer(settings, models, guard, clock, doors);
    try {
      server.open();
      return server;
    } catch (IOException | RuntimeException | Error e) {
      server.close();
      throw e;
    }
  }

  private void open() throws IOException {
    ListeningPort.grpc(settings.network()).open(grpc);
    if (rest.isPresent()) {
      ListeningPort.rest(settings.network()).open(rest.get());
    }
    ScheduledFuture<?> unusedKeys =
        repeat(threads.files(), FILES, "reading keys and certificates again", guard::refresh);
    ScheduledFuture<?> unusedLooks =
        repeat(threads.files(), ABANDONED, "looking for abandoned work", this::look);
    // A crash loses no more than the latest observations.
    Optional<ScheduledFuture<?>> unusedSaves =
        adaptation.map(
            learned ->
                repeat(
                    threads.files(), SAVES, "saving what intervals have learned", learned::save));
    Duration poll = settings.versions().poll();
    if (!poll.isZero()) {
      polling = repeat(threads.timer(), poll, "polling for versions", this::poll);
    }
    awaitModels();
    tellReady();
  }

  /** After an exception, a task would never be called again. */
  private static ScheduledFuture<?> repeat(
      ScheduledExecutorService thread, Duration pause, String what, Runnable task) {
    Runnable logged =
        () -> {
          try {
            task.run();
          } catch (RuntimeException e) {
            LOG.error("{} failed", what, e);
          }
        };
    return thread.scheduleWithFixedDelay(
        logged, pause.toNanos(), pause.toNanos(), TimeUnit.NANOSECONDS);
  }

  private void look() {
    work.look();
    tellReady();
  }

  private void tellReady() {
    ready.setHealthy(isReady());
  }

  private void awaitModels() {
    try {
      loaded.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  private void poll() {
    registry.poll();
    tellReady();
  }

  private void reload(List<ModelConfig> models) {
    registry.reload(models);
    tellReady();
  }

  private Optional<Path> basePath(String model) {
    return registry.basePath(model);
  }

  private boolean answers(String model) {
    return registry.answers(model);
  }

  private Server rest(Inference inference, RestExtension extension, List<RestDoor> doors) {
    ServerBuilder builder =
        builder(Server.builder().decorator(Methods::serve), settings.network().restPort());
    telemetry.publish(builder);
    doors.forEach(door -> door.open(builder, inference, extension, requests));
    return builder.build();
  }

  /** Deadlines are the clients' own; what they may send, and how slowly, is bounded. */
  private ServerBuilder builder(ServerBuilder builder, int port) {
    guard.open(builder, settings.network().socket(port));
    pending.bound(builder);
    new SlowClients(settings.limits(), connections, guard.secure()).bound(builder);
    otlp.ifPresent(export -> export.watch(builder));
    telemetry.watch(builder); // Added last, so it is outermost and counts rejections too.
    return builder
        .bossGroupFactory(thread -> AcceptingLoop.of(thread, connections::listen))
        .maxNumConnections(settings.limits().maxConnections())
        .http2MaxStreamsPerConnection(MAX_STREAMS)
        .requestTimeoutMillis(0)
        .unloggedExceptionsReportIntervalMillis(0) // The access log has what went wrong.
        .maxRequestLength(settings.limits().requestBytes())
        .connectionDrainDuration(WatchedConnection.NOTICE)
        .gracefulShutdownTimeoutMillis(0, 1); // After our own; not 0, which leaves out replies.
  }

  /** The port for gRPC. */
  public int grpcPort() {
    return grpc.activeLocalPort();
  }

  /**
   * The port for HTTP.
   *
   * @throws IllegalStateException if nothing answers over HTTP
   */
  public int restPort() {
    return rest.orElseThrow(() -> new IllegalStateException("no REST port")).activeLocalPort();
  }

  /** Whether every model has a version that answers, and requests can be run. */
  public boolean isReady() {
    return registry.isReady() && work.leavesThreads();
  }

  /**
   * Stops in the times of the settings: is no longer ready, closes the ports after the delay,
   * answers the requests under way, then releases all models. Models that are being loaded are
   * released when that ends: it is not waited for.
   */
  @Override
  public void close() {
    if (!stopping.compareAndSet(false, true)) {
      return;
    }
    registry.withdraw();
    ready.setHealthy(false);
    connections.leave();
    delay();
    batches.ifPresent(BatchScheduler::hurry);
    ScheduledFuture<?> looking = polling;
    if (looking != null) {
      looking.cancel(false);
    }
    connections.drain(settings.shutdown().drain());
    List<Server> servers = new ArrayList<>(List.of(grpc));
    rest.ifPresent(servers::add);
    servers.stream().map(Server::stop).toList().forEach(stopped -> stopped.join());
    threads.stop(ABANDONED);
    adaptation.ifPresent(Adaptation::save);
    registry.close();
    batches.ifPresent(BatchScheduler::close);
    otlp.ifPresent(OtlpExport::close);
    telemetry.close();
  }

  private void delay() {
    try {
      Thread.sleep(settings.shutdown().delay().toMillis());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
