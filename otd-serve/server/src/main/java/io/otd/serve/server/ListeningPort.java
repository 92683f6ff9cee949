// SPDX-License-Identifier: Apache-2.0
package io.otd.serve.server;

import com.linecorp.armeria.server.Server;
import io.otd.serve.settings.NetworkSettings;
import java.io.IOException;
import java.net.Socket;
import java.util.Objects;
import java.util.concurrent.CompletionException;

/**
 * A port that the server listens on.
 *
 * @param name of what it answers, for messages
 * @param network that it is of
 * @param number 0 for any that is free
 */
record ListeningPort(String name, NetworkSettings network, int number) {
  static ListeningPort grpc(NetworkSettings network) {
    return new ListeningPort("gRPC", network, network.grpcPort());
  }

  static ListeningPort rest(NetworkSettings network) {
    return new ListeningPort("REST", network, network.restPort());
  }

  /**
   * Requires that it can be opened, before models are loaded for it. Nobody can connect to it
   * meanwhile.
   *
   * @throws IOException if it cannot
   */
  void requireFree() throws IOException {
    try (Socket socket = new Socket()) {
      socket.setReuseAddress(true); // As servers do: connections that have just ended do not count.
      socket.bind(network.socket(number));
    } catch (IOException e) {
      throw unopened(e);
    }
  }

  /**
   * Opens it.
   *
   * @throws IOException if it cannot be had
   */
  void open(Server server) throws IOException {
    try {
      server.start().join();
    } catch (CompletionException e) {
      throw unopened(e.getCause() == null ? e : e.getCause());
    }
  }

  private IOException unopened(Throwable cause) {
    return new IOException(
        "%s port %s cannot be opened: %s (expected: a free port that this user may open, of an address of this machine)"
            .formatted(
                name,
                network.address(number),
                Objects.requireNonNullElse(cause.getMessage(), cause.toString())),
        cause);
  }
}
