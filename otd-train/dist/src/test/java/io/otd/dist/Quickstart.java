// SPDX-License-Identifier: Apache-2.0
package io.otd.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * {@code otd quickstart} of the archive, in an empty home, and without a network if the system can
 * disable it. Run once for all tests.
 */
public final class Quickstart implements BeforeAllCallback, ParameterResolver {
  /**
   * The result of the run.
   *
   * @param said what it printed, for readers and as JSON
   * @param withoutNetwork whether the network was disabled
   */
  record Done(Path folder, Installation installation, List<String> said, boolean withoutNetwork)
      implements AutoCloseable {
    /** The JSON in its last line. */
    JsonNode answer() {
      try {
        return new ObjectMapper().readTree(said.get(said.size() - 1));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }

    /** All versions of the exported model; there is one. */
    Path export() {
      return installation.home().resolve(answer().path("export").asText()).getParent();
    }

    @Override
    public void close() throws IOException {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  @Override
  public void beforeAll(ExtensionContext context) {
    done(context);
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == Done.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return done(context);
  }

  private static Done done(ExtensionContext context) {
    return context
        .getRoot()
        .getStore(Namespace.create(Quickstart.class))
        .getOrComputeIfAbsent(Done.class, key -> run(), Done.class);
  }

  private static Done run() {
    try {
      Path folder = Files.createTempDirectory("otd-release");
      Installation installation = Installation.under(folder);
      List<String> alone = List.of("unshare", "--net");
      boolean withoutNetwork =
          Command.exists("unshare") && Command.in(folder, "true").after(alone).exitCode() == 0;
      Command command = installation.otd("quickstart", "--json");
      List<String> said =
          (withoutNetwork ? command.after(List.of("/usr/bin/unshare", "--net")) : command).lines();
      return new Done(folder, installation, said, withoutNetwork);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
