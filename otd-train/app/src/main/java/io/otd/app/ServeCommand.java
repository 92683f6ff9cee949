package io.otd.app;

import io.otd.core.savedmodel.ServingNames;
import io.otd.serve.batching.BatchingSettings;
import io.otd.serve.json.NonFinite;
import io.otd.serve.page.Page;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.registry.ModelConfigs;
import io.otd.serve.rest.RestApi;
import io.otd.serve.rest.RestSettings;
import io.otd.serve.security.SecuritySettings;
import io.otd.serve.security.TlsFiles;
import io.otd.serve.server.BatchingParametersFile;
import io.otd.serve.server.ClientLimits;
import io.otd.serve.server.OtdServer;
import io.otd.serve.server.RestDoor;
import io.otd.serve.server.ServerSettings;
import io.otd.table.problem.InputException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Serves exported models until it is stopped. */
@Command(
    name = "serve",
    mixinStandardHelpOptions = true,
    description = {
      "Serve exported models to TensorFlow Serving's clients, until Ctrl-C or SIGTERM.",
      "A model is a directory whose subdirectories, named by numbers, are its versions; the highest",
      "is served, and a new one takes over while the server runs.",
      "Listens on this machine alone unless --host says otherwise."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  otd serve --model price=runs/table-0/export",
      "  curl -d '{\"instances\": [[1.0, 2.0]]}' localhost:8501/v1/models/price:predict",
      "  otd serve --model-config-file models.config --host 0.0.0.0"
    })
final class ServeCommand extends OtdCommand {
  private static final String TLS_ENGINE = "com.linecorp.armeria.tlsEngineType";
  private static final Duration LOOK = Duration.ofMillis(100);

  @Option(
      names = "--model",
      paramLabel = "NAME=DIR",
      description = "A model and the directory of its versions; may be given several times.")
  private List<String> models = new ArrayList<>();

  @Option(
      names = "--model-config-file",
      paramLabel = "FILE",
      description = "Models, policies and labels in TensorFlow Serving's ModelServerConfig form.")
  private @Nullable Path configFile;

  @Option(
      names = "--host",
      paramLabel = "ADDRESS",
      description = "Address to listen on; ${DEFAULT-VALUE}.")
  private String host = ServerSettings.DEFAULT.host();

  @Option(
      names = "--grpc-port",
      paramLabel = "PORT",
      description = "For gRPC; 0 for any that is free; ${DEFAULT-VALUE}.")
  private int grpcPort = ServerSettings.DEFAULT.grpcPort();

  @Option(
      names = "--rest-port",
      paramLabel = "PORT",
      description = "For HTTP; 0 for any that is free; ${DEFAULT-VALUE}.")
  private int restPort = ServerSettings.DEFAULT.restPort();

  @Option(
      names = "--poll-seconds",
      paramLabel = "N",
      description = "Time between two looks for versions; 0 for one look only; ${DEFAULT-VALUE}.")
  private int pollSeconds = 1;

  @Option(
      names = "--non-finite",
      paramLabel = "FORM",
      description =
          "How JSON says NaN and infinity: bare (as TensorFlow Serving), null, string; bare.")
  private NonFinite nonFinite = RestSettings.DEFAULT.nonFinite();

  @Option(names = "--cross-origin", description = "Let pages of any origin use the REST API.")
  private boolean crossOrigin;

  @Option(
      names = "--access-log",
      paramLabel = "SHARE",
      description = "Share of the requests that the log shows, from 0 to 1; ${DEFAULT-VALUE}.")
  private double accessLog = ServerSettings.DEFAULT.loggedShare();

  @Option(
      names = "--enable-batching",
      description = {
        "Join requests of one signature that come at the same time into one run. Their answers may",
        "then differ in the last digits, as rounding depends on the number of rows."
      })
  private boolean batching;

  @Option(
      names = "--batching-parameters-file",
      paramLabel = "FILE",
      description = "How they are joined, in TensorFlow Serving's BatchingParameters form.")
  private @Nullable Path batchingFile;

