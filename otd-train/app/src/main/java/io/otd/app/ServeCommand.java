// SPDX-License-Identifier: Apache-2.0
package io.otd.app;

import io.otd.serve.inference.RequestLimits;
import io.otd.serve.internal.batching.BatchingSettings;
import io.otd.serve.json.NonFinite;
import io.otd.serve.page.ModelPage;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.registry.RegistrySettings;
import io.otd.serve.rest.RestApi;
import io.otd.serve.rest.RestSettings;
import io.otd.serve.security.SecuritySettings;
import io.otd.serve.security.TlsFiles;
import io.otd.serve.server.BatchingParametersFile;
import io.otd.serve.server.ClientLimits;
import io.otd.serve.server.Engine;
import io.otd.serve.server.OtdServer;
import io.otd.serve.server.RestDoor;
import io.otd.serve.server.ServerSettings;
import io.otd.serve.server.ShutdownTimes;
import io.otd.serve.telemetry.MonitoringConfigFile;
import io.otd.table.problem.InputException;
import io.otd.train.internal.platform.NativeFlags;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Serves exported models until it is stopped. */
@Command(
    name = ServeCommand.NAME,
    mixinStandardHelpOptions = true,
    description = {
      "Serve exported models to clients of TensorFlow Serving, over gRPC and REST.",
      "A model is a directory with a numbered subdirectory for each version. The "
          + "highest version is served; new versions are hot swapped.",
      "The flags of tensorflow_model_server that are listed below are accepted, too.",
      "Listens on localhost only, unless --host is given. Runs until Ctrl-C or SIGTERM."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd serve --model price=runs/table-0/export",
      "  curl -d '{\"instances\": [[1.0, 2.0]]}' localhost:8501/v1/models/price:predict",
      "  otd serve --model-config-file models.config --host 0.0.0.0"
    })
final class ServeCommand extends OtdCommand {
  static final String NAME = "serve";

  private static final String TLS_ENGINE = "com.linecorp.armeria.tlsEngineType";
  private static final String NETTY_EVENTS = "io.netty.jfr.enabled";

  /** Less than an interrupted command may take to end. */
  private static final int MAX_SHUTDOWN_DELAY = 240;

  @Mixin private ModelOptions models = new ModelOptions();

  @Option(
      names = "--rest_api_timeout_in_ms",
      paramLabel = "N",
      description =
          "Time limit of a REST request in milliseconds; 0 for no limit. Default: ${DEFAULT-VALUE}.")
  private long restTimeoutMillis = RestSettings.DEFAULT.timeout().toMillis();

