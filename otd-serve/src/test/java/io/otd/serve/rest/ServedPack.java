package io.otd.serve.rest;

import com.linecorp.armeria.server.Server;
import com.linecorp.armeria.server.ServerBuilder;
import io.otd.serve.inference.Inference;
import io.otd.serve.inspection.InspectionLimits;
import io.otd.serve.json.NonFinite;
import io.otd.serve.lifecycle.ModelConfigs;
import io.otd.serve.lifecycle.ModelRegistry;
import io.otd.serve.lifecycle.RegistryListener;
import io.otd.serve.lifecycle.RegistrySettings;
import io.otd.serve.servable.Servable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** The models of the conformance pack behind the REST door, on a free port. */
record ServedPack(Server server, ModelRegistry registry, ExecutorService executor)
    implements AutoCloseable {
  static ServedPack start(Path pack, Path scratch) throws IOException {
    Path models = pack.resolve("models").toAbsolutePath();
    Path config = scratch.resolve("models.config");
    Files.writeString(
        config,
        Files.readString(models.resolve("models.config"))
            .replace("${MODELS}", models.toString()));
    ModelRegistry registry =
        new ModelRegistry(
            (model, version, directory) -> Servable.load(directory, InspectionLimits.DEFAULT),
            RegistrySettings.DEFAULT,
            Runnable::run,
            Clock.systemUTC(),
            RegistryListener.none());
    registry.start(ModelConfigs.read(config));
    ExecutorService executor = Executors.newFixedThreadPool(2);
    RestSettings settings =
        new RestSettings(NonFinite.BARE, true, RestSettings.DEFAULT.bodyLimit());
    ServerBuilder builder = Server.builder().http(0).maxRequestLength(settings.bodyLimit());
    new RestDoor(new Inference(registry), executor, () -> true, settings).join(builder);
    Server server = builder.build();
    server.start().join();
    return new ServedPack(server, registry, executor);
  }

  int port() {
    return server.activeLocalPort();
  }

  @Override
  public void close() {
    server.stop().join();
    executor.shutdownNow();
    registry.close();
  }
}