  @Option(
      names = "--compile",
      split = ",",
      paramLabel = "ROWS",
      description = {
        "Compile the signatures by XLA for runs of so many rows, e.g. 1,16,64; runs of more are put",
        "together of the largest. Takes a second or so each; pays for large models or many draws."
      })
  private List<Integer> compiledRows = List.of();

  @Option(
      names = "--monitor-predictions",
      paramLabel = "N",
      description = {
        "Predictions that are remembered until what was observed comes in, of all models together;",
        "0 for none; ${DEFAULT-VALUE}."
      })
  private int monitored = ServerSettings.DEFAULT.monitored();

  @Option(
      names = "--max-request-mb",
      paramLabel = "N",
      description = "Most MiB of a request, unpacked, and of one tensor in it; ${DEFAULT-VALUE}.")
  private int maxMegabytes = ClientLimits.DEFAULT.requestBytes() >> 20;

  @Option(
      names = "--max-pending-mb",
      paramLabel = "N",
      description = {
        "Most MiB of all requests together that are not answered yet, on both ports; a quarter of",
        "the heap, or one request."
      })
  private @Nullable Integer maxPending;

  @Option(
      names = "--max-connections",
      paramLabel = "N",
      description = "Connections that may be open at a time, on each port; ${DEFAULT-VALUE}.")
  private int maxConnections = ClientLimits.DEFAULT.connections();

  @Option(
      names = "--transfer-timeout-seconds",
      paramLabel = "N",
      description = {
        "Time for a client to send a request once it has begun, and again to take the answer; a",
        "second more for each MiB; ${DEFAULT-VALUE}."
      })
  private int transferSeconds = (int) ClientLimits.DEFAULT.transfer().toSeconds();

  @Option(
      names = "--idle-timeout-seconds",
      paramLabel = "N",
      description =
          "Time after which a connection is closed on which no request begins; ${DEFAULT-VALUE}.")
  private int idleSeconds = (int) ClientLimits.DEFAULT.idle().toSeconds();

  @Option(
      names = "--tls-certificate",
      paramLabel = "FILE",
      description = "Speak TLS on both ports, with this chain of certificates in PEM.")
  private @Nullable Path certificate;

  @Option(
      names = "--tls-key",
      paramLabel = "FILE",
      description = "Its key: PKCS#8 in PEM, not encrypted.")
  private @Nullable Path key;

  @Option(
      names = "--tls-client-ca",
      paramLabel = "FILE",
      description = "Let in only clients with a certificate from one of these.")
  private @Nullable Path clientAuthorities;

