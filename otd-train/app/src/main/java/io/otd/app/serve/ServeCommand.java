// SPDX-License-Identifier: Apache-2.0
package io.otd.app.serve;

import io.otd.app.command.Answer;
import io.otd.app.command.Arguments;
import io.otd.app.command.Console;
import io.otd.app.command.OtdCommand;
import io.otd.app.flags.SettingFlags;
import io.otd.serve.internal.settings.Engine;
import io.otd.serve.page.ModelPage;
import io.otd.serve.registry.ModelConfig;
import io.otd.serve.rest.RestApi;
import io.otd.serve.server.BatchingParametersFile;
import io.otd.serve.server.OtdServer;
import io.otd.serve.server.RestDoor;
import io.otd.serve.settings.AnswerSettings;
import io.otd.serve.settings.NetworkSettings;
import io.otd.serve.settings.ServeSettings;
import io.otd.serve.telemetry.MonitoringConfigFile;
import io.otd.table.problem.InputException;
import io.otd.train.internal.platform.NativeFlags;
import io.otd.train.internal.settings.GivenSettings;
import io.otd.train.internal.settings.SettingKey;
import io.otd.train.internal.settings.SettingsText;
import io.otd.train.internal.settings.SettingsTree;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Clock;
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
      "  otd serve --model-config-file models.config --host 0.0.0.0",
      "  otd serve --config serve.yaml"
    })
public final class ServeCommand extends OtdCommand implements SettingFlags.Owner {
  /** The command's name. */
  public static final String NAME = "serve";

  private static final String TLS_ENGINE = "com.linecorp.armeria.tlsEngineType";
  private static final String NETTY_EVENTS = "io.netty.jfr.enabled";

  private static final SettingsTree<ServeSettings> TREE = SettingsTree.of(ServeSettings.class);
  private static final String BATCHING_FILE = "--batching-parameters-file";

  private final SettingFlags flags = new SettingFlags(TREE.keys(ServeSettings.DEFAULT));

  @Mixin private ModelOptions models = new ModelOptions();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description =
          "YAML file of settings, which the other options override."
              + " docs/serving-settings.md lists all settings.")
  private @Nullable Path config;

  @Option(
      names = {BATCHING_FILE, "--batching_parameters_file"},
      paramLabel = "FILE",
      description =
          "Parameters of batching, in the BatchingParameters format of TensorFlow Serving.")
  private @Nullable Path batchingFile;

  @Option(
      names = "--print-settings",
      description = "Print all settings as a commented YAML file, and serve nothing.")
  private boolean print;

  ServeCommand(Console console) {
    super(console);
  }

  @Override
  public SettingFlags flags() {
    return flags;
  }

  /** All settings as a table in Markdown, for the documentation. */
  static String markdown() {
    return SettingsText.markdown(TREE.keys(ServeSettings.DEFAULT));
  }

  @Override
  public Answer run() throws IOException, InterruptedException {
    ServeSettings given = settings();
    if (print) {
      String text = SettingsText.yaml(TREE.keys(given), true);
      say(text.stripTrailing());
      return Answer.ok(Map.of("settings", text));
    }
    requireUsable(given);
    List<ModelConfig> configs = models.configs(given.models());
    boolean secure = given.security().tlsCertificate().isPresent();
    prepare(given.compute().engine(), secure);
    console().interruption().guard();
    try (OtdServer server =
        OtdServer.start(given, configs, Clock.systemUTC(), doors(given.rest()))) {
      console().note(listening(server, given.network(), secure));
      console().interruption().awaitRequest();
      console().note("otd: stopping; finishing the requests in flight");
    }
    return Answer.ok(Map.of("status", "stopped"));
  }

  /** The settings of the file, and those of the options. */
  private ServeSettings settings() throws IOException {
    GivenSettings given = new GivenSettings(TREE.keys(ServeSettings.DEFAULT));
    if (config != null) {
      given.file(config);
    }
    flags.give(given::value);
    Map<String, Object> values = given.values((known, key, value) -> {});
    try {
      return batching(ServeSettings.DEFAULT.with(values));
    } catch (IllegalArgumentException e) {
      throw new InputException("batching." + e.getMessage());
    }
  }

  /** With the parameters of TensorFlow Serving's file, if there is one. */
  private ServeSettings batching(ServeSettings given) throws IOException {
    if (batchingFile == null) {
      return given;
    }
    Arguments.noDirectory(BATCHING_FILE, batchingFile);
    if (!given.compute().batching()) {
      throw new InputException(BATCHING_FILE + ": given without --enable-batching");
    }
    return given.joining(BatchingParametersFile.read(batchingFile));
  }

  private static void requireUsable(ServeSettings given) throws IOException {
    String host = given.network().host();
    if (host.isBlank() || new InetSocketAddress(host, 0).isUnresolved()) {
      throw new InputException(
          "--host: \"%s\" (expected: an address or a name of this machine)".formatted(host));
    }
    for (SettingKey key : TREE.keys(given)) {
      if (key.standard() instanceof Optional<?> file
          && file.isPresent()
          && file.get() instanceof Path path
          && !path.equals(given.models().basePath().orElse(null))
          && !path.equals(given.adapt().state().orElse(null))) {
        Arguments.noDirectory(key.flags().map(all -> all.value()[0]).orElse(key.path()), path);
      }
    }
    List<String> problems = given.problems();
    InputException.throwIfAny(problems);
    Optional<Path> monitoring = given.watch().monitoringConfigFile();
    if (monitoring.isPresent()) {
      MonitoringConfigFile.require(monitoring.get());
    }
  }

  private static void prepare(Engine engine, boolean secure) {
    if (engine == Engine.TENSORFLOW) {
      NativeFlags.setForServing();
    }
    if (!secure) { // Otherwise a native TLS library is loaded for nothing.
      System.setProperty(TLS_ENGINE, System.getProperty(TLS_ENGINE, "jdk"));
    }
    // Otherwise the first buffer initialises Java Flight Recorder, although nothing is recorded.
    System.setProperty(NETTY_EVENTS, System.getProperty(NETTY_EVENTS, "false"));
  }

  private static List<RestDoor> doors(AnswerSettings settings) {
    return List.of(
        new RestApi(settings, Clock.systemUTC())::open,
        (to, inference, extension, requests) -> new ModelPage().open(to));
  }

  private static String listening(OtdServer server, NetworkSettings settings, boolean secure) {
    return "otd: %s; gRPC on %s, REST and a page on %s://%s/"
        .formatted(
            server.isReady() ? "ready" : "not all models have a version ready",
            settings.address(server.grpcPort()),
            secure ? "https" : "http",
            settings.address(server.restPort()));
  }
}