  @Option(
      names = "--monitoring_config_file",
      paramLabel = "FILE",
      description =
          "Settings of the metrics, in the MonitoringConfig format of TensorFlow Serving."
              + " The metrics are always on; the file cannot turn them off.")
  private @Nullable Path monitoringFile;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "Address to listen on. Default: ${DEFAULT-VALUE}.")
  private String host = ServerSettings.DEFAULT.host();

  @Option(
      names = {"--grpc-port", "--port"},
      paramLabel = "PORT",
      description = "Port for gRPC; 0 for any free port. Default: ${DEFAULT-VALUE}.")
  private int grpcPort = ServerSettings.DEFAULT.grpcPort();

  @Option(
      names = {"--rest-port", "--rest_api_port"},
      paramLabel = "PORT",
      description = "Port for REST; 0 for any free port. Default: ${DEFAULT-VALUE}.")
  private int restPort = ServerSettings.DEFAULT.restPort();

  @Option(
      names = {"--poll-seconds", "--file_system_poll_wait_seconds"},
      paramLabel = "N",
      description =
          "Seconds between checks for new versions; 0 for a single check. Default: ${DEFAULT-VALUE}.")
  private int pollSeconds = 1;

  @Option(
      names = "--load-timeout-seconds",
      paramLabel = "N",
      description =
          "Seconds after which the load of a version is given up; 0 for never. Default: ${DEFAULT-VALUE}.")
  private int loadSeconds = (int) RegistrySettings.DEFAULT.loadTimeout().toSeconds();

  @Option(
      names = "--non-finite",
      paramLabel = "FORM",
      description =
          "JSON form of NaN and infinity: bare (as in TensorFlow Serving), null or string. Default: bare.")
  private NonFinite nonFinite = RestSettings.DEFAULT.nonFinite();

  @Option(
      names = {"--cross-origin", "--rest_api_enable_cors_support"},
      description = "Allow pages of any origin to use the REST API.")
  private boolean crossOrigin;

  @Option(
      names = "--access-log",
      paramLabel = "SHARE",
      description = "Fraction of the requests to log, from 0 to 1. Default: ${DEFAULT-VALUE}.")
  private double accessLog = ServerSettings.DEFAULT.loggedShare();

  @Option(
      names = {"--enable-batching", "--enable_batching"},
      description =
          "Batch concurrent requests of the same signature. Results may differ in the last"
              + " digits, because rounding depends on the number of rows.")
  private boolean batching;

  @Option(
      names = {"--batching-parameters-file", "--batching_parameters_file"},
      paramLabel = "FILE",
      description =
          "Parameters of batching, in the BatchingParameters format of TensorFlow Serving.")
  private @Nullable Path batchingFile;

  @Option(
      names = "--compile",
      split = ",",
      paramLabel = "ROWS",
      description =
          "Compile signatures with XLA for these numbers of rows, such as 1,16,64; "
              + "larger requests are split into pieces of the largest compiled size. Takes "
              + "about a second each; worthwhile for large models or many draws.")
  private List<Integer> compiledRows = List.of();

  @Option(
      names = "--engine",
      paramLabel = "ENGINE",
      description =
          "Engine that computes the models: tensorflow, or light (plain Java, without"
              + " loading TensorFlow; only for models exported by otd). Default: tensorflow.")
  private Engine engine = ServerSettings.DEFAULT.engine();

  @Option(
      names = "--monitor-predictions",
      paramLabel = "N",
      description =
          "Maximum number of predictions of all models to store until their observed"
              + " values arrive; 0 for none. Default: ${DEFAULT-VALUE}.")
  private int monitored = ServerSettings.DEFAULT.monitored();

  @Option(
      names = "--max-request-mb",
      paramLabel = "N",
      description =
          "Maximum size in MiB of a decompressed request, and of its tensors in memory "
              + "together. Default: ${DEFAULT-VALUE}.")
  private int maxMegabytes = ClientLimits.DEFAULT.requestBytes() >> 20;

  @Option(
      names = "--max-request-rows",
      paramLabel = "N",
      description = "Maximum number of rows of a request. Default: ${DEFAULT-VALUE}.")
  private long maxRows = RequestLimits.DEFAULT.rows();

  @Option(
      names = "--max-reply-mb",
      paramLabel = "N",
      description =
          "Maximum size in MiB of a reply, 16 bytes for each number in it. Default: a quarter of the heap, at most 1024.")
  private @Nullable Integer maxReply;

  @Option(
      names = "--max-pending-mb",
      paramLabel = "N",
      description =
          "Maximum total size in MiB of requests on both ports that are unanswered, or "
              + "still run. Default: a quarter of the heap, but at least one request.")
  private @Nullable Integer maxPending;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      description = "Maximum number of open connections per port. Default: ${DEFAULT-VALUE}.")
  private int maxConnections = ClientLimits.DEFAULT.connections();

  @Option(
      names = "--transfer-timeout-seconds",
      paramLabel = "N",
      description =
          "Seconds that a client may take to send a request, and again to read the "
              + "response; one second more per MiB. Default: ${DEFAULT-VALUE}.")
  private int transferSeconds = (int) ClientLimits.DEFAULT.transfer().toSeconds();

  @Option(
      names = "--idle-timeout-seconds",
      paramLabel = "N",
      description =
          "Seconds after which a connection without a request is closed. Default: ${DEFAULT-VALUE}.")
  private int idleSeconds = (int) ClientLimits.DEFAULT.idle().toSeconds();

  @Option(
      names = "--shutdown-delay",
      paramLabel = "SECONDS",
      description =
          "Seconds in which requests are still accepted after SIGTERM, although the server"
              + " is no longer ready. Default: ${DEFAULT-VALUE}.")
  private int shutdownDelay = (int) ServerSettings.DEFAULT.stopping().delay().toSeconds();

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description = "Use TLS on both ports, with this PEM certificate chain.")
  private @Nullable Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "Key of the certificate: PKCS#8 in PEM, unencrypted.")
  private @Nullable Path key;

  @Option(
      names = "--tls-client-ca",
      paramLabel = "FILE",
      description = "Accept only clients with a certificate of one of these authorities.")
  private @Nullable Path clientAuthorities;

  @Option(
      names = "--api-keys-file",
      paramLabel = "FILE",
      description =
          "Accept only requests with one of these keys, one per line, as x-api-key or "
              + "bearer token. This file and those of TLS are reloaded when they change.")
  private @Nullable Path apiKeys;

  @Option(
      names = "--opentelemetry",
      description =
          "Send spans of the requests, and the metrics, to a collector by OTLP over HTTP."
              + " The variables OTEL_* of OpenTelemetry's SDK configure it.")
  private boolean openTelemetry;

  @Mixin private DriftOptions drift = new DriftOptions();

  ServeCommand(Console console) {
    super(console);
  }

  @Override
  Answer run() throws IOException, InterruptedException {
    if (host.isBlank() || new InetSocketAddress(host, 0).isUnresolved()) {
      throw new InputException(
          "--host: \"%s\" (expected: an address or a name of this machine)".formatted(host));
    }
    Arguments.within("--grpc-port", grpcPort, 0, 0xffff);
    Arguments.within("--rest-port", restPort, 0, 0xffff);
    Arguments.atLeast("--rest_api_timeout_in_ms", restTimeoutMillis, 0);
    Arguments.atLeast("--poll-seconds", pollSeconds, 0);
    Arguments.atLeast("--load-timeout-seconds", loadSeconds, 0);
    Arguments.atLeast("--monitor-predictions", monitored, 0);
    Arguments.within("--max-request-mb", maxMegabytes, 1, 2047);
    if (maxPending != null && maxPending < maxMegabytes) {
      throw new InputException(
          "--max-pending-mb: %s (expected: at least --max-request-mb, %s)"
              .formatted(maxPending, maxMegabytes));
    }
    Arguments.atLeast("--max-request-rows", maxRows, 1);
    if (maxReply != null) {
      Arguments.within("--max-reply-mb", maxReply, 1, 4096);
    }
    Arguments.atLeast("--max-connections", maxConnections, 1);
    Arguments.atLeast("--transfer-timeout-seconds", transferSeconds, 1);
    Arguments.atLeast("--idle-timeout-seconds", idleSeconds, 1);
    Arguments.within("--shutdown-delay", shutdownDelay, 0, MAX_SHUTDOWN_DELAY);
    if (!(accessLog >= 0 && accessLog <= 1)) {
      throw new InputException("--access-log: %s (expected: from 0 to 1)".formatted(accessLog));
    }
    if (batchingFile != null && !batching) {
      throw new InputException("--batching-parameters-file: given without --enable-batching");
    }
    if (engine == Engine.LIGHT && !compiledRows.isEmpty()) {
      throw new InputException("--compile: given with --engine light (expected: without it)");
    }
    compiledRows.forEach(n -> Arguments.atLeast("--compile", n, 1));
    Arguments.noDirectory("--batching-parameters-file", batchingFile);
    Arguments.noDirectory("--monitoring_config_file", monitoringFile);
    Arguments.noDirectory("--tls-certificate", certificate);
    Arguments.noDirectory("--tls-key", key);
    Arguments.noDirectory("--tls-client-ca", clientAuthorities);
    Arguments.noDirectory("--api-keys-file", apiKeys);
    if (monitoringFile != null) {
      MonitoringConfigFile.require(monitoringFile);
    }
    List<ModelConfig> configs = models.configs();
    if (engine == Engine.TENSORFLOW) {
      NativeFlags.setForServing();
    }
    if (certificate == null) { // Otherwise a native TLS library is loaded for nothing.
      System.setProperty(TLS_ENGINE, System.getProperty(TLS_ENGINE, "jdk"));
    }
    // Otherwise the first buffer initialises Java Flight Recorder, although nothing is recorded.
    System.setProperty(NETTY_EVENTS, System.getProperty(NETTY_EVENTS, "false"));
    console().interruption().guard();
    ServerSettings settings =
        ServerSettings.DEFAULT
            .listeningOn(host, grpcPort, restPort)
            .polling(Duration.ofSeconds(pollSeconds))
            .keeping(RegistrySettings.DEFAULT.givingUpAfter(Duration.ofSeconds(loadSeconds)))
            .logging(accessLog)
            .compiling(compiledRows)
            .computedBy(engine)
            .monitoring(monitored)
            .comparing(drift.settings())
            .limiting(limits())
            .stopping(
                new ShutdownTimes(
                    Duration.ofSeconds(shutdownDelay), ServerSettings.DEFAULT.stopping().drain()))
            .protectedBy(security());
    if (batching) {
      settings =
          settings.batching(
              batchingFile == null
                  ? BatchingSettings.DEFAULT
                  : BatchingParametersFile.read(batchingFile));
    }
    if (openTelemetry) {
      settings = settings.exporting(Map.of());
    }
    try (OtdServer server = OtdServer.start(settings, configs, Clock.systemUTC(), doors())) {
      console().note(listening(server, settings));
      console().interruption().awaitRequest();
      console().note("otd: stopping; finishing the requests in flight");
    }
    return Answer.ok(Map.of("status", "stopped"));
  }

  private ClientLimits limits() {
    ClientLimits limits =
        ClientLimits.DEFAULT
            .ofBytes(maxMegabytes << 20)
            .connections(maxConnections)
            .answering(
                new RequestLimits(
                    maxRows,
                    maxReply == null ? RequestLimits.DEFAULT.replyBytes() : (long) maxReply << 20))
            .within(Duration.ofSeconds(transferSeconds), Duration.ofSeconds(idleSeconds));
    return maxPending == null ? limits : limits.pending((long) maxPending << 20);
  }

  private SecuritySettings security() {
    if ((certificate == null) != (key == null)) {
      throw new InputException("--tls-certificate, --tls-key: only one given (expected: both)");
    }
    if (clientAuthorities != null && certificate == null) {
      throw new InputException("--tls-client-ca: given without --tls-certificate and --tls-key");
    }
    return new SecuritySettings(
        certificate == null || key == null
            ? Optional.empty()
            : Optional.of(new TlsFiles(certificate, key, Optional.ofNullable(clientAuthorities))),
        Optional.ofNullable(apiKeys));
  }

  private List<RestDoor> doors() {
    return List.of(
        new RestApi(
                new RestSettings(nonFinite, crossOrigin, Duration.ofMillis(restTimeoutMillis)),
                Clock.systemUTC())
            ::open,
        (to, inference, extension, requests) -> new ModelPage().open(to));
  }

  private String listening(OtdServer server, ServerSettings settings) {
    return "otd: %s; gRPC on %s, REST and a page on %s://%s/"
        .formatted(
            server.isReady() ? "ready" : "not all models have a version ready",
            settings.address(server.grpcPort()),
            certificate == null ? "http" : "https",
            settings.address(server.restPort()));
  }
}