  @Option(
      names = "--api-keys-file",
      paramLabel = "FILE",
      description = {
        "Let in only requests with one of these keys, one a line, in x-api-key or as a bearer token.",
        "These four files are read again when they change."
      })
  private @Nullable Path apiKeys;

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
    Arguments.atLeast("--poll-seconds", pollSeconds, 0);
    Arguments.atLeast("--monitor-predictions", monitored, 0);
    Arguments.within("--max-request-mb", maxMegabytes, 1, 2047);
    if (maxPending != null && maxPending < maxMegabytes) {
      throw new InputException(
          "--max-pending-mb: %d (expected: at least --max-request-mb, %d)"
              .formatted(maxPending, maxMegabytes));
    }
    Arguments.atLeast("--max-connections", maxConnections, 1);
    Arguments.atLeast("--transfer-timeout-seconds", transferSeconds, 1);
    Arguments.atLeast("--idle-timeout-seconds", idleSeconds, 1);
    if (!(accessLog >= 0 && accessLog <= 1)) {
      throw new InputException("--access-log: %s (expected: from 0 to 1)".formatted(accessLog));
    }
    if (batchingFile != null && !batching) {
      throw new InputException("--batching-parameters-file: without --enable-batching");
    }
    compiledRows.forEach(n -> Arguments.atLeast("--compile", n, 1));
    Arguments.noDirectory("--model-config-file", configFile);
    Arguments.noDirectory("--batching-parameters-file", batchingFile);
    Arguments.noDirectory("--tls-certificate", certificate);
    Arguments.noDirectory("--tls-key", key);
    Arguments.noDirectory("--tls-client-ca", clientAuthorities);
    Arguments.noDirectory("--api-keys-file", apiKeys);
    List<ModelConfig> configs = configs();
    NativeFlags.setForServing();
    if (certificate == null) { // Else another native library is loaded, for nothing.
      System.setProperty(TLS_ENGINE, System.getProperty(TLS_ENGINE, "jdk"));
    }
    console().interruption().guard();
    ServerSettings settings =
        ServerSettings.DEFAULT
            .listeningOn(host, grpcPort, restPort)
            .polling(Duration.ofSeconds(pollSeconds))
            .logging(accessLog)
            .compiling(compiledRows)
            .monitoring(monitored)
            .limiting(limits())
            .protectedBy(security());
    if (batching) {
      settings =
          settings.batching(
              batchingFile == null
                  ? BatchingSettings.DEFAULT
                  : BatchingParametersFile.read(batchingFile));
    }
    try (OtdServer server = OtdServer.start(settings, configs, Clock.systemUTC(), doors())) {
      console().note(listening(server));
      while (!console().interruption().requested()) {
        Thread.sleep(LOOK.toMillis());
      }
      console().note("otd: stopping; requests under way are answered");
    }
    return Answer.ok(Map.of("status", "stopped"));
  }

  private ClientLimits limits() {
    ClientLimits limits =
        ClientLimits.DEFAULT
            .ofBytes(maxMegabytes << 20)
            .connections(maxConnections)
            .within(Duration.ofSeconds(transferSeconds), Duration.ofSeconds(idleSeconds));
    return maxPending == null ? limits : limits.pending((long) maxPending << 20);
  }

  private SecuritySettings security() {
    if ((certificate == null) != (key == null)) {
      throw new InputException("--tls-certificate, --tls-key: one of them (expected: both)");
    }
    if (clientAuthorities != null && certificate == null) {
      throw new InputException("--tls-client-ca: without --tls-certificate and --tls-key");
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
                new RestSettings(nonFinite, crossOrigin, RestSettings.DEFAULT.timeout()),
                Clock.systemUTC())
            ::open,
        (to, inference, monitor, requests) -> new Page().open(to));
  }

  private String listening(OtdServer server) {
    return "otd: %s; gRPC on %s:%d, REST and a page on %s://%s:%d/"
        .formatted(
            server.isReady() ? "ready" : "not every model has a version that answers",
            host,
            server.grpcPort(),
            certificate == null ? "http" : "https",
            host,
            server.restPort());
  }

  private List<ModelConfig> configs() throws IOException {
    List<ModelConfig> configs = new ArrayList<>();
    for (String model : models) {
      configs.add(config(model));
    }
    if (configFile != null) {
      configs.addAll(ModelConfigs.read(configFile));
    }
    if (configs.isEmpty()) {
      throw new InputException("--model: none (expected: NAME=DIR, or --model-config-file)");
    }
    try {
      ModelConfigs.requireDistinct(configs);
    } catch (IllegalArgumentException e) {
      throw new InputException(String.valueOf(e.getMessage()));
    }
    return configs;
  }

  private static ModelConfig config(String model) {
    int equals = model.indexOf('=');
    String name = equals < 0 ? "" : model.substring(0, equals);
    if (name.isBlank() || equals == model.length() - 1) {
      throw new InputException("--model: %s (expected: NAME=DIR)".formatted(model));
    }
    Path directory = Path.of(model.substring(equals + 1));
    if (!Files.isDirectory(directory)) {
      throw new InputException("--model %s: %s (expected: a directory)".formatted(name, directory));
    }
    if (Files.exists(directory.resolve(ServingNames.MODEL_FILE))) {
      throw new InputException(
          "--model %s: %s is one version (expected: the directory above, with versions in it)"
              .formatted(name, directory));
    }
    return ModelConfig.latest(name, directory.toAbsolutePath().normalize());
  }
}
